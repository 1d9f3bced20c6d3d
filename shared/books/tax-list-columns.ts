import { fold } from '../invoice/characters.ts';

/** The used columns of a tax bureau list, with every header that the tax bureau's sites have given them. */
const headers = {
  ordinal: ['序号'],
  code: ['发票代码'],
  number: ['发票号码'],
  digitalNumber: ['数电发票号码', '数电票号码', '全电发票号码', '数电号码', '数电发票号'],
  issueDate: ['开票日期', '开票时间'],
  sellerTaxId: [
    '销方识别号',
    '销售方识别号',
    '销售方纳税人识别号',
    '销方纳税人识别号',
    '销方税号',
    '销售方税号',
  ],
  sellerName: ['销方名称', '销售方名称', '销售方纳税人名称', '销方纳税人名称'],
  buyerTaxId: [
    '购方识别号',
    '购买方识别号',
    '购买方纳税人识别号',
    '购方纳税人识别号',
    '购方税号',
    '购买方税号',
  ],
  goods: ['货物或应税劳务名称', '货物或劳务名称', '项目名称', '货物或应税劳务服务名称'],
  rate: ['税率', '税率征收率'],
  net: ['金额', '合计金额', '不含税金额', '发票金额'],
  tax: ['税额', '票面税额', '合计税额', '发票税额'],
  deductibleTax: ['有效抵扣税额', '有效税额', '可抵扣税额'],
  gross: ['价税合计', '价税合计金额'],
  kind: ['发票票种', '票种', '发票类型', '发票种类'],
  status: ['发票状态', '票据状态'],
  risk: ['发票风险等级', '风险等级'],
  ticked: ['勾选状态', '是否勾选'],
} as const satisfies Record<string, readonly string[]>;

export type ListColumn = keyof typeof headers;

const isColumn = (name: string): name is ListColumn => Object.hasOwn(headers, name);
const listColumns = Object.keys(headers).filter(isColumn);

/** Indexes of the columns in a header row, from 0. */
export type ListColumns = Partial<Readonly<Record<ListColumn, number>>>;

/** Without blanks and marks, and without the unit: `金额（元）`. */
const plain = (text: string): string =>
  fold(text)
    .replace(/[\s*()/、_.-]+/gu, '')
    .replace(/元$/u, '');

const columnByHeader: ReadonlyMap<string, ListColumn> = new Map(
  listColumns.flatMap((column) => headers[column].map((header) => [plain(header), column] as const)),
);

/** The columns of a row if it is a header row of such a list; null otherwise. */
export const listColumnsOf = (row: readonly unknown[]): ListColumns | null => {
  const columns: Partial<Record<ListColumn, number>> = {};
  for (const [index, cell] of row.entries()) {
    const column = typeof cell === 'string' ? columnByHeader.get(plain(cell)) : undefined;
    if (column !== undefined) columns[column] ??= index;
  }
  const hasNumber = columns.number !== undefined || columns.digitalNumber !== undefined;
  // Other lists of invoices, such as expense claims, have an amount of money but no tax of their own.
  const hasAmounts =
    columns.net !== undefined && (columns.tax !== undefined || columns.deductibleTax !== undefined);
  return hasNumber && columns.issueDate !== undefined && hasAmounts ? columns : null;
};
