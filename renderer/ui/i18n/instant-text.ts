import type { Language } from '../../../shared/language.ts';

/** Formats an instant to the minute in the window's language. */
export const instantText = (instant: string, language: Language): string =>
  new Date(instant).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
