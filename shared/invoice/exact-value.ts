import { twoDigits } from '../local-day.ts';
import {
  fold,
  foldNoted,
  replaceNoted,
  trimNoted,
  unchanged,
  unreadable,
  type Normalized,
  tokenOf,
} from './characters.ts';
import { isCalendarDay } from './dates.ts';
import type { ValueKind } from './fields.ts';
import type { Step } from './model.ts';
import { readValue } from './read-value.ts';

/** A file contains exact text, so no letter is a misread digit, unlike in a picture. */
const guesses = new Set(['character-read-as', 'taxpayer-id-repaired']);

const trimmed = (raw: string): Normalized => {
  const value = raw.trim();
  if (value === raw && value !== '') return unchanged(value);
  return { value: value === '' ? null : value, steps: value === raw ? [] : [{ id: 'spaces-removed' }] };
};

/** A file may wrap a value, or indent it. */
const oneLine = (raw: string): Normalized => {
  const { value, steps } = trimmed(raw);
  if (value === null || !/[\r\n]/u.test(value)) return { value, steps };
  const lines = value.split(/[\r\n]+/u).map((line) => line.trim());
  return { value: lines.join(''), steps: [...steps, { id: 'lines-joined' }] };
};

/** A time or a time zone after a date: ` 10:12:13`, `T10:12:13.000+08:00`, `101213`, `+08:00`, `Z`. */
const time = String.raw`[T\s]\s*\d{1,2}:\d{2}.*|\d{6}(?:\d{3})?|[+-]\d{2}:\d{2}|Z`;
/** `2024-05-28`, `2024/5/28`, `20240528`, with or without a time. */
const stamped = new RegExp(String.raw`^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:${time})?$`, 'u');

/** An instant: midnight in China is `16:00:00.000Z` of the day before. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/u;
const chinaOffsetMs = 8 * 60 * 60 * 1000;

/** The day of an instant in China, where all invoices are issued; any other text is returned unchanged. */
const dayInChina = (text: string): string => {
  const ms = instant.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? text : new Date(ms + chinaOffsetMs).toISOString().slice(0, 10);
};

const exactDate = (raw: string): Normalized => {
  const parts = stamped.exec(dayInChina(raw.trim()));
  if (!parts) return readValue(raw, 'date');
  const [, year = '', separator = '', month = '', day = ''] = parts;
  if (separator === '' && (month.length < 2 || day.length < 2)) return unreadable;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return unreadable;
  const value = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return { value, steps: value === raw ? [] : [{ id: 'date-written-as-iso' }] };
};

/** A rate as a fraction (`0.060000`, `.06`) or a percentage (`6%`, `6.00%`, `６％`, `13`); a token stays. */
const readRateExactly = (raw: string): Normalized => {
  const text = fold(raw).replace(/\s+/gu, '');
  if (tokenOf(text)) return readValue(raw, 'rate');
  const percent = /^(\d{1,3})(?:\.(\d+))?%$/u.exec(text);
  if (percent) return asPercent(percent[1] ?? '', percent[2] ?? '', raw);
  const plain = /^(\d{0,2})(?:\.(\d+))?$/u.exec(text);
  if (!plain || text === '') return trimmed(raw);
  const [, whole = '', decimals = ''] = plain;
  // No rate is below 0.5 %, and none is 100 %: a number below 1 is a fraction, from 1 on a percentage.
  if (Number(whole) >= 1) return asPercent(whole, decimals, raw);
  const digits = decimals.padEnd(2, '0');
  return asPercent(digits.slice(0, 2), digits.slice(2), raw);
};

const knownRates = new Map<string, Normalized>();

/** There are few rates and every line has one, so each is parsed once. */
const exactRate = (raw: string): Normalized => {
  const known = knownRates.get(raw);
  if (known) return known;
  const read = readRateExactly(raw);
  if (knownRates.size < 500 && raw.length < 20) knownRates.set(raw, read);
  return read;
};

const asPercent = (whole: string, decimals: string, raw: string): Normalized => {
  const fraction = decimals.replace(/0+$/u, '');
  const value = `${Number(whole)}${fraction === '' ? '' : `.${fraction}`}%`;
  return { value, steps: value === raw ? [] : [{ id: 'rate-written-as-percentage' }] };
};

/** Numbers as programs write them: `.5`, `5.`, `+5`, `1.0E7`. */
const fromProgram = /^([+-]?)(?=\.?\d)(\d{0,20})(?:\.(\d{0,20}))?(?:E([+-]?\d{1,2}))?$/iu;
const asUsual = /^-?\d+(?:\.\d+)?$/u;

/** The same number with its digits before and after the point, written out. */
const writtenOut = (sign: string, whole: string, decimals: string, exponent: number): string => {
  const digits = whole + decimals;
  const point = whole.length + exponent;
  const before = digits.slice(0, Math.max(0, point)).padEnd(Math.max(0, point), '0').replace(/^0+/u, '');
  const after = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return `${sign === '-' ? '-' : ''}${before === '' ? '0' : before}${after === '' ? '' : `.${after}`}`;
};

const exactNumber = (raw: string, kind: ValueKind): Normalized => {
  const text = raw.trim();
  const parts = asUsual.test(text) ? null : fromProgram.exec(text);
  if (!parts) return readValue(raw, kind);
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = parts;
  const { value, steps } = readValue(writtenOut(sign, whole, decimals, Number(exponent)), kind);
  return { value, steps: [{ id: 'number-written-out' }, ...steps] };
};

const digitsOnly = /^\d+$/;

/** Letters are kept in an id or a code; a check reports misplaced ones. */
const exactCode = (raw: string): Normalized => {
  if (digitsOnly.test(raw)) return unchanged(raw);
  const steps: Step[] = [];
  const folded = foldNoted(trimNoted(raw, steps), steps);
  const value = replaceNoted(folded, /\s+/gu, '', 'spaces-removed', steps);
  return value === '' ? unreadable : { value, steps };
};

const exactTaxId = (raw: string): Normalized => {
  const code = exactCode(raw);
  const value = code.value?.toUpperCase() ?? null;
  const steps: readonly Step[] = value === code.value ? code.steps : [...code.steps, { id: 'upper-cased' }];
  return { value, steps };
};

const readExactly = (raw: string, kind: ValueKind): Normalized => {
  switch (kind) {
    case 'date':
      return exactDate(raw);
    case 'rate':
      return exactRate(raw);
    case 'money':
    case 'unitPrice':
    case 'quantity':
      return exactNumber(raw, kind);
    case 'code':
      return exactCode(raw);
    case 'taxId':
      return exactTaxId(raw);
    case 'text':
    case 'words':
      return oneLine(raw);
    case 'kind':
    case 'lines':
      return trimmed(raw);
    default:
      return kind satisfies never;
  }
};

/**
 * Reads a text of a digital invoice by the rules of its kind, without the guesses that a picture needs. A
 * text that would need one is unreadable.
 */
export const exactValue = (raw: string, kind: ValueKind): Normalized => {
  const read = readExactly(raw, kind);
  return read.steps.length > 0 && read.steps.some(({ id }) => guesses.has(id)) ? unreadable : read;
};
