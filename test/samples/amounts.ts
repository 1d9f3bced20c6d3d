import type { DrawnInvoice, DrawnLine } from './model.ts';

// Independent of shared/invoice on purpose: the printed sums must not come from the code that the samples
// test.

/** `123456` as `1234.56`. */
export const yuan = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const numerals = '零壹贰叁肆伍陆柒捌玖';
const numeral = (digit: number): string => numerals.charAt(digit);

/** 0 to 9999 in capital numerals, with 零 for an inner gap. */
const section = (value: number): string => {
  let words = '';
  let gap = false;
  for (const [power, unit] of [
    [1000, '仟'],
    [100, '佰'],
    [10, '拾'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / power) % 10;
    if (digit === 0) {
      gap = words !== '';
      continue;
    }
    words += `${gap ? '零' : ''}${numeral(digit)}${unit}`;
    gap = false;
  }
  return words;
};

const wholeWords = (whole: number): string => {
  let words = '';
  let gap = false;
  for (const [power, unit] of [
    [100_000_000, '亿'],
    [10_000, '万'],
    [1, ''],
  ] as const) {
    const part = Math.floor(whole / power) % 10_000;
    if (part === 0) {
      gap = words !== '';
      continue;
    }
    const zero = words !== '' && (gap || part < 1000) ? '零' : '';
    words += `${zero}${section(part)}${unit}`;
    gap = false;
  }
  return words;
};

/** Cents as capital words: `31800` is 叁佰壹拾捌圆整. Below one trillion yuan. */
export const capitalWords = (cents: number): string => {
  if (cents < 0) return `负${capitalWords(-cents)}`;
  const [whole, jiao, fen] = [Math.floor(cents / 100), Math.floor(cents / 10) % 10, cents % 10];
  const yuanWords = whole === 0 ? '' : `${wholeWords(whole)}圆`;
  if (jiao === 0 && fen === 0) return `${yuanWords || '零圆'}整`;
  const jiaoWords = jiao > 0 ? `${numeral(jiao)}角` : yuanWords && '零';
  return `${yuanWords}${jiaoWords}${fen > 0 ? `${numeral(fen)}分` : ''}`;
};

/** A line before its sums. `price` is in yuan, with the digits to be printed. */
export type GoodsLine = {
  readonly name: string;
  readonly model?: string;
  readonly unit?: string;
  readonly quantity?: number;
  readonly price?: string;
  /** In cents, if it is not quantity times price. */
  readonly amount?: number;
  /** Percent, or a word such as 免税, which is printed with the tax `***`. */
  readonly rate: number | string;
};

type Sum = { readonly amount: number; readonly tax: number | null };

const sumOf = ({ quantity, price, amount, rate }: GoodsLine): Sum => {
  const cents = amount ?? Math.round((quantity ?? 1) * Number(price ?? 0) * 100);
  return { amount: cents, tax: typeof rate === 'number' ? Math.round((cents * rate) / 100) : null };
};

const printed = (line: GoodsLine): DrawnLine => {
  const { amount, tax } = sumOf(line);
  return {
    name: line.name,
    model: line.model ?? '',
    unit: line.unit ?? '',
    quantity: line.quantity === undefined ? '' : String(line.quantity),
    unitPrice: line.price ?? '',
    amount: yuan(amount),
    taxRate: typeof line.rate === 'number' ? `${line.rate}%` : line.rate,
    tax: tax === null ? '***' : yuan(tax),
  };
};

type Figures = Pick<DrawnInvoice, 'lines' | 'total' | 'taxTotal' | 'grossTotal' | 'grossTotalWords'>;

/** Computes lines with amounts, taxes, totals and words that agree to the cent. */
export const figuresOf = (goods: readonly GoodsLine[]): Figures => {
  const sums = goods.map(sumOf);
  const total = sums.reduce((sum, { amount }) => sum + amount, 0);
  const tax = sums.reduce((sum, line) => sum + (line.tax ?? 0), 0);
  return {
    lines: goods.map(printed),
    total: yuan(total),
    taxTotal: sums.every((line) => line.tax === null) ? '***' : yuan(tax),
    grossTotal: yuan(total + tax),
    grossTotalWords: capitalWords(total + tax),
  };
};
