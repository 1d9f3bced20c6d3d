import { batchLabel, type LabelledBatch, spokenDay } from './phrases.ts';
import type { Language } from '../language.ts';

const locales: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' };

/** Formatters by language, created once: creating one takes longer than hundreds of calls. */
const byLanguage = <Formatter>(make: (locale: string, language: Language) => Formatter) => {
  const made = new Map<Language, Formatter>();
  return (language: Language): Formatter => {
    const known = made.get(language) ?? make(locales[language], language);
    made.set(language, known);
    return known;
  };
};
const counts = byLanguage((locale) => new Intl.NumberFormat(locale));
const dates = byLanguage(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: language === 'zh' ? 'long' : 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);
const instants = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

const twoDigits = /^-?\d+\.\d{2,}$/;

/**
 * A decimal string with thousands separators (`5999.00` → `5,999.00`). It stays text throughout, because an
 * amount may have more digits than a float holds. Any other text is returned unchanged.
 */
export const formatAmount = (value: string): string => {
  if (!twoDigits.test(value)) return value;
  const [whole = '', fraction = ''] = value.split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
};

/** A fraction as whole percent (`0.984` → `98%`); never rounded up to 100%. */
export const formatScore = (score: number): string => `${Math.floor(score * 100 + 1e-9)}%`;

/** A calendar date `YYYY-MM-DD` in the format of the language; any other text is returned unchanged. */
export const formatDate = (value: string, language: Language): string => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return value;
  const date = new Date(`${value}T00:00:00Z`);
  // A day that does not exist rolls over or is invalid: such a text stays as typed.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) return value;
  return dates(language).format(date);
};

/** The day of an instant in short form (`3 May`, `5月3日`). */
export const formatDay = (instant: string, language: Language): string =>
  spokenDay(instant, language, new Date());

/** A batch in one line, with the day in short form. */
export const formatBatch = (batch: LabelledBatch, language: Language): string =>
  batchLabel(batch, language, new Date());

export const formatCount = (count: number, language: Language): string => counts(language).format(count);

/** An ISO 8601 instant as local day and time. */
export const formatInstant = (instant: string, language: Language): string =>
  instants(language).format(new Date(instant));

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size in the unit that gives one to three digits before the point (`1536` → `1.5 KB`). */
export const formatBytes = (bytes: number): string => {
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 999.5 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${size < 10 && bytes > 0 ? Math.max(0.1, size).toFixed(1) : Math.round(size)} ${units[unit] ?? 'TB'}`;
};
