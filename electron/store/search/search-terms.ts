import { comparable } from '../../../shared/order.ts';
import { twoDigits } from '../../../shared/local-day.ts';

/** The comparable form if it differs from SQLite's own `lower`, which ignores width; otherwise null. */
export const comparableIfOther = (text: string | null): string | null => {
  if (text === null) return null;
  const form = comparable(text);
  return form === text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : form;
};

/** All search words of a page in one text; line ends separate them, so that no match spans two of them. */
export const searchText = (parts: readonly string[]): string =>
  parts.map((part) => comparable(part).replaceAll('\n', ' ')).join('\n');

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

/** What a text must contain: all the words of at least one alternative. */
type Term = readonly (readonly string[])[];

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
const chineseDay = /^(?:(\d{4})年)?(?:(\d{1,2})月)?(?:(\d{1,2})日)?$/;
const shownAmount = /^(-?)¥?(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)$/;

/** The part of an ISO date for these numbers; null if there is only one. */
const isoPart = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null => {
  if (month === undefined || (year === undefined && day === undefined)) return null;
  return `${year ?? ''}-${twoDigits(month)}-${day === undefined ? '' : twoDigits(day)}`;
};

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** `-¥1,234.50` and `¥-1,234.50` as `-1234.50`; null if the word is not an amount. */
const plainAmount = (word: string): string | null => {
  const [, sign, amount] = shownAmount.exec(word) ?? [];
  return amount === undefined ? null : `${sign ?? ''}${amount.replaceAll(',', '')}`;
};

/** The alternatives of a word: as typed, and in the ledger's format of a displayed value. */
const termOf = (word: string): Term => {
  const [, year, month, day] = chineseDay.exec(word) ?? [];
  const other = isoPart(year, month, day) ?? plainAmount(word) ?? word;
  return other === word ? [[word]] : [[word], [other]];
};

/**
 * The search terms, word by word. A date or an amount as a window displays it (`28 May 2024`, `2024年5月`,
 * `¥46,600.00`) also matches the ledger's format (`2024-05-28`, `46600.00`).
 */
export const searchTerms = (typed: string): readonly Term[] => {
  const text = comparable(typed);
  const days = [...text.matchAll(englishDay)].flatMap(([phrase, day, name, year]) => {
    const month = monthNames.findIndex((names) => names.some((known) => known === name)) + 1;
    const iso = isoPart(year, String(month), day);
    return iso === null ? [] : [{ phrase, term: [wordsOf(phrase), [iso]] }];
  });
  const rest = days.reduce((left, { phrase }) => left.replace(phrase, ' '), text);
  return [...days.map(({ term }) => term), ...wordsOf(rest).map(termOf)];
};
