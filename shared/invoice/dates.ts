import { twoDigits } from '../local-day.ts';
import {
  digitLookAlikes,
  fold,
  removeLabel,
  replaceLookAlikes,
  unreadable,
  type Normalized,
} from './characters.ts';
import type { Step } from './model.ts';

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Whether the day exists in the calendar (Gregorian, years 1900 to 2099). */
export const isCalendarDay = (year: number, month: number, day: number): boolean =>
  year >= 1900 && year <= 2099 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/** Whether a text is an existing ISO 8601 calendar date (`2024-05-28`). */
export const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  isCalendarDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));

const isoOf = (year: string, month: string, day: string): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

/** The text that may follow the year, the month and the day: their own words, one separator, or nothing. */
const afterYear = /^\s*[年\-./‐‑‒–—―−_·、,]?\s*$/u;
const afterMonth = /^\s*[月\-./‐‑‒–—―−_·、,]?\s*$/u;
const afterDay = /^\s*[日曰号]?\s*(?:\(?(?:星期|周)[一二三四五六日天]\)?)?[\s.。,、;:)]*$/u;
/** If neither year nor month is followed by its word, an apparent 日 may be a misread 8. */
const dayWordAlone = /^[^年月]*[日曰号]\s*$/u;

/**
 * Reads a date as ISO 8601: `2024年5月28日`, any separators, bare digits, or a date without its 年月日. Does not
 * guess if the digits allow more than one date (`2024111`) or a part is missing. Rejects foreign characters
 * between the digits, because each may be a misread digit.
 */
export const readDate = (raw: string): Normalized => {
  const steps: Step[] = [];
  const folded = removeLabel(fold(raw).trim(), steps).replace(
    /(?:\s+|(?<=\d\d)T)\d{1,2}:\d{2}(:\d{2})?$/,
    '',
  );
  const text = replaceLookAlikes(folded.replace(/^[(\s]+/, ''), digitLookAlikes, steps);
  const groups = text.match(/\d+/g) ?? [];
  const dates = possibleDates(groups, text.split(/\d+/).slice(1));
  const [date] = /^\d/.test(text) && !dayWordAlone.test(text) ? dates : [];
  if (date === undefined || dates.length > 1) return unreadable;
  if (groups.length < 3) steps.push({ id: 'date-separators-missing' });
  if (date !== raw) steps.push({ id: 'date-written-as-iso' });
  return { value: date, steps };
};

/**
 * All real dates that the digits can form. Gaps in print are always boundaries; `behind` contains the text after
 * each group.
 */
const possibleDates = (groups: readonly string[], behind: readonly string[]): readonly string[] => {
  const digits = groups.join('');
  // Six digits in one or two groups are a year and a month, or have lost a digit.
  if (digits.length < (groups.length === 3 ? 6 : 7) || digits.length > 8) return [];
  const dates: string[] = [];
  for (const monthEnd of [5, 6]) {
    const [month, day] = [digits.slice(4, monthEnd), digits.slice(monthEnd)];
    if (day.length < 1 || day.length > 2) continue;
    if (!isCutAt(groups, behind, monthEnd)) continue;
    if (!isCalendarDay(Number(digits.slice(0, 4)), Number(month), Number(day))) continue;
    dates.push(isoOf(digits.slice(0, 4), month, day));
  }
  return dates;
};

/** Whether every group ends at the year, the month or the day, and is followed by an allowed separator. */
const isCutAt = (groups: readonly string[], behind: readonly string[], monthEnd: number): boolean => {
  let end = 0;
  return groups.every((group, index) => {
    end += group.length;
    const found = behind[index] ?? '';
    if (index === groups.length - 1) return afterDay.test(found);
    if (end === 4) return afterYear.test(found);
    return end === monthEnd && afterMonth.test(found);
  });
};
