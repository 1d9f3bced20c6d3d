import { imagePoint, type Quad } from '../../../../shared/geometry.ts';
import type { InvoiceExtraction, SpecialBlock, Ticket } from '../../../../shared/invoice/extraction.ts';
import type { LineKey } from '../../../../shared/invoice/fields.ts';
import { lineColumnNames, kindNames } from '../../../../shared/texts/names.ts';
import { unknownKind } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import { paperNames } from '../../../../shared/texts/papers.ts';
import { masked } from '../../../../shared/invoice/characters.ts';
import { isPersonalId, specialPath } from '../../../../shared/invoice/special-blocks.ts';
import { specialBlockName, specialValueName } from '../../../../shared/texts/special-business.ts';
import { widthOf, wrapText } from './text-width.ts';

/** A text on the form. Lengths are millimetres from the page's top-left corner. */
export type FormText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly tone: 'label' | 'value' | 'note';
  /** The side that the text is aligned to: its drawn width differs a little from the estimated one. */
  readonly align: 'left' | 'right' | 'center';
};
type FormLine = { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

/** A page with the extracted values, and the position of each. */
export type FormLayout = {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly FormText[];
  readonly lines: readonly FormLine[];
  readonly places: ReadonlyMap<FieldPath, Quad>;
};

const pageWidth = 210;
const margin = 10;
const inner = pageWidth - 2 * margin;
const size = 3.2;
const pitch = 4.6;

const notice = '按数据绘制，非发票原样 · drawn from the data, not the printed invoice';

type Sheet = {
  readonly texts: FormText[];
  readonly lines: FormLine[];
  readonly places: Map<FieldPath, Quad>;
};

type Put = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'centre';
  readonly tone?: FormText['tone'];
  readonly size?: number;
};

const quadAt = (x: number, y: number, w: number, h: number): Quad => [
  imagePoint(x, y),
  imagePoint(x + w, y),
  imagePoint(x + w, y + h),
  imagePoint(x, y + h),
];

/** Writes a text into a cell, wrapped to its width; returns its height. */
const write = (sheet: Sheet, text: string, at: Put, path: FieldPath | null = null): number => {
  const fontSize = at.size ?? size;
  const rows = wrapText(text, at.width / fontSize);
  const widths = rows.map((row) => widthOf(row) * fontSize);
  const lefts = widths.map((width) => {
    if (at.align === 'right') return at.x + at.width - width;
    return at.align === 'centre' ? at.x + (at.width - width) / 2 : at.x;
  });
  const step = pitch * (fontSize / size);
  for (const [index, row] of rows.entries())
    sheet.texts.push({
      text: row,
      x: lefts[index] ?? at.x,
      y: at.y + index * step,
      width: widths[index] ?? 0,
      size: fontSize,
      tone: at.tone ?? 'value',
      align: at.align === 'centre' ? 'center' : (at.align ?? 'left'),
    });
  const height = rows.length * step;
  if (path !== null && text !== '') {
    const left = Math.min(...lefts);
    sheet.places.set(
      path,
      quadAt(left - 0.4, at.y - 0.2, Math.max(...widths) + 0.8, height - step + fontSize * 1.35),
    );
  }
  return height;
};

/** The size at which a number fits its column in one row: a broken number is misread. */
const fittedSize = (text: string, width: number): number =>
  Math.min(size, Math.floor((100 * width) / Math.max(1, widthOf(text))) / 100);

const rule = (sheet: Sheet, x1: number, y1: number, x2: number, y2: number): void => {
  sheet.lines.push({ x1, y1, x2, y2 });
};

type Row = readonly [label: string, value: string | null, path: FieldPath | null];

/** Labels with their values, one below the other; rows without a value are left out. */
const writeRows = (sheet: Sheet, rows: readonly Row[], x: number, y: number, width: number): number => {
  let at = y;
  for (const [label, value, path] of rows) {
    if (value === null) continue;
    const labelWidth = (widthOf(label) + 1) * size;
    write(sheet, label, { x, y: at, width: labelWidth, tone: 'label' });
    at += write(sheet, value, { x: x + labelWidth, y: at, width: width - labelWidth }, path);
  }
  return at;
};

const partyRows = (invoice: Invoice, role: 'buyer' | 'seller'): readonly Row[] => [
  ['名称：', invoice[role].name, `${role}.name`],
  ['识别号：', invoice[role].taxId, `${role}.taxId`],
  ['地址电话：', invoice[role].addressPhone, `${role}.addressPhone`],
  ['银行账号：', invoice[role].bankAccount, `${role}.bankAccount`],
];

