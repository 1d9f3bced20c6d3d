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
 * The day of an instant where the user is, as one says it: `3 May`, `5月3日`; with its year where that is not this
 * one, or where nothing says what this one is. What is no instant comes back as it was.
 */
export const spokenDay = (instant: string, language: Language, now: Date | null): string => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return formatterFor(language, date.getFullYear() !== now?.getFullYear()).format(date);
};
