import {
  digitLookAlikes,
  foldNoted,
  replaceLookAlikes,
  replaceNoted,
  trimNoted,
  unchanged,
  unreadable,
  type Normalized,
  readToken,
} from './characters.ts';
import type { Step } from './model.ts';

/** An amount in integer cents. All sums and comparisons use cents, never floats. */
export type Cents = number;

/** Cents of a decimal string with two digits (`-1019.83`); null for null and for any other text. */
export const centsOf = (value: string | null): Cents | null => {
  if (value === null) return null;
  const start = value.startsWith('-') ? 1 : 0;
  const point = value.length - 3;
  // 1 to 13 digits, the point, two digits. Every check parses every figure, and a pattern takes four times as
  // long.
  if (point <= start || point - start > 13) return null;
  let cents: Cents = 0;
  for (let at = start; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (at === point) {
      if (code !== 46) return null;
    } else if (code >= 48 && code <= 57) cents = cents * 10 + code - 48;
    else return null;
  }
  return start === 1 && cents !== 0 ? -cents : cents;
};

/** Decimal string with two digits, no separators: `-1019.83`. */
export const decimalOf = (cents: Cents): string => {
  const magnitude = Math.abs(cents);
  const behind = magnitude % 100;
  return `${cents < 0 ? '-' : ''}${(magnitude - behind) / 100}.${behind < 10 ? '0' : ''}${behind}`;
};

/** For display: `-1,019.83`. */
export const formatCents = (cents: Cents): string => {
  const plain = decimalOf(cents);
  if (Math.abs(cents) < 100_000) return plain;
  let grouped = plain.slice(-6);
  // Inserts separators every three digits before the last three, the point and the cents. The sign stays in
  // front.
  let end = plain.length - 6;
  const start = cents < 0 ? 1 : 0;
  for (; end > start; end -= 3) grouped = `${plain.slice(Math.max(start, end - 3), end)},${grouped}`;
  return cents < 0 ? `-${grouped}` : grouped;
};

/** An amount that needs no rule: most are printed this way, and this path is fast. */
const asWritten = /^(?:0\.\d{2}|-?[1-9]\d{0,12}\.\d{2})$/;
const priceAsWritten = /^-?\d{1,13}\.\d{2,20}$/;
const quantityAsWritten = /^-?\d{1,13}(?:\.\d{1,20})?$/;
const currency = /[¥￥$]|RMB|CNY|人民币|[元圆]/gi;
const minusSigns = /^([^\d]*)[−–—―‐‑‒]/u;
/**
 * Labels printed before an amount. A dash directly after the label may be a separator, so it is not a minus.
 */
const labelWords = '价税合计|合计|总计|小计|小写|金额|税额|单价';
const label = new RegExp(
  String.raw`^(?:(?:\((?:${labelWords})\)|(?:${labelWords})):?)+(?:(?<=[:)])|(?!-))(?=.)`,
  'u',
);
const labelBehind = /\(小写\)$/u;
const inParentheses = /^\(-?([^()]*)\)$/;

/**
 * Reads an amount with currency signs, thousands separators, full-width digits and minus, O/0 and l/1. The
 * value is a decimal string with two digits, or a token printed instead of a tax (`***`).
 */
export const readMoney = (raw: string): Normalized => {
  if (asWritten.test(raw)) return unchanged(raw);
  const { text, steps } = plainFigure(raw);
  const token = readToken(text, steps);
  if (token) return { value: token, steps };
  const figure = parseFigure(text, true, steps);
  if (!figure) return unreadable;
  const decimals = twoDecimals(figure.decimals, steps);
  if (decimals === null) return unreadable;
  const cents = centsOf(`${figure.sign}${figure.whole}.${decimals}`);
  if (cents === null) return unreadable;
  if (/^0\d/.test(figure.whole)) steps.push({ id: 'leading-zeros-removed' });
  if (cents === 0 && figure.sign !== '') steps.push({ id: 'minus-of-zero-removed' });
  return { value: decimalOf(cents), steps };
};

/** Reads a unit price, which keeps its printed digits, at least two. */
export const readUnitPrice = (raw: string): Normalized => {
  if (priceAsWritten.test(raw)) return unchanged(raw);
  const { text, steps } = plainFigure(raw);
  const figure = parseFigure(text, false, steps);
  if (!figure || figure.whole.length > 13 || figure.decimals.length > 20) return unreadable;
  if (figure.decimals.length < 2) steps.push({ id: 'decimals-completed' });
  return { value: `${figure.sign}${figure.whole}.${figure.decimals.padEnd(2, '0')}`, steps };
};

