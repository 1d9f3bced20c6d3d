import type { Language } from '../../../shared/language.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

/** Chromium fixes holes that are in use several times in this time. */
const oldAfterDays = 90;

const dayMs = 86_400_000;

/**
 * The day of the build, and after 90 days what follows from its age.
 * @param day ISO calendar date
 */
export const ageLine = (day: string, now: Date, language: Language): string => {
  const texts = shellTexts[language];
  const days = Math.floor((now.getTime() - Date.parse(`${day}T00:00:00Z`)) / dayMs);
  return days > oldAfterDays ? `${texts.builtOn(day)}\n${texts.isOld(days)}` : texts.builtOn(day);
};
