import type { Language } from '../language.ts';

const locales: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' };

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterFor = (language: Language, withYear: boolean): Intl.DateTimeFormat => {
  const key = `${language} ${withYear}`;
  const made =
    formatters.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      ...(withYear ? { year: 'numeric' } : {}),
      month: 'long',
      day: 'numeric',
    });
  formatters.set(key, made);
  return made;
};

/**
 * The local day of an instant in short form: `3 May`, `5月3日`. Includes the year if it is not the current one,
 * or if the current one is unknown. A text that is not an instant is returned unchanged.
 */
export const spokenDay = (instant: string, language: Language, now: Date | null): string => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return formatterFor(language, date.getFullYear() !== now?.getFullYear()).format(date);
};