const writeHead = (sheet: Sheet, invoice: Invoice): number => {
  write(sheet, notice, { x: margin, y: 4, width: inner, tone: 'note', size: 2.6 });
  const title = invoice.kind === unknownKind ? '发票' : (kindNames[invoice.kind]?.zh ?? '发票');
  write(
    sheet,
    title,
    { x: margin, y: 11, width: inner, align: 'centre', size: 5.4 },
    invoice.kind === unknownKind ? null : 'kind',
  );
  const left = writeRows(
    sheet,
    [
      ['发票代码：', invoice.code, 'code'],
      ['机器编号：', invoice.machineNumber, 'machineNumber'],
      ['对应蓝字发票：', invoice.reverses, 'reverses'],
    ],
    margin,
    20,
    inner / 2 - 4,
  );
  const right = writeRows(
    sheet,
    [
      ['发票号码：', invoice.number, 'number'],
      ['开票日期：', invoice.issueDate, 'issueDate'],
      ['校验码：', invoice.checkCode, 'checkCode'],
    ],
    margin + inner / 2,
    20,
    inner / 2,
  );
  return Math.max(left, right) + 2;
};

const writeParties = (sheet: Sheet, invoice: Invoice, y: number): number => {
  const half = inner / 2;
  write(sheet, '购买方', { x: margin + 1.5, y: y + 1.5, width: half, tone: 'label' });
  write(sheet, '销售方', { x: margin + half + 1.5, y: y + 1.5, width: half, tone: 'label' });
  const below = y + 1.5 + pitch;
  const bottom = Math.max(
    writeRows(sheet, partyRows(invoice, 'buyer'), margin + 1.5, below, half - 3),
    writeRows(sheet, partyRows(invoice, 'seller'), margin + half + 1.5, below, half - 3),
  );
  rule(sheet, margin, y, margin + inner, y);
  rule(sheet, margin + half, y, margin + half, bottom + 1);
  rule(sheet, margin, bottom + 1, margin + inner, bottom + 1);
  return bottom + 1;
};

/** Width of each column of the line items; together they fill the page. */
const columns: readonly (readonly [key: LineKey, width: number, align: 'left' | 'right' | 'centre'])[] = [
  ['name', 54, 'left'],
  ['specification', 22, 'left'],
  ['unit', 12, 'centre'],
  ['quantity', 20, 'right'],
  ['unitPrice', 26, 'right'],
  ['amount', 24, 'right'],
  ['taxRate', 12, 'centre'],
  ['tax', 20, 'right'],
];

const rawOf = ({ origins }: InvoiceExtraction, path: FieldPath): string | null => origins[path]?.raw ?? null;

const writeGoods = (sheet: Sheet, extraction: InvoiceExtraction, y: number): number => {
  let x = margin;
  for (const [key, width, align] of columns) {
    write(sheet, lineColumnNames[key].zh, { x: x + 1, y: y + 1, width: width - 2, align, tone: 'label' });
    x += width;
  }
  let at = y + 1 + pitch;
  rule(sheet, margin, at, margin + inner, at);
  at += 1;
  for (const [index, line] of extraction.invoice.lines.entries()) {
    x = margin;
    let height = pitch;
    for (const [key, width, align] of columns) {
      const path = `lines.${index}.${key}`;
      // If there is no amount, the printed token is shown.
      const text = line[key] ?? (key === 'tax' ? rawOf(extraction, path) : null) ?? '';
      const room = { x: x + 1, y: at, width: width - 2, align };
      const isNumber = align === 'right';
      const put = isNumber ? { ...room, size: fittedSize(text, room.width) } : room;
      height = Math.max(height, write(sheet, text, put, path));
      x += width;
    }
    at += height;
  }
  rule(sheet, margin, at, margin + inner, at);
  return at;
};

const writeTotals = (sheet: Sheet, extraction: InvoiceExtraction, y: number): number => {
  const { invoice } = extraction;
  const right = margin + inner;
  write(sheet, '合计', { x: margin + 1, y: y + 1, width: 30, tone: 'label' });
  write(sheet, invoice.total ?? '', { x: right - 78, y: y + 1, width: 45, align: 'right' }, 'total');
  const tax = invoice.taxTotal ?? rawOf(extraction, 'taxTotal') ?? '';
  write(sheet, tax, { x: right - 33, y: y + 1, width: 32, align: 'right' }, 'taxTotal');
  const below = y + 1 + pitch;
  rule(sheet, margin, below, right, below);
  write(sheet, '价税合计', { x: margin + 1, y: below + 1, width: 30, tone: 'label' });
  write(sheet, invoice.grossTotalWords ?? '', { x: margin + 24, y: below + 1, width: 90 }, 'grossTotalWords');
  write(
    sheet,
    invoice.grossTotal ?? '',
    { x: right - 60, y: below + 1, width: 59, align: 'right' },
    'grossTotal',
  );
  rule(sheet, margin, below + 1 + pitch, right, below + 1 + pitch);
  return below + 1 + pitch;
};

