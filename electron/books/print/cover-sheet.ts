import type { SKRSContext2D } from '@napi-rs/canvas';
import { taxCents } from '../../../shared/invoice/checks/tax-cents.ts';
import { capitalAmount } from '../../../shared/invoice/capital-amount.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { drawable, missingNote } from '../../infra/canvas-fonts.ts';
import { centsOf, formatCents, type Cents } from '../../../shared/invoice/money.ts';

/** The canvas family name of the bundled font. */
const family = 'Vouch Serif';
const [width, height] = [595, 842];
const [left, right, top] = [40, width - 40, 50];
const rowHeight = 20;
const rowsOnPage = 31;
/** Only names are long enough for two lines. */
const sellerRoom = 92;
const [rowSize, smallSize] = [9, 7];

/** The part of a canvas used for drawing here. */
type Pen = Pick<
  SKRSContext2D,
  'font' | 'textAlign' | 'fillText' | 'measureText' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'
>;

/** An invoice on the sheet. A copy of another one is listed and not summed. */
export type CoverInvoice = {
  readonly invoice: Invoice;
  readonly isCopy: boolean;
  readonly hasErrors: boolean;
};

const markOf = ({ isCopy, hasErrors }: CoverInvoice): string =>
  [...(isCopy ? ['重复'] : []), ...(hasErrors ? ['有误'] : [])].join(' ');

type Column = {
  readonly header: string;
  readonly x: number;
  readonly room: number;
  readonly align: 'left' | 'right';
  readonly value: (invoice: Invoice, ordinal: number, mark: string) => string;
};

const money = (value: string | null): string => {
  const cents = centsOf(value);
  return cents === null ? (value ?? '') : formatCents(cents);
};

const columns: readonly Column[] = [
  { header: '序号', x: left, room: 22, align: 'left', value: (_, ordinal) => String(ordinal) },
  { header: '开票日期', x: 63, room: 54, align: 'left', value: ({ issueDate }) => issueDate ?? '' },
  { header: '发票代码', x: 119, room: 62, align: 'left', value: ({ code }) => code ?? '' },
  { header: '发票号码', x: 183, room: 108, align: 'left', value: ({ number }) => number ?? '' },
  {
    header: '销售方',
    x: 293,
    room: sellerRoom,
    align: 'left',
    value: ({ seller }, _, mark) => [...(mark === '' ? [] : [`[${mark}]`]), seller.name ?? ''].join(' '),
  },
  { header: '金额', x: 442, room: 56, align: 'right', value: ({ total }) => money(total) },
  { header: '税额', x: 494, room: 48, align: 'right', value: ({ taxTotal }) => money(taxTotal) },
  { header: '价税合计', x: right, room: 58, align: 'right', value: ({ grossTotal }) => money(grossTotal) },
];

/** A text as the font draws it, without signs that are not drawn. */
const drawn = (text: string): string => drawable(text.replace(/[\p{Cc}\p{Cf}]/gu, '')).text;

/** The characters in names that the font lacks. */
export const undrawnIn = (listed: readonly CoverInvoice[]): readonly string[] => [
  ...new Set(listed.flatMap(({ invoice }) => drawable(invoice.seller.name ?? '').missing)),
];

/** Cuts a text that is too long and adds an ellipsis. */
const fitted = (context: Pen, text: string, room: number): string => {
  const plain = drawn(text);
  if (context.measureText(plain).width <= room) return plain;
  const characters = Array.from(plain);
  while (characters.length > 0 && context.measureText(`${characters.join('')}…`).width > room)
    characters.pop();
  return `${characters.join('')}…`;
};

/** A long name, smaller, in one line or in two. */
const writeName = (context: Pen, text: string, { x, room }: Pick<Column, 'x' | 'room'>, y: number): void => {
  const name = drawn(text);
  context.textAlign = 'left';
  if (context.measureText(name).width > room) setType(context, smallSize);
  if (context.measureText(name).width <= room) context.fillText(name, x, y);
  else {
    const characters = Array.from(name);
    let first = characters.length;
    while (first > 1 && context.measureText(characters.slice(0, first).join('')).width > room) first -= 1;
    context.fillText(characters.slice(0, first).join(''), x, y - 5);
    context.fillText(fitted(context, characters.slice(first).join(''), room), x, y + 4);
  }
  setType(context, rowSize);
};

