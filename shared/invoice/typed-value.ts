import type { Bilingual } from '../language.ts';
import { centsOf, decimalOf, readMoney } from './money.ts';
import { isCalendarDay } from './dates.ts';
import { fieldOf, type ValueKind } from './fields.ts';
import type { FieldPath } from './model.ts';
import { rateOf } from './rates.ts';
import { readValue } from './read-value.ts';
import { taxpayerIdState } from './taxpayer-id.ts';
import { readToken } from './characters.ts';
import { typedValueTexts } from '../texts/names.ts';
import { blockchainCheckCode } from './kind.ts';

/** A typed value: the value to keep (null empties the field), or the reason for refusing it. */
type TypedValue =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: Bilingual };

const refused = (reason: Bilingual): TypedValue => ({ ok: false, reason });
const kept = (value: string | null): TypedValue => ({ ok: true, value });

/** `377*2`, `1,200.50-80`, `=100/3`: numbers joined by operators. A single number is not a calculation. */
const sumForm = /^=?\s*[-+]?[\d.,\s]+(?:[-+*/×÷][-+]?[\d.,\s]+)+$/u;

type Parts = { readonly numbers: number[]; readonly signs: string[] };

const partsOf = (text: string): Parts | null => {
  const numbers: number[] = [];
  const signs: string[] = [];
  const token = /([-+*/])?([-+]?\d+(?:\.\d+)?)/gy;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found || (at > 0 && found[1] === undefined && !/^[-+]/.test(found[2] ?? ''))) return null;
    if (at > 0) signs.push(found[1] ?? '+');
    numbers.push(Number(at === 0 ? `${found[1] ?? ''}${found[2] ?? ''}` : found[2]));
  }
  return numbers.length > 1 && numbers.every(Number.isFinite) ? { numbers, signs } : null;
};

/** The result of a simple calculation, multiplication before addition; null if the text is not a calculation. */
export const calculated = (typed: string): number | null => {
  const folded = typed.normalize('NFKC').trim();
  if (!sumForm.test(folded)) return null;
  const text = folded.replace(/^=/, '').replaceAll(/[,\s]/g, '').replaceAll('×', '*').replaceAll('÷', '/');
  const parts = partsOf(text);
  if (!parts) return null;
  const terms: number[] = [parts.numbers[0] ?? 0];
  for (const [index, sign] of parts.signs.entries()) {
    const next = parts.numbers[index + 1] ?? 0;
    const last = terms.at(-1) ?? 0;
    if (sign === '*') terms[terms.length - 1] = last * next;
    else if (sign === '/') terms[terms.length - 1] = last / next;
    else terms.push(sign === '-' ? -next : next);
  }
  const sum = terms.reduce((total, term) => total + term, 0);
  return Number.isFinite(sum) ? sum : null;
};

const typedMoney = (text: string, withToken: boolean): TypedValue => {
  const sum = calculated(text);
  if (sum !== null && Math.abs(sum) < 1e13) {
    // A result between two cents is rounded to the nearer cent.
    return kept(decimalOf(Math.round(Number((sum * 100).toPrecision(15)))));
  }
  const { value } = readMoney(text);
  if (value !== null && (centsOf(value) !== null || (withToken && readToken(value, []) !== null)))
    return kept(value);
  return refused(typedValueTexts.money(text));
};

const typedNumber = (text: string, kind: 'unitPrice' | 'quantity'): TypedValue => {
  const sum = calculated(text);
  const { value } = readValue(sum === null ? text : String(Number(sum.toPrecision(12))), kind);
  if (value !== null && Number.isFinite(Number(value))) return kept(value);
  return refused(typedValueTexts.number(text));
};

const typedRate = (text: string): TypedValue => {
  const fraction = /^0?\.(\d{1,4})$/.exec(text.normalize('NFKC').trim());
  // Spreadsheets write 6% as 0.06.
  const asPercent = fraction ? `${Number((Number(`0.${fraction[1]}`) * 100).toFixed(2))}%` : text;
  const { value } = readValue(/^\d{1,2}(\.\d{1,2})?$/.test(asPercent) ? `${asPercent}%` : asPercent, 'rate');
  if (value !== null && rateOf(value).kind !== 'unknown') return kept(value);
  return refused(typedValueTexts.rate(text));
};

const typedDate = (text: string): TypedValue => {
  const { value } = readValue(text, 'date');
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '');
  if (parts && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return kept(value);
  return refused(typedValueTexts.date(text));
};

/** Valid lengths of a code, by field. */
const codeLengths: Readonly<Record<string, readonly number[]>> = {
  code: [10, 12],
  number: [8, 20],
  checkCode: [6, 20],
};

const typedCode = (path: FieldPath, text: string): TypedValue => {
  const { value } = readValue(text, 'code');
  const lengths = codeLengths[path];
  // Only the check code of a blockchain e-invoice has letters.
  if (path === 'checkCode' && blockchainCheckCode.test(text) && /[a-f]/iu.test(text)) return kept(text);
  if (value !== null && /^\d+$/.test(value) && (!lengths || lengths.includes(value.length)))
    return kept(value);
  if (!lengths) return refused(typedValueTexts.digits(text));
  return refused(typedValueTexts.digitCount(text, lengths));
};

const typedTaxId = (text: string): TypedValue => {
  const { value } = readValue(text, 'taxId');
  if (value !== null && taxpayerIdState(value) !== 'malformed') return kept(value);
  return refused(typedValueTexts.taxId(text));
};

const readers: Readonly<Partial<Record<ValueKind, (path: FieldPath, text: string) => TypedValue>>> = {
  money: (path, text) => typedMoney(text, /tax/i.test(path)),
  unitPrice: (_, text) => typedNumber(text, 'unitPrice'),
  quantity: (_, text) => typedNumber(text, 'quantity'),
  rate: (_, text) => typedRate(text),
  date: (_, text) => typedDate(text),
  code: typedCode,
  taxId: (_, text) => typedTaxId(text),
};

/**
 * Checks what was typed for a field before it is kept. Simple calculations are evaluated. Texts are kept as
 * typed; an empty text empties the field.
 */
export const checkTyped = (path: FieldPath, typed: string): TypedValue => {
  const text = typed.trim();
  if (text === '') return kept(null);
  const kind = fieldOf(path)?.kind ?? 'text';
  return readers[kind]?.(path, text) ?? kept(text);
};
