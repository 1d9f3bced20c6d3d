import type { Appearance, DrawnInvoice, DrawnKind } from './model.ts';
import {
  type Columns,
  elementsOf,
  goods,
  grossTotal,
  partyRows,
  printedDate,
  printedRows,
  remarks,
  rowHeight,
  totals,
} from './layout-parts.ts';
import type { QrSymbol } from './qr.ts';
import { frame, type Ink, inks, type Item, label, rule, type Sheet, uprightLabel, value } from './sheet.ts';

const left = 100;
const right = 1500;
const top = 206;
const columns: Columns = {
  name: left,
  model: 440,
  unit: 590,
  quantity: 650,
  unitPrice: 775,
  amount: 930,
  taxRate: 1125,
  tax: 1215,
  end: right,
};

const titles: Readonly<Record<Exclude<DrawnKind, '31' | '32'>, string>> = {
  '01': '增值税专用发票',
  '04': '增值税普通发票',
  '08': '增值税电子专用发票',
  '10': '增值税电子普通发票',
};

const isPaper = (kind: DrawnKind): boolean => kind === '01' || kind === '04';

const title = (ink: Ink, invoice: DrawnInvoice, copy: string): Item[] => {
  const { kind, region } = invoice;
  const name = kind === '31' || kind === '32' ? '' : titles[kind];
  return [
    {
      kind: 'seal',
      x: 800,
      y: 88,
      radiusX: 116,
      radiusY: 70,
      doubleEdge: true,
      above: '全国统一发票监制章',
      middle: '',
      below: "国家税务总局监制",
    },
    label(ink.label, `${region}${name}`, 800, 104, { size: 42, align: 'center', spacing: 7 }),
    rule(ink.label, 540, 124, 1060, 124, 2.2),
    rule(ink.label, 540, 130, 1060, 130, 1.2),
    ...(copy ? [label(ink.label, copy, 800, 190, { size: 23, align: 'center', spacing: 14 })] : []),
  ];
};

const grouped = (checkCode: string): string => (checkCode.match(/.{1,5}/g) ?? []).join(' ');

const paperHead = (ink: Ink, invoice: DrawnInvoice): Item[] => [
  ...value(ink.value, 'vat-invoice-daima', invoice.code, 258, 92, { face: 'mono', size: 34, spacing: 2 }),
  ...(invoice.checkCode
    ? [
        label(ink.label, '校验码', 258, 150),
        ...value(ink.value, 'check-code', grouped(invoice.checkCode), 328, 150, { face: 'mono' }),
      ]
    : []),
  label(ink.label, '№', 1108, 94, { size: 38 }),
  ...value('#26304f', 'vat-invoice-haoma', invoice.number, 1158, 94, { face: 'mono-bold', size: 40, spacing: 1 }),
  ...value(ink.value, 'vat-invoice-daima-right-side', invoice.code, right, 80, {
    face: 'mono',
    size: 19,
    align: 'right',
  }),
  ...value(ink.value, 'vat-invoice-haoma-right-side', invoice.number, right, 108, {
    face: 'mono',
    size: 19,
    align: 'right',
  }),
  label(ink.label, '开票日期：', 1190, 184),
  ...value(ink.value, 'vat-invoice-issue-date', printedDate(invoice.issueDate), 1292, 184),
];

const electronicHead = (ink: Ink, invoice: DrawnInvoice): Item[] => {
  const rows = [
    { name: '发票代码：', element: 'vat-invoice-daima', text: invoice.code },
    { name: '发票号码：', element: 'vat-invoice-haoma', text: invoice.number },
    { name: '开票日期：', element: 'vat-invoice-issue-date', text: printedDate(invoice.issueDate) },
    { name: '校 验 码 ：', element: 'check-code', text: grouped(invoice.checkCode) },
  ] as const;
  const items: Item[] = [];
  for (const [index, { name, element, text }] of rows.entries()) {
    const y = 76 + index * 36;
    const face = element === 'vat-invoice-issue-date' ? 'sans' : 'mono';
    items.push(label(ink.label, name, 1120, y), ...value(ink.value, element, text, 1222, y, { face }));
  }
  return items;
};

const cipher = (ink: Ink, lines: readonly string[]): Item[] =>
  lines.flatMap((line, index) =>
    value(ink.value, 'cryptographic-area', line, 968, top + 31 + index * 36, {
      face: 'mono',
      size: 24,
      spacing: 6.9,
      maxWidth: 520,
    }),
  );

const headings = (ink: Ink, y: number): Item[] => {
  const cells: readonly (readonly [string, number, number])[] = [
    ['货物或应税劳务、服务名称', columns.name, columns.model],
    ['规格型号', columns.model, columns.unit],
    ['单位', columns.unit, columns.quantity],
    ['数 量', columns.quantity, columns.unitPrice],
    ['单 价', columns.unitPrice, columns.amount],
    ['金 额', columns.amount, columns.taxRate],
    ['税率', columns.taxRate, columns.tax],
    ['税 额', columns.tax, columns.end],
  ];
  return cells.map(([text, from, to]) => label(ink.label, text, (from + to) / 2, y, { align: 'center' }));
};

