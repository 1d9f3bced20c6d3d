import { twoDigits } from '../../../shared/local-day.ts';
import { searchForm, wordsOf } from './search-form.ts';

/** Whole cents of a decimal amount; null for any other text. */
export const searchedCents = (amount: string | null): number | null => {
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount ?? '');
  if (!found) return null;
  const [, sign, whole = '0', part = ''] = found;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  // Zero has no sign, even if it was written with one.
  return sign === '-' && cents > 0 ? -cents : cents;
};

/** A recognized date may be any text; only a real date may sort a page. */
export const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** A text that the words of a page must contain. */
type Word = {
  readonly word: string;
  /** A longer text in which the word does not count: `2月` is no part of `12月`. */
  readonly notIn: string | null;
};

/** One part of a search; a page must fit all of them. */
export type Term =
  | {
      readonly kind: 'words';
      /** All words of at least one way must be there. */
      readonly ways: readonly (readonly Word[])[];
      /** The month of the invoice, of any year, is another way; null for none. */
      readonly month: string | null;
    }
  /** The gross total without its sign, in cents; both ends belong to it. Null for an open end. */
  | { readonly kind: 'gross'; readonly from: number | null; readonly to: number | null };

const monthNames = [
  ['jan', 'january'],
  ['feb', 'february'],
  ['mar', 'march'],
  ['apr', 'april'],
  ['may'],
  ['jun', 'june'],
  ['jul', 'july'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october'],
  ['nov', 'november'],
  ['dec', 'december'],
] as const;

const englishDay = new RegExp(
  `(?<![^\\s])(?:(\\d{1,2}) +)?(${monthNames.flat().join('|')})(?: +(\\d{4}))?(?![^\\s])`,
  'g',
);
const chineseDay = /^(?:(\d{4})年)?(?:(\d{1,2})月份?)?(?:(\d{1,2})[日号])?$/;
const separatedDay = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/;
const plainDay = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const shownAmount = /^(-?)¥?(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)$/;

const digits = String.raw`¥?((?:\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.\d{1,2})?)(万?)元?`;
/** What stands between the two ends of a range. */
const upTo = String.raw`\.{2,3}|[~〜至到]`;
const bound = new RegExp(`^([<>]=?|[≤≥])${digits}$`);
const between = new RegExp(`^(?:${digits})?(?:${upTo})(?:${digits})?$`);

const isMonth = (month: string | undefined): month is string => {
  const number = Number(month ?? 0);
  return number >= 1 && number <= 12;
};

/** The part of an ISO date for these numbers; null if there is only one, or if there is no such month. */
const isoPart = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null => {
  if (!isMonth(month) || (year === undefined && day === undefined)) return null;
  return `${year ?? ''}-${twoDigits(month)}-${day === undefined ? '' : twoDigits(day)}`;
};

/** `-¥1,234.50` and `¥-1,234.50` as `-1234.50`; null if the word is not an amount. */
const plainAmount = (word: string): string | null => {
  const [, sign, amount] = shownAmount.exec(word) ?? [];
  return amount === undefined ? null : `${sign ?? ''}${amount.replaceAll(',', '')}`;
};

const anywhere = (word: string): Word => ({ word, notIn: null });

/** The day or month that a word names, as in the ledger. */
const dayIn = (word: string): string | null => {
  const [, year, month, day] = chineseDay.exec(word) ?? separatedDay.exec(word) ?? plainDay.exec(word) ?? [];
  return isoPart(year, month, day);
};

/** `7月`: the month, and where it stands in a text. */
const monthTerm = (word: string): Term | null => {
  const [, year, month, day] = chineseDay.exec(word) ?? [];
  if (!isMonth(month) || year !== undefined || day !== undefined) return null;
  const notIn = /^[12]月份?$/.test(word) ? `1${word}` : null;
  return { kind: 'words', ways: [[{ word, notIn }]], month: twoDigits(month) };
};

const centsOf = (amount: string | undefined, unit: string | undefined): number | null => {
  const cents = amount === undefined ? null : searchedCents(amount.replaceAll(',', ''));
  return cents === null || unit !== '万' ? cents : cents * 10_000;
};

/** `>1000` or `500..2000`; null for another word. */
const grossTerm = (word: string): Term | null => {
  const [, sign, ...limit] = bound.exec(word) ?? [];
  const cents = centsOf(limit[0], limit[1]);
  if (sign !== undefined && cents !== null) {
    if (sign === '>' || sign === '>=' || sign === '≥')
      return { kind: 'gross', from: sign === '>' ? cents + 1 : cents, to: null };
    return { kind: 'gross', from: null, to: sign === '<' ? cents - 1 : cents };
  }
  const [, least, leastUnit, most, mostUnit] = between.exec(word) ?? [];
  const [from, to] = [centsOf(least, leastUnit), centsOf(most, mostUnit)];
  if (from === null && to === null) return null;
  return from !== null && to !== null && from > to
    ? { kind: 'gross', from: to, to: from }
    : { kind: 'gross', from, to };
};

/** A word as typed, and in the ledger's format of a displayed value. */
const wordTerm = (word: string): Term => {
  const others = [dayIn(word), plainAmount(word)].filter((other) => other !== null && other !== word);
  return {
    kind: 'words',
    ways: [word, ...others.filter((other) => other !== null)].map((way) => [anywhere(way)]),
    month: null,
  };
};

/** A limit is one word, also with blanks between its signs and amounts. */
const withoutBlanks = (text: string): string =>
  text
    .replaceAll(/(?:¥\s*)?([<>]=?|[≤≥])\s*(?=[¥\d])/g, '$1')
    .replaceAll(new RegExp(`(?<=\\d\\s*万?元?)\\s*(${upTo})\\s*(?=[¥\\d])`, 'g'), '$1')
    .replaceAll(/(?<=[<>=≤≥.~〜至到]¥?[\d,.]+万?)\s+(?=元(?!\S))/g, '');

/**
 * The terms of a search, all of which a page must fit. A date or an amount as a window displays it (`28 May 2024`,
 * `2024年5月`, `¥46,600.00`) also matches the ledger's format (`2024-05-28`, `46600.00`). `7月` is that month of any
 * year. `>1000` and `500..2000` compare the gross total without its sign.
 */
export const searchTerms = (typed: string): readonly Term[] => {
  const text = withoutBlanks(searchForm(typed));
  const days = [...text.matchAll(englishDay)].flatMap(
    ([phrase, day, name, year]): {
      readonly phrase: string;
      readonly term: Term;
    }[] => {
      const month = String(monthNames.findIndex((names) => names.some((known) => known === name)) + 1);
      const iso = isoPart(year, month, day);
      const typedWords = wordsOf(phrase).map(anywhere);
      return iso === null
        ? [{ phrase, term: { kind: 'words', ways: [typedWords], month: twoDigits(month) } }]
        : [{ phrase, term: { kind: 'words', ways: [typedWords, [anywhere(iso)]], month: null } }];
    },
  );
  const rest = days.reduce((left, { phrase }) => left.replace(phrase, ' '), text);
  return [
    ...days.map(({ term }) => term),
    ...wordsOf(rest).map((word) => grossTerm(word) ?? monthTerm(word) ?? wordTerm(word)),
  ];
};