const ticketRows = (ticket: Ticket): readonly Row[] => [
  ['旅客：', ticket.passenger, 'ticket.passenger'],
  ['证件号：', ticket.passengerId === null ? null : masked(ticket.passengerId), null],
  ['客票号：', ticket.number, 'ticket.number'],
  ['出发：', ticket.from, 'ticket.from'],
  ['到达：', ticket.to, 'ticket.to'],
  ['日期：', ticket.date, 'ticket.date'],
  ['车次/航班：', ticket.vehicle, 'ticket.vehicle'],
  ['座位等级：', ticket.class, 'ticket.class'],
  ['票价：', ticket.fare, 'ticket.fare'],
  ['燃油附加费：', ticket.fuelSurcharge, 'ticket.fuelSurcharge'],
  ['民航发展基金：', ticket.fund, 'ticket.fund'],
  ['其他税费：', ticket.otherTaxes, 'ticket.otherTaxes'],
];

const journeyRows = ({ journeys = [] }: InvoiceExtraction): readonly Row[] =>
  journeys.map((journey, index) => {
    const { passenger, date, from, to, vehicle } = journey;
    const text = [passenger, date, from && to ? `${from}—${to}` : (from ?? to), vehicle, journey.class];
    return [`行程${index + 1}：`, text.filter((part) => part !== null).join('  '), null];
  });

/** Labels with their values in two columns, row by row; rows without a value are left out. */
const writePairs = (sheet: Sheet, rows: readonly Row[], y: number): number => {
  const half = inner / 2;
  const stated = rows.filter(([, value]) => value !== null);
  let at = y;
  for (let first = 0; first < stated.length; first += 2) {
    const bottoms = stated
      .slice(first, first + 2)
      .map((row, column) => writeRows(sheet, [row], margin + 1.5 + column * half, at, half - 3));
    at = Math.max(...bottoms);
  }
  return at;
};

const specialRows = ({ values }: SpecialBlock, index: number): readonly Row[] =>
  values.map((value, order) => [
    `${specialValueName(value, 'zh')}：`,
    isPersonalId(value) ? masked(value.value) : value.value,
    specialPath(index, order, value.name),
  ]);

/** The blocks for special business, each below its name. */
const writeSpecial = (sheet: Sheet, { special = [] }: InvoiceExtraction, y: number): number => {
  let at = y;
  for (const [index, block] of special.entries()) {
    at += write(sheet, specialBlockName(block, 'zh'), { x: margin + 1.5, y: at + 1, width: inner - 3 }) + 1;
    at = writePairs(sheet, specialRows(block, index), at);
  }
  return special.length === 0 ? y : at + 0.5;
};

/** The values of a paper that is no invoice, below its name. */
const writePaper = (sheet: Sheet, { type, number, date, amount, payer, payee }: Paper): number => {
  write(sheet, notice, { x: margin, y: 4, width: inner, tone: 'note', size: 2.6 });
  write(sheet, paperNames[type].zh, { x: margin, y: 11, width: inner, align: 'centre', size: 5.4 });
  const rows: readonly Row[] = [
    ['号码：', number, null],
    ['日期：', date, null],
    ['付款人：', payer, null],
    ['收款人：', payee, null],
    ['金额：', amount, null],
  ];
  return writeRows(sheet, rows, margin, 24, inner);
};

/** Lays the form out. The same data always gives the same form, so that positions and picture match. */
export const layoutForm = (extraction: InvoiceExtraction): FormLayout => {
  const { invoice, ticket } = extraction;
  const sheet: Sheet = { texts: [], lines: [], places: new Map() };
  if (extraction.paper) {
    const end = writePaper(sheet, extraction.paper);
    return { width: pageWidth, height: Math.max(70, Math.ceil(end + margin)), ...sheet };
  }
  let y = writeParties(sheet, invoice, writeHead(sheet, invoice));
  if (ticket) y = writePairs(sheet, ticketRows(ticket), y + 1.5) + 1;
  y = writeRows(sheet, journeyRows(extraction), margin + 1.5, y + 1, inner - 3) + 0.5;
  y = writeSpecial(sheet, extraction, y);
  rule(sheet, margin, y, margin + inner, y);
  y = writeTotals(sheet, extraction, writeGoods(sheet, extraction, y));
  y = writeRows(
    sheet,
    [['备注：', invoice.remark?.replaceAll('\n', ' ') ?? null, 'remark']],
    margin + 1.5,
    y + 1.5,
    inner - 3,
  );
  y = writeRows(
    sheet,
    [
      ['收款人：', invoice.payee, 'payee'],
      ['复核人：', invoice.reviewer, 'reviewer'],
      ['开票人：', invoice.drawer, 'drawer'],
    ],
    margin + 1.5,
    y + 1,
    inner - 3,
  );
  return { width: pageWidth, height: Math.max(140, Math.ceil(y + margin)), ...sheet };
};