const grid = (ink: Ink, tableTop: number, tableEnd: number, grossEnd: number, end: number): Item[] => [
  ...frame(ink.rule, left, top, right, end),
  rule(ink.rule, left, tableTop, right, tableTop),
  rule(ink.rule, left, tableEnd, right, tableEnd),
  rule(ink.rule, left, grossEnd, right, grossEnd),
  rule(ink.rule, left + 44, top, left + 44, tableTop),
  rule(ink.rule, 904, top, 904, tableTop),
  rule(ink.rule, 948, top, 948, tableTop),
  rule(ink.rule, left + 44, grossEnd, left + 44, end),
  rule(ink.rule, 904, grossEnd, 904, end),
  rule(ink.rule, 948, grossEnd, 948, end),
  rule(ink.rule, columns.model, tableEnd, columns.model, grossEnd),
  ...[columns.model, columns.unit, columns.quantity, columns.unitPrice, columns.amount, columns.taxRate, columns.tax].map(
    (x) => rule(ink.rule, x, tableTop, x, tableEnd),
  ),
];

const foot = (ink: Ink, invoice: DrawnInvoice, shape: Appearance['sealShape'], y: number): Item[] => [
  label(ink.label, '收款人：', 130, y),
  label(ink.value, invoice.payee, 212, y, { face: 'sans' }),
  label(ink.label, '复核：', 500, y),
  label(ink.value, invoice.reviewer, 562, y, { face: 'sans' }),
  label(ink.label, '开票人：', 830, y),
  label(ink.value, invoice.issuer, 912, y, { face: 'sans' }),
  label(ink.label, '销售方：（章）', 1150, y),
  {
    kind: 'seal',
    x: 1322,
    y: y - 88,
    radiusX: shape === 'oval' ? 142 : 100,
    radiusY: shape === 'oval' ? 94 : 100,
    doubleEdge: false,
    above: invoice.seller.name,
    middle: shape === 'oval' ? invoice.seller.taxId : '★',
    below: '发票专用章',
  },
];

/** The form of paper and electronic invoices, kinds 01, 04, 08 and 10. */
export const layOutForm = (invoice: DrawnInvoice, look: Appearance, symbol: QrSymbol): Sheet => {
  const ink = inks[look.tint];
  const paper = isPaper(invoice.kind);
  const tableTop = top + 156;
  const rows = Math.max(7, printedRows(invoice, columns));
  const tableEnd = tableTop + 54 + rows * rowHeight + 46;
  const grossEnd = tableEnd + 48;
  const end = grossEnd + 156;
  const copy = look.tint === 'green' ? '抵扣联' : '发票联';
  const items: Item[] = [
    ...title(ink, invoice, paper ? copy : ''),
    { kind: 'qr', x: 112, y: 38, size: 118, symbol },
    label(ink.label, '机器编号：', 100, 190, { size: 18 }),
    label(ink.value, invoice.machineNumber, 190, 190, { size: 18, face: 'mono' }),
    ...(paper ? paperHead(ink, invoice) : electronicHead(ink, invoice)),
    ...grid(ink, tableTop, tableEnd, grossEnd, end),
    ...uprightLabel(ink.label, '购买方', left + 22, top, tableTop),
    ...uprightLabel(ink.label, '密码区', 926, top, tableTop),
    ...uprightLabel(ink.label, '销售方', left + 22, grossEnd, end),
    ...uprightLabel(ink.label, '备注', 926, grossEnd, end),
    ...partyRows(ink, invoice.buyer, elementsOf('buyer'), left + 56, top),
    ...cipher(ink, invoice.cipherArea),
    ...headings(ink, tableTop + 27),
    ...goods(ink, invoice, columns, tableTop + 60),
    ...totals(ink, invoice, columns, tableEnd - 15),
    ...grossTotal(ink, invoice, { title: 270, words: 456, digits: 1130 }, tableEnd + 32),
    ...partyRows(ink, invoice.seller, elementsOf('seller'), left + 56, grossEnd),
    ...remarks(ink, invoice.remarks, 960, grossEnd + 34),
    ...foot(ink, invoice, look.sealShape, end + 38),
    ...(paper
      ? uprightLabel(
          ink.label,
          look.tint === 'green' ? '第二联抵扣联购买方扣税凭证' : '第三联发票联购买方记账凭证',
          1526,
          tableTop - 60,
          grossEnd + 60,
          16,
        )
      : []),
  ];
  return { width: 1600, height: end + 74, items };
};
