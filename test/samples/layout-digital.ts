import type { DrawnInvoice } from './model.ts';
import {
  type Columns,
  elementsOf,
  goods,
  grossTotal,
  printedDate,
  printedRows,
  remarks,
  rowHeight,
  totals,
} from './layout-parts.ts';
import type { QrSymbol } from './qr.ts';
import {
  frame,
  type Ink,
  inks,
  type Item,
  label,
  rule,
  type Sheet,
  spreadLabel,
  uprightLabel,
  value,
} from './sheet.ts';

const left = 60;
const right = 1540;
const top = 196;
const columns: Columns = {
  name: left,
  model: 420,
  unit: 570,
  quantity: 640,
  unitPrice: 790,
  amount: 960,
  taxRate: 1160,
  tax: 1300,
  end: right,
};

const party = (ink: Ink, invoice: DrawnInvoice, side: 'buyer' | 'seller', x: number): Item[] => {
  const elements = elementsOf(side);
  const { name, taxId } = invoice[side];
  const idLabel = '统一社会信用代码/纳税人识别号：';
  return [
    label(ink.label, '名称：', x, top + 42),
    ...value(ink.value, elements.name, name, x + 62, top + 42, { size: 21, maxWidth: 600 }),
    label(ink.label, idLabel, x, top + 96),
    ...value(ink.value, elements.taxId, taxId, x + 312, top + 96, { face: 'mono', size: 23 }),
  ];
};

const headings = (ink: Ink, y: number): Item[] => {
  const cells: readonly (readonly [string, number, number])[] = [
    ['项目名称', columns.name, columns.model],
    ['规格型号', columns.model, columns.unit],
    ['单 位', columns.unit, columns.quantity],
    ['数 量', columns.quantity, columns.unitPrice],
    ['单 价', columns.unitPrice, columns.amount],
    ['金 额', columns.amount, columns.taxRate],
    ['税率/征收率', columns.taxRate, columns.tax],
    ['税 额', columns.tax, columns.end],
  ];
  return cells.map(([text, from, to]) => label(ink.label, text, (from + to) / 2, y, { align: 'center' }));
};

const head = (ink: Ink, invoice: DrawnInvoice): Item[] => [
  {
    kind: 'seal',
    x: 800,
    y: 94,
    radiusX: 116,
    radiusY: 72,
    doubleEdge: true,
    above: '全国统一发票监制章',
    middle: '',
    below: `国家税务总局${invoice.region}税务局`,
  },
  label(ink.label, invoice.kind === '31' ? '电子发票（增值税专用发票）' : '电子发票（普通发票）', 800, 108, {
    size: 42,
    align: 'center',
    spacing: 3,
  }),
  rule(ink.label, 500, 128, 1100, 128, 2.2),
  rule(ink.label, 500, 134, 1100, 134, 1.2),
  label(ink.label, '发票号码：', 1180, 92),
  ...value(ink.value, 'vat-invoice-haoma', invoice.number, 1282, 92, { face: 'mono', size: 23 }),
  label(ink.label, '开票日期：', 1180, 136),
  ...value(ink.value, 'vat-invoice-issue-date', printedDate(invoice.issueDate), 1282, 136, { size: 21 }),
];

/** The form of fully digital invoices, kinds 31 and 32: no code, no cipher area, no vertical rules. */
export const layOutDigital = (invoice: DrawnInvoice, symbol: QrSymbol): Sheet => {
  const ink = inks.brown;
  const tableTop = top + 132;
  const rows = Math.max(8, printedRows(invoice, columns));
  const tableEnd = tableTop + 54 + rows * rowHeight + 52;
  const grossEnd = tableEnd + 54;
  const end = grossEnd + 150;
  const items: Item[] = [
    ...head(ink, invoice),
    { kind: 'qr', x: 80, y: 44, size: 126, symbol },
    ...frame(ink.rule, left, top, right, end),
    ...[tableTop, tableEnd, grossEnd].map((y) => rule(ink.rule, left, y, right, y)),
    ...[left + 44, 800, 844].map((x) => rule(ink.rule, x, top, x, tableTop)),
    rule(ink.rule, left + 44, grossEnd, left + 44, end),
    rule(ink.rule, columns.model, tableEnd, columns.model, grossEnd),
    ...uprightLabel(ink.label, '购买方信息', left + 22, top + 4, tableTop - 4),
    ...uprightLabel(ink.label, '销售方信息', 822, top + 4, tableTop - 4),
    ...uprightLabel(ink.label, '备注', left + 22, grossEnd, end),
    ...party(ink, invoice, 'buyer', left + 58),
    ...party(ink, invoice, 'seller', 858),
    ...headings(ink, tableTop + 28),
    ...goods(ink, invoice, columns, tableTop + 64),
    ...totals(ink, invoice, columns, tableEnd - 17),
    ...grossTotal(ink, invoice, { title: 240, words: 460, digits: 1180 }, tableEnd + 35),
    ...remarks(ink, invoice.remarks, left + 60, grossEnd + 34),
    ...spreadLabel(ink.label, '开票人', 130, end + 42, 70),
    label(ink.label, '：', 200, end + 42),
    label(ink.value, invoice.issuer, 226, end + 42, { face: 'sans' }),
  ];
  return { width: 1600, height: end + 84, items };
};
