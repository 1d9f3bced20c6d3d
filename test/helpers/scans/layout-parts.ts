import type { Invoice, Party } from '../../../shared/invoice/model.ts';
import { type Pen, type ScanStyle, wrapText } from './layout-style.ts';
import type { PrintedItem } from './print.ts';

/** `2022-08-16` as `2022年08月16日`. */
export const printedDate = (date: string | null): string => {
  const [year = '', month = '', day = ''] = (date ?? '').split('-');
  return `${year}年${month}月${day}日`;
};

const signed = (amount: string | null): string | null =>
  amount !== null && /\d/u.test(amount) ? `¥${amount}` : amount;

const nameWidth = ({ columns }: ScanStyle): number => (columns[1] ?? 0) - (columns[0] ?? 0) - 16;

/** Rows that the goods take, with wrapped names. */
export const rowsOfGoods = (invoice: Invoice, style: ScanStyle): number =>
  invoice.lines.reduce((rows, { name }) => rows + wrapText(name ?? '', style, nameWidth(style)).length, 0);

/** The heads of the columns, with their centres on `y`. */
export const headsOf = (
  pen: Pen,
  style: ScanStyle,
  names: readonly string[],
  y: number,
): readonly PrintedItem[] =>
  names.map((name, at) => {
    const [from, to] = [style.columns[at] ?? 0, style.columns[at + 1] ?? 0];
    return pen.label(name, (from + to) / 2, y, { align: 'center', maxWidth: to - from - 4 });
  });

/** All line items; `y` is the first baseline. */
export const goodsOf = (pen: Pen, style: ScanStyle, invoice: Invoice, y: number): readonly PrintedItem[] => {
  const [name = 0, model = 0, unit = 0, quantity = 0, price = 0, amount = 0, rate = 0, tax = 0, end = 0] =
    style.columns;
  const right = { align: 'right' } as const;
  const middle = { align: 'center' } as const;
  const items: PrintedItem[] = [];
  let base = y;
  for (const line of invoice.lines) {
    const names = wrapText(line.name ?? '', style, nameWidth(style));
    items.push(
      ...names.flatMap((text, at) => pen.value(text, name + 6, base + at * style.rowHeight)),
      ...pen.value(line.specification, model + 6, base, { maxWidth: unit - model - 14 }),
      ...pen.value(line.unit, (unit + quantity) / 2, base, { ...middle, maxWidth: quantity - unit - 8 }),
      ...pen.value(line.quantity, price - 10, base, { ...right, maxWidth: price - quantity - 18 }),
      ...pen.value(line.unitPrice, amount - 10, base, { ...right, maxWidth: amount - price - 18 }),
      ...pen.value(line.amount, rate - 10, base, { ...right, maxWidth: rate - amount - 18 }),
      ...pen.value(line.taxRate, (rate + tax) / 2, base, { ...middle, maxWidth: tax - rate - 10 }),
      ...pen.value(line.tax, end - 10, base, { ...right, maxWidth: end - tax - 18 }),
    );
    base += names.length * style.rowHeight;
  }
  return items;
};

/** The row of sums. */
export const sumsOf = (pen: Pen, style: ScanStyle, invoice: Invoice, y: number): readonly PrintedItem[] => {
  const [name = 0, model = 0, , , , , rate = 0, , end = 0] = style.columns;
  const right = { align: 'right', size: style.size + 1 } as const;
  return [
    ...pen.spread('合计', (name + model) / 2 - 70, y, 140),
    ...pen.value(signed(invoice.total), rate - 10, y, right),
    ...pen.value(signed(invoice.taxTotal), end - 10, y, right),
  ];
};

/** The total with tax: in words after the sign ⊗, then in figures. */
export const grossOf = (
  pen: Pen,
  style: ScanStyle,
  invoice: Invoice,
  y: number,
  mark: string,
): readonly PrintedItem[] => {
  const { left, right } = style;
  const at = (share: number): number => left + share * (right - left);
  return [
    pen.label('价税合计（大写）', at(0.12), y, { align: 'center' }),
    ...pen.value(`${mark}${invoice.grossTotalWords ?? ''}`, at(0.27), y, {
      size: 22,
      maxWidth: at(0.66) - at(0.27),
    }),
    pen.label('（小写）', at(0.68), y),
    ...pen.value(signed(invoice.grossTotal), at(0.745), y, { size: 22 }),
  ];
};

/** The four rows of a party on paper and electronic forms. */
export const partyOf = (
  pen: Pen,
  party: Party,
  x: number,
  top: number,
  height: number,
  width: number,
): readonly PrintedItem[] => {
  const rows = [
    ['名称', party.name, 0],
    ['纳税人识别号', party.taxId, 2],
    ['地址、电话', party.addressPhone, 0],
    ['开户行及账号', party.bankAccount, 0],
  ] as const;
  const step = height / 4;
  const yOf = (at: number): number => top + step * (at + 0.72);
  return [
    ...rows.flatMap(([name], at) => pen.spread(name, x, yOf(at), 132)),
    ...rows.map((_, at) => pen.label('：', x + 130, yOf(at))),
    ...rows.flatMap(([, text, spacing], at) =>
      pen.value(text, x + 152, yOf(at), { spacing, maxWidth: width - 156 }),
    ),
  ];
};

export const remarkOf = (
  pen: Pen,
  remark: string | null,
  x: number,
  y: number,
  width: number,
): readonly PrintedItem[] =>
  (remark ?? '').split('\n').flatMap((text, at) => pen.value(text, x, y + at * 30, { maxWidth: width }));
