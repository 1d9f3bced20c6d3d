import { taxCents } from '../../shared/invoice/checks/tax-cents.ts';
import type { InvoiceColumnId } from '../../shared/contract/export/column-ids.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { isDigitalNumber } from '../../shared/invoice/codes.ts';
import { centsOf, decimalOf } from '../../shared/invoice/money.ts';
import { deriveQuantity } from '../../shared/invoice/quantity.ts';
import { invoiceColumns } from './invoice-columns.ts';
import { kindWord } from './page-words.ts';
import type { InvoiceRow, Column, PlacedColumn } from './rows.ts';
import { exportWords } from '../../shared/texts/exports.ts';

/**
 * Layouts with headers defined by others. They stay Chinese in every language, because the programs that
 * import such files look for these exact words. Missing values stay empty.
 */
type Fixed = PlacedColumn<InvoiceRow>;

const own = (header: string, id: InvoiceColumnId): Fixed => ({ header, column: invoiceColumns[id] });

const columnOf = (
  header: string,
  look: Pick<Column<InvoiceRow>, 'type' | 'width'>,
  value: Column<InvoiceRow>['value'],
  fields: Column<InvoiceRow>['fields'] = () => [],
): Fixed => ({ header, column: { id: header, header: { zh: header, en: header }, ...look, value, fields } });

const empty = (header: string): Fixed => columnOf(header, { type: 'text', width: 12 }, () => null);

const isFullyDigital = ({ number }: Invoice): boolean => isDigitalNumber(number);

/** A fully digital invoice has a single number of 20 digits and no code; the number has its own column. */
const digitalNumber = columnOf(
  '数电发票号码',
  { type: 'id', width: 23 },
  ({ invoice }) => (invoice !== null && isFullyDigital(invoice) ? invoice.number : null),
  ({ invoice }) => (invoice !== null && isFullyDigital(invoice) ? ['number'] : []),
);
const paperNumber = columnOf(
  '发票号码',
  { type: 'id', width: 12 },
  ({ invoice }) => (invoice === null || isFullyDigital(invoice) ? null : invoice.number),
  ({ invoice }) => (invoice === null || isFullyDigital(invoice) ? [] : ['number']),
);

/** The system that the tax bureau took the invoice from, which no invoice states. */
const provenance = columnOf('发票来源', { type: 'text', width: 16 }, () => null);

/** Amount plus tax of a line, or of the whole invoice if the row represents it. */
const lineGross = ({ line, invoice }: InvoiceRow): string | null => {
  if (line === null) return invoice?.grossTotal ?? null;
  const { amount, tax } = line.value;
  if (amount === null || tax === null) return null;
  const cents = centsOf(amount);
  const ofTax = taxCents(tax);
  return cents === null || ofTax === null ? null : decimalOf(cents + ofTax);
};

const exactQuantity = (line: InvoiceLine): string | null => {
  if (line.quantity !== null) return line.quantity;
  const quantity = deriveQuantity(line);
  return quantity?.exact ? quantity.value : null;
};

/** The quantity as printed. If it is missing, it is computed if the figures allow only one value. */
const quantity = (header: string): Fixed => {
  const { column } = columnOf(header, { type: 'number', width: 12 }, ({ line }) =>
    line === null ? null : exactQuantity(line.value),
  );
  return {
    header,
    column: {
      ...column,
      remark: ({ line }) =>
        line === null || line.value.quantity !== null ? null : exportWords.derivedQuantity,
    },
  };
};

const isPositive = ({ invoice }: InvoiceRow): string | null => {
  const total = invoice?.grossTotal ?? invoice?.total ?? null;
  if (total === null) return null;
  return total.startsWith('-') ? '否' : '是';
};

const kind = (header: string): Fixed => ({
  header,
  column: {
    ...invoiceColumns['kind-name'],
    value: ({ invoice }) => (invoice === null ? null : kindWord(invoice, 'zh')),
  },
});

/** A column of the line if there is one, else of the whole invoice. */
const lineOrTotal = (header: string, ofLine: InvoiceColumnId, ofInvoice: InvoiceColumnId): Fixed => {
  const pick = ({ line }: InvoiceRow): Column<InvoiceRow> =>
    invoiceColumns[line === null ? ofInvoice : ofLine];
  return columnOf(
    header,
    { type: 'amount', width: 14 },
    (row, language) => pick(row).value(row, language),
    (row) => pick(row).fields?.(row) ?? [],
  );
};

/** Distinct names of all lines in one cell. */
const goodsNames = (header: string): Fixed =>
  columnOf(
    header,
    { type: 'text', width: 36 },
    ({ invoice }) => {
      const names = (invoice?.lines ?? []).map(({ name }) => name).filter((name) => name !== null);
      return names.length === 0 ? null : [...new Set(names)].join('；');
    },
    ({ invoice }) => (invoice?.lines ?? []).map((_, index) => `lines.${String(index)}.name`),
  );

/** The full export of the tax bureau's platform, one row per line item: 27 columns. */
export const taxBureauColumns: readonly Fixed[] = [
  own('序号', 'ordinal'),
  own('发票代码', 'code'),
  paperNumber,
  digitalNumber,
  own('销方识别号', 'seller-tax-id'),
  own('销方名称', 'seller-name'),
  own('购方识别号', 'buyer-tax-id'),
  own('购买方名称', 'buyer-name'),
  own('开票日期', 'issue-date'),
  empty('税收分类编码'),
  empty('特定业务类型'),
  own('货物或应税劳务名称', 'line-name'),
  own('规格型号', 'line-specification'),
  own('单位', 'line-unit'),
  quantity('数量'),
  own('单价', 'line-unit-price'),
  lineOrTotal('金额', 'line-amount', 'total'),
  own('税率', 'line-tax-rate'),
  lineOrTotal('税额', 'line-tax', 'tax-total'),
  columnOf('价税合计', { type: 'amount', width: 14 }, lineGross),
  provenance,
  kind('发票票种'),
  empty('发票状态'),
  columnOf('是否正数发票', { type: 'text', width: 12 }, isPositive),
  empty('发票风险等级'),
  own('开票人', 'drawer'),
  own('备注', 'remark'),
];

/** The list used to choose invoices for deduction, one row per invoice. */
export const deductionColumns: readonly Fixed[] = [
  own('序号', 'ordinal'),
  digitalNumber,
  own('发票代码', 'code'),
  paperNumber,
  own('开票日期', 'issue-date'),
  own('金额', 'total'),
  own('票面税额', 'tax-total'),
  empty('有效抵扣税额'),
  own('购买方识别号', 'buyer-tax-id'),
  own('销售方纳税人名称', 'seller-name'),
  own('销售方纳税人识别号', 'seller-tax-id'),
  provenance,
  kind('票种'),
  goodsNames('货物或劳务名称'),
];
