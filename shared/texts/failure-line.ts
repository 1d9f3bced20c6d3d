import type { Bilingual, Language } from '../language.ts';
import { joinSentences } from './join.ts';

/** A failure in one line: its message and its remedy. */
export const commandFailureLine = (
  { message, remedy }: { readonly message: Bilingual; readonly remedy: Bilingual | null },
  language: Language,
): string => joinSentences([message[language], ...(remedy ? [remedy[language]] : [])], language);