/** Reads a quantity, which keeps its printed digits, with or without decimals. */
export const readQuantity = (raw: string): Normalized => {
  if (quantityAsWritten.test(raw)) return unchanged(raw);
  const { text, steps } = plainFigure(raw);
  const figure = parseFigure(text, false, steps);
  if (!figure || figure.whole.length > 13 || figure.decimals.length > 20) return unreadable;
  const decimals = figure.decimals === '' ? '' : `.${figure.decimals}`;
  return { value: `${figure.sign}${figure.whole}${decimals}`, steps };
};

/** The figure without the surrounding text: digits, separators and a leading minus remain. */
const plainFigure = (raw: string): { text: string; steps: Step[] } => {
  const steps: Step[] = [];
  let text = replaceNoted(trimNoted(raw, steps), currency, '', 'currency-sign-removed', steps);
  text = foldNoted(text.trim(), steps);
  text = replaceNoted(text, /\s+/g, '', 'spaces-removed', steps);
  text = replaceNoted(text, minusSigns, '$1-', 'minus-read', steps);
  text = replaceNoted(text, label, '', 'label-removed', steps);
  text = replaceNoted(text, labelBehind, '', 'label-removed', steps);
  text = withoutMisreadSign(text, steps);
  text = replaceNoted(text, inParentheses, '-$1', 'parentheses-read-as-minus', steps);
  text = replaceNoted(text, /^([\d.,]+)-$/, '-$1', 'minus-read', steps);
  // A text without any digit is not a figure, even if its letters resemble digits.
  if (/\d/.test(text)) text = replaceLookAlikes(text, digitLookAlikes, steps);
  return { text, steps };
};

/** `Y300.00`: the Y is a misread currency sign, because no digit resembles it. */
const withoutMisreadSign = (text: string, steps: Step[]): string => {
  const figure = text.replace(/^(-?)Y(?=-?\d)/, '$1');
  if (figure !== text)
    steps.push({ id: 'character-read-as', from: 'Y', to: '¥' }, { id: 'currency-sign-removed' });
  return figure;
};

type Figure = { readonly sign: string; readonly whole: string; readonly decimals: string };

/** Splits at the decimal point, which may have been read as a comma, and drops thousands separators. */
const parseFigure = (text: string, isAmount: boolean, steps: Step[]): Figure | null => {
  const parts = /^(-?)(\d[\d.,'’]*)$/.exec(text);
  if (!parts) return null;
  const sign = parts[1] ?? '';
  const body = parts[2] ?? '';
  if (/^\d+(\.\d*)?$/.test(body)) {
    const [whole = '', decimals = ''] = body.split('.');
    return { sign, whole, decimals };
  }
  // Tries the common form first: if a comma separates the thousands, a point is the decimal point.
  const common = /^(\d{1,3}(?:[,'’]\d{3})+)\.(\d*)$/.exec(body);
  if (common) {
    steps.push({ id: 'thousands-separators-removed' });
    return { sign, whole: (common[1] ?? '').replace(/\D/g, ''), decimals: common[2] ?? '' };
  }
  const separated = /^(\d{1,3}(?:[.,'’]\d{3})*|\d+)(?:([.,])(\d*))?$/.exec(body);
  if (!separated) return null;
  const [, groups = '', point, decimals = ''] = separated;
  if (point === ',' && !(isAmount && decimals.length === 2)) return null;
  const whole = groups.replace(/[.,'’]/g, '');
  // `1.234` with nothing after it is a decimal fraction or a thousand: ambiguous, so it is not read.
  if (whole !== groups && point === undefined && /\./.test(groups)) return null;
  if (whole !== groups) steps.push({ id: 'thousands-separators-removed' });
  if (point === ',') steps.push({ id: 'comma-read-as-decimal-point' });
  return { sign, whole, decimals };
};

const twoDecimals = (decimals: string, steps: Step[]): string | null => {
  if (decimals.length === 2) return decimals;
  if (decimals.length < 2) {
    steps.push({ id: 'decimals-completed' });
    return decimals.padEnd(2, '0');
  }
  if (!/^\d{2}0+$/.test(decimals)) return null;
  steps.push({ id: 'trailing-zeros-removed' });
  return decimals.slice(0, 2);
};

/** An amount times a fraction, rounded half away from zero to the cent, in integer arithmetic. */
export const timesFraction = (cents: Cents, numerator: number, denominator: number): Cents => {
  const magnitude = Math.abs(cents);
  const product = magnitude * numerator;
  const rounded = Number.isSafeInteger(product * 2 + denominator)
    ? Math.floor((product * 2 + denominator) / (denominator * 2))
    : Number((BigInt(magnitude) * BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n));
  return cents < 0 && rounded !== 0 ? -rounded : rounded;
};