/** An amount, smaller if it is too long: it is never cut. */
const writeAmount = (
  context: Pen,
  text: string,
  { x, room }: Pick<Column, 'x' | 'room'>,
  y: number,
): void => {
  const { width: needed } = context.measureText(text);
  setType(context, rowSize * Math.min(1, room / needed));
  context.textAlign = 'right';
  context.fillText(text, x, y);
  setType(context, rowSize);
};

const write = (
  context: Pen,
  text: string,
  { x, room, align }: Omit<Column, 'header' | 'value'>,
  y: number,
): void => {
  if (text === '') return;
  if (align === 'right') writeAmount(context, text, { x, room }, y);
  else if (room === sellerRoom) writeName(context, text, { x, room }, y);
  else {
    context.textAlign = align;
    context.fillText(fitted(context, text, room), x, y);
  }
};

const rule = (context: Pen, y: number): void => {
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.stroke();
};

const sumOf = (listed: readonly CoverInvoice[], read: (invoice: Invoice) => Cents | null): Cents =>
  listed
    .filter(({ isCopy }) => !isCopy)
    .map(({ invoice }) => read(invoice))
    .reduce<Cents>((sum, each) => sum + (each ?? 0), 0);

const setType = (context: Pen, size: number): void => {
  context.font = `${String(size)}px "${family}"`;
};

const drawRows = (context: Pen, invoices: readonly CoverInvoice[], first: number): number => {
  setType(context, rowSize);
  for (const column of columns) write(context, column.header, column, top + 40);
  rule(context, top + 46);
  for (const [index, listed] of invoices.entries())
    for (const column of columns) {
      const value = column.value(listed.invoice, first + index + 1, markOf(listed));
      write(context, value, column, top + 60 + index * rowHeight);
    }
  return top + 60 + invoices.length * rowHeight;
};

const drawSums = (context: Pen, invoices: readonly CoverInvoice[], y: number): void => {
  rule(context, y - 12);
  const sums = [
    ['金额', sumOf(invoices, ({ total }) => centsOf(total))],
    ['税额', sumOf(invoices, ({ taxTotal }) => taxCents(taxTotal))],
    ['价税合计', sumOf(invoices, ({ grossTotal }) => centsOf(grossTotal))],
  ] as const;
  const copies = invoices.filter(({ isCopy }) => isCopy).length;
  context.textAlign = 'left';
  context.fillText(
    `合计（${String(invoices.length - copies)} 张${copies === 0 ? '' : `，重复 ${String(copies)} 张不计`}）`,
    left,
    y + 2,
  );
  for (const [header, sum] of sums) {
    const column = columns.find((each) => each.header === header);
    if (column) write(context, formatCents(sum), column, y + 2);
  }
  const [, , [, gross]] = sums;
  context.textAlign = 'left';
  context.fillText(`大写：${capitalAmount(gross)}`, left, y + 2 + rowHeight);
  context.fillText('部门：____________　　日期：____________', left, height - 74);
  for (const [index, field] of ['报销人', '审核', '批准', '会计'].entries()) {
    context.textAlign = 'left';
    context.fillText(`${field}：____________`, left + index * 130, height - 50);
  }
};

/**
 * A list of invoices with their sums and signature fields, as the pages of a PDF. Only the characters used
 * are embedded.
 * @param font the bundled font
 */
export const coverSheet = async (
  invoices: readonly CoverInvoice[],
  font: Buffer,
  title: string,
): Promise<Buffer> => {
  const { GlobalFonts, PDFDocument } = await import('@napi-rs/canvas');
  if (!GlobalFonts.has(family)) GlobalFonts.register(font, family);
  const pdf = new PDFDocument({ title });
  const pages = Math.max(1, Math.ceil(invoices.length / rowsOnPage));
  for (let page = 0; page < pages; page += 1) {
    const context = pdf.beginPage(width, height);
    context.fillStyle = '#000';
    context.strokeStyle = '#000';
    context.lineWidth = 0.6;
    setType(context, 16);
    context.textAlign = 'center';
    context.fillText(title, width / 2, top);
    const shown = invoices.slice(page * rowsOnPage, (page + 1) * rowsOnPage);
    const end = drawRows(context, shown, page * rowsOnPage);
    if (page === pages - 1) drawSums(context, invoices, end);
    setType(context, smallSize);
    context.textAlign = 'left';
    context.fillText(missingNote(undrawnIn(shown)), left, height - 24);
    setType(context, rowSize);
    context.textAlign = 'right';
    context.fillText(`${String(page + 1)} / ${String(pages)}`, right, height - 24);
    pdf.endPage();
  }
  return pdf.close();
};
