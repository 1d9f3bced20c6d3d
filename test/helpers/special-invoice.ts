import { formatCapitalAmount } from '../samples/format-capital-amount.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Journey } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { ofd, textObject } from '../samples/digital/ofd-file.ts';
import { invoiceText, pdf } from '../samples/digital/pdf-file.ts';
import { widthOf } from '../samples/digital/write-pdf.ts';

/** Prints fully digital invoices of special business, as PDF and as OFD, with the same texts at the same places. */
type Text = { readonly text: string; readonly x: number; readonly y: number; readonly isLabel: boolean };

/** A column of goods: its head, the right or left edge of its values, and the values by line. */
type Column = {
  readonly head: string;
  readonly x: number;
  readonly valueX?: number;
  readonly isRight?: boolean;
  readonly values: readonly (string | readonly string[])[];
};

type SpecialForm = {
  /** Printed in the corner: 建筑服务 … */
  readonly title: string;
  readonly columns: readonly Column[];
  /** Below the goods or below their sums: heads with their left edges, then rows of values. */
  readonly block?: {
    readonly isBelowSums: boolean;
    readonly heads: readonly (readonly [string, number])[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly lines: Invoice['lines'];
  readonly journeys?: readonly Journey[];
  readonly remark?: string;
};

const size = 9;
const [width, height] = [609, 394];
const perPoint = 25.4 / 72;

const textsOf = (invoice: Invoice, { title, columns, block, remark }: SpecialForm): readonly Text[] => {
  const texts: Text[] = [];
  const put = (text: string | null, x: number, y: number, isLabel = false): void => {
    if (text) texts.push({ text, x, y, isLabel });
  };
  const stack = (word: string, x: number, y: number): void => {
    for (const [index, character] of Array.from(word).entries()) put(character, x, y + index * 10, true);
  };
  put(title, 20, 60, true);
  put('电子发票（普通发票）', 240, 40, true);
  put('发票号码：', 430, 40, true);
  put(invoice.number, 478, 40);
  put('开票日期：', 430, 58, true);
  put(invoice.issueDate?.replace(/^(\d+)-(\d+)-(\d+)$/u, '$1年$2月$3日') ?? null, 478, 58);
  stack('购买方信息', 14, 80);
  stack('销售方信息', 306, 80);
  for (const [party, x] of [
    [invoice.buyer, 28],
    [invoice.seller, 320],
  ] as const) {
    put('名称：', x, 88, true);
    put(party.name, x + 31, 88);
    put('统一社会信用代码/纳税人识别号：', x, 114, true);
    put(party.taxId, x + 146, 114);
  }
  for (const { head, x } of columns) put(head, x, 146, true);
  let y = 160;
  for (const index of invoice.lines.keys()) {
    let used = 1;
    for (const { x, valueX = x, isRight, values } of columns) {
      const value = values[index] ?? '';
      const pieces = typeof value === 'string' ? [value] : value;
      used = Math.max(used, pieces.length);
      for (const [row, piece] of pieces.entries())
        put(piece, isRight ? valueX - widthOf(piece, size) : valueX, y + row * 10);
    }
    y += used * 10 + 2;
  }
  const putBlock = (): void => {
    if (!block) return;
    for (const [head, x] of block.heads) put(head, x, y, true);
    for (const row of block.rows) {
      y += 11;
      for (const [index, text] of row.entries()) put(text, block.heads[index]?.[1] ?? 0, y);
    }
    y += 14;
  };
  const money = (text: string | null, right: number): void => {
    const shown = `¥${text ?? ''}`;
    put(shown, right - widthOf(shown, size), y);
  };
  if (block?.isBelowSums === false) putBlock();
  y = Math.max(y, 250);
  put('合', 58, y, true);
  put('计', 103, y, true);
  money(invoice.total, 435);
  money(invoice.taxTotal, 581);
  y += 14;
  if (block?.isBelowSums === true) putBlock();
  y += 6;
  put('价税合计（大写）', 20, y, true);
  put(invoice.grossTotalWords, 150, y);
  put('（小写）', 395, y, true);
  money(invoice.grossTotal, 497);
  stack('备注', 16, y + 24);
  put(remark ?? null, 40, y + 20);
  put('开票人：', 60, y + 70, true);
  put(invoice.drawer, 100, y + 70);
  return texts;
};

/** The invoice that a form prints. */
export const specialInvoice = ({ lines, remark }: SpecialForm): Invoice => {
  const cents = (key: 'amount' | 'tax'): number =>
    lines.reduce((sum, line) => sum + Math.round(Number(line[key] ?? 0) * 100), 0);
  const [total, tax] = [cents('amount'), cents('tax')];
  return {
    ...emptyInvoice,
    kind: '32',
    number: '25332000000560931842',
    issueDate: '2025-05-24',
    buyer: {
      name: '北京云帆科技有限公司',
      taxId: '91110108690017781B',
      addressPhone: null,
      bankAccount: null,
    },
    seller: {
      name: '上海海棠工程有限公司',
      taxId: '91310108690017781C',
      addressPhone: null,
      bankAccount: null,
    },
    lines,
    total: (total / 100).toFixed(2),
    taxTotal: (tax / 100).toFixed(2),
    grossTotal: ((total + tax) / 100).toFixed(2),
    grossTotalWords: formatCapitalAmount(total + tax),
    drawer: '于俪',
    remark: remark ?? null,
  };
};

export const specialPdf = (form: SpecialForm): Buffer => {
  const texts = textsOf(specialInvoice(form), form).map(({ text, x, y }) =>
    invoiceText(text, x, height - y, size),
  );
  return pdf([{ box: [0, 0, width, height], content: texts.join('\n') }]);
};

const mm = (points: number): number => Number((points * perPoint).toFixed(3));

/** The labels are in a template, as producers print them. */
export const specialOfd = (form: SpecialForm): Buffer => {
  const objectsOf = (isLabel: boolean): string =>
    textsOf(specialInvoice(form), form)
      .filter((text) => text.isLabel === isLabel)
      .map(({ text, x, y }) => textObject({ text, x: mm(x), y: mm(y), size: mm(size) }))
      .join('');
  return ofd({
    pages: [{ objects: objectsOf(false), box: `0 0 ${mm(width)} ${mm(height)}`, template: '1' }],
    templates: { '1': objectsOf(true) },
  });
};

const line = (
  name: string,
  amount: string,
  taxRate: string,
  tax: string,
  more = {},
): Invoice['lines'][number] => ({
  ...emptyLine,
  name,
  amount,
  taxRate,
  tax,
  ...more,
});

const figures = (lines: Invoice['lines']): readonly Column[] => [
  { head: '金 额', x: 405, valueX: 433, isRight: true, values: lines.map(({ amount }) => amount ?? '') },
  { head: '税率/征收率', x: 446, valueX: 467, values: lines.map(({ taxRate }) => taxRate ?? '') },
  { head: '税 额', x: 551, valueX: 581, isRight: true, values: lines.map(({ tax }) => tax ?? '') },
];

const construction = [line('*建筑服务*工程服务', '118812.57', '9%', '10693.13')];
const twoSites = [
  line('*建筑服务*室内外装饰装修工程服务费', '1000.00', '3%', '30.00'),
  line('*建筑服务*工程服务', '-200.00', '3%', '-6.00'),
];
const sale = [
  line('*不动产*商品房', '952380.95', '5%', '47619.05', {
    unit: '平方米',
    quantity: '88.6',
    unitPrice: '10749.22065463',
  }),
];
const carriage = [line('*运输服务*国内道路货物运输服务', '917.43', '9%', '82.57')];
const rides = [
  line('*运输服务*客运服务费', '35.67', '3%', '1.07', { quantity: '1', unitPrice: '35.67' }),
  line('*运输服务*客运服务费', '-3.20', '3%', '-0.10'),
];

const passengerHeads = [
  ['出行人', 20],
  ['有效身份证件号', 80],
  ['出行日期', 200],
  ['出发地', 270],
  ['到达地', 350],
  ['等级', 430],
  ['交通工具类型', 500],
] as const;

const journey = { passengerId: '3301061990****1234', class: '二等座', vehicle: '火车' };

const passengers = (isBelowSums: boolean): SpecialForm => ({
  title: '旅客运输服务',
  columns: [
    { head: '项目名称', x: 45, valueX: 13, values: rides.map(({ name }) => name ?? '') },
    { head: '单 价', x: 200, valueX: 225, isRight: true, values: ['35.67', ''] },
    { head: '数 量', x: 290, valueX: 312, isRight: true, values: ['1', ''] },
    ...figures(rides),
  ],
  lines: rides,
  block: {
    isBelowSums,
    heads: passengerHeads,
    rows: [
      ['林知夏', '3301061990****1234', '2025-05-20', '杭州市', '上海市', '二等座', '火车'],
      ['', '', '', '上城区', '浦东新区', '', ''],
      ['欧阳若水', '3301061990****1234', '2025-05-21', '上海市', '杭州市', '二等座', '火车'],
    ],
  },
  journeys: [
    { ...journey, passenger: '林知夏', date: '2025-05-20', from: '杭州市上城区', to: '上海市浦东新区' },
    { ...journey, passenger: '欧阳若水', date: '2025-05-21', from: '上海市', to: '杭州市' },
  ],
});

/** Forms whose goods have other columns, or another block below them. */
export const specialForms: Readonly<Record<string, SpecialForm>> = {
  construction: {
    title: '建筑服务',
    columns: [
      { head: '项目名称', x: 45, valueX: 13, values: ['*建筑服务*工程服务'] },
      { head: '建筑服务发生地', x: 119, valueX: 112, values: ['贵州省贵阳市云岩区'] },
      { head: '建筑项目名称', x: 241, valueX: 215, values: [['云岩区老旧小区改造工程第二标段', '（二期）']] },
      ...figures(construction),
    ],
    lines: construction,
    remark: '工程款 118812.57 元',
  },
  'construction at two sites': {
    title: '建筑服务',
    columns: [
      {
        head: '项目名称',
        x: 45,
        valueX: 13,
        values: [['*建筑服务*室内', '外装饰装修工程', '服务费'], '*建筑服务*工程服务'],
      },
      { head: '建筑服务发生地', x: 119, valueX: 112, values: ['上海市静安区', '上海市'] },
      { head: '建筑项目名称', x: 241, valueX: 215, values: [['静安大厦 3 号楼', '改造'], '静安大厦'] },
      ...figures(twoSites),
    ],
    lines: twoSites,
  },
  'sale of real estate': {
    title: '不动产销售服务',
    columns: [
      { head: '项目名称', x: 30, valueX: 13, values: ['*不动产*商品房'] },
      { head: '产权证书/不动产权证号', x: 95, valueX: 92, values: [['沪(2025)徐字不动产', '权第001234号']] },
      { head: '面积单位', x: 210, valueX: 214, values: ['平方米'] },
      { head: '数 量', x: 262, valueX: 284, isRight: true, values: ['88.6'] },
      { head: '单 价', x: 320, valueX: 366, isRight: true, values: ['10749.22065463'] },
      ...figures(sale),
    ],
    lines: sale,
  },
  'goods transport': {
    title: '货物运输服务',
    columns: [
      { head: '项目名称', x: 45, valueX: 13, values: [['*运输服务*国内道路货物', '运输服务']] },
      { head: '单 位', x: 190, values: [''] },
      { head: '数 量', x: 250, values: [''] },
      { head: '单 价', x: 310, values: [''] },
      ...figures(carriage),
    ],
    lines: carriage,
    block: {
      isBelowSums: false,
      heads: [
        ['运输工具种类', 20],
        ['运输工具牌号', 110],
        ['起运地', 220],
        ['到达地', 340],
        ['运输货物名称', 480],
      ],
      rows: [
        ['公路运输', '浙A12345', '浙江省杭州市', '上海市', '钢材'],
        ['', '', '上城区', '浦东新区', ''],
      ],
    },
  },
  'passenger transport, listed below the goods': passengers(false),
  'passenger transport, listed below the sums': passengers(true),
};
