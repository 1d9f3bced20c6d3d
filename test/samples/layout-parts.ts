import type { ElementKey } from '../../shared/services/elements.ts';
import type { DrawnInvoice, DrawnLine, DrawnParty } from './model.ts';
import { type Ink, type Item, spreadLabel, label, value } from './sheet.ts';
import { wrap } from './text.ts';

export const rowHeight = 30;

/** `2022-08-16` as `2022年08月16日`. */
export const printedDate = (date: string): string => {
  const [year, month, day] = date.split('-');
  return `${year}年${month}月${day}日`;
};

type PartyElements = {
  readonly name: ElementKey;
  readonly taxId: ElementKey;
  readonly addressPhone: ElementKey;
  readonly bankAccount: ElementKey;
};

const buyerElements: PartyElements = {
  name: 'vat-invoice-payer-name',
  taxId: 'vat-invoice-rate-payer-id',
  addressPhone: 'vat-invoice-payer-addr-tell',
  bankAccount: 'vat-invoice-payer-bank-account',
};

const sellerElements: PartyElements = {
  name: 'vat-invoice-seller-name',
  taxId: 'vat-invoice-seller-id',
  addressPhone: 'vat-invoice-seller-addr-tell',
  bankAccount: 'vat-invoice-seller-bank-account',
};

export const elementsOf = (side: 'buyer' | 'seller'): PartyElements =>
  side === 'buyer' ? buyerElements : sellerElements;

/** The four rows of a party on paper and electronic forms. */
export const partyRows = (
  ink: Ink,
  party: DrawnParty,
  elements: PartyElements,
  left: number,
  top: number,
): Item[] => {
  const rows = [
    { name: '名称', element: elements.name, text: party.name, mono: false },
    { name: '纳税人识别号', element: elements.taxId, text: party.taxId, mono: true },
    { name: '地址、电话', element: elements.addressPhone, text: party.addressPhone, mono: false },
    { name: '开户行及账号', element: elements.bankAccount, text: party.bankAccount, mono: false },
  ];
  const items: Item[] = [];
  for (const [index, { name, element, text, mono }] of rows.entries()) {
    const y = top + 28 + index * 36;
    const print = { maxWidth: 590, ...(mono ? ({ face: 'mono', size: 23 } as const) : {}) };
    items.push(
      ...spreadLabel(ink.label, name, left, y, 132),
      label(ink.label, '：', left + 132, y),
      ...value(ink.value, element, text, left + 154, y, print),
    );
  }
  return items;
};

/** Edges of the goods table's columns: the left edge of each, and the right edge of the last. */
export type Columns = {
  readonly name: number;
  readonly model: number;
  readonly unit: number;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly amount: number;
  readonly taxRate: number;
  readonly tax: number;
  readonly end: number;
};

const nameFace = { face: 'sans', size: 20 } as const;

const wrappedName = (line: DrawnLine, columns: Columns): readonly string[] =>
  wrap(line.name, nameFace.face, nameFace.size, columns.model - columns.name - 12);

/** Number of printed rows of the goods, including wrapped names. */
export const printedRows = (invoice: DrawnInvoice, columns: Columns): number =>
  invoice.lines.reduce((rows, line) => rows + wrappedName(line, columns).length, 0);

const goodsLine = (ink: Ink, line: DrawnLine, columns: Columns, y: number): Item[] => {
  const right = { align: 'right' } as const;
  const middle = { align: 'center' } as const;
  const unmarked = (text: string, x: number, align: 'left' | 'center' | 'right', maxWidth: number): Item[] =>
    text === '' ? [] : [label(ink.value, text, x, y, { face: 'sans', align, maxWidth })];
  return [
    ...wrappedName(line, columns).flatMap((text, index) =>
      value(ink.value, 'vat-invoice-goods-list', text, columns.name + 6, y + index * rowHeight, nameFace),
    ),
    ...unmarked(line.model, columns.model + 6, 'left', columns.unit - columns.model - 12),
    ...unmarked(line.unit, (columns.unit + columns.quantity) / 2, 'center', 54),
    ...unmarked(line.quantity, columns.unitPrice - 8, 'right', 110),
    ...value(ink.value, 'unit-price', line.unitPrice, columns.amount - 8, y, { ...right, maxWidth: 136 }),
    ...value(ink.value, 'vat-invoice-price-list', line.amount, columns.taxRate - 8, y, right),
    ...value(ink.value, 'vat-invoice-tax-rate-list', line.taxRate, (columns.taxRate + columns.tax) / 2, y, middle),
    ...value(ink.value, 'vat-invoice-tax-list', line.tax, columns.end - 8, y, right),
  ];
};

/** All line items, one below the other; `y` is the first baseline. */
export const goods = (ink: Ink, invoice: DrawnInvoice, columns: Columns, y: number): Item[] => {
  const items: Item[] = [];
  let baseline = y;
  for (const line of invoice.lines) {
    items.push(...goodsLine(ink, line, columns, baseline));
    baseline += rowHeight * wrappedName(line, columns).length;
  }
  return items;
};

/** A total with its currency sign; tokens such as `***` have none. */
const signed = (amount: string): string => (/\d/.test(amount) ? `¥${amount}` : amount);

/** The row of sums below the goods. */
export const totals = (ink: Ink, invoice: DrawnInvoice, columns: Columns, y: number): Item[] => [
  ...spreadLabel(ink.label, '合计', (columns.name + columns.model) / 2 - 70, y, 140),
  ...value(ink.value, 'vat-invoice-total', signed(invoice.total), columns.taxRate - 8, y, {
    align: 'right',
    size: 21,
  }),
  ...value(ink.value, 'vat-invoice-tax-total', signed(invoice.taxTotal), columns.end - 8, y, {
    align: 'right',
    size: 21,
  }),
];

/** The row of the total with tax: words, then figures. */
export const grossTotal = (
  ink: Ink,
  invoice: DrawnInvoice,
  x: { readonly title: number; readonly words: number; readonly digits: number },
  y: number,
): Item[] => [
  label(ink.label, '价税合计（大写）', x.title, y, { align: 'center' }),
  ...value(ink.value, 'vat-invoice-total-cover-tax', `⊗${invoice.grossTotalWords}`, x.words, y, {
    size: 22,
    maxWidth: x.digits - x.words - 150,
  }),
  label(ink.label, '（小写）', x.digits - 88, y),
  ...value(ink.value, 'vat-invoice-total-cover-tax-digits', signed(invoice.grossTotal), x.digits, y, { size: 22 }),
];

export const remarks = (ink: Ink, lines: readonly string[], x: number, y: number): Item[] =>
  lines.map((text, index) => label(ink.value, text, x, y + index * 28, { face: 'sans', size: 19, maxWidth: 500 }));
