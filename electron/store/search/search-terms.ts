import { comparable } from '../../../shared/comparable.ts';
import { twoDigits } from '../../../shared/two-digits.ts';

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
