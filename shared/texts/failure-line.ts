import type { Bilingual, Language } from '../language.ts';

/** A failure in one line: its message and its remedy, which are texts without a final stop. */
export const commandFailureLine = (
  { message, remedy }: { readonly message: Bilingual; readonly remedy: Bilingual | null },
  language: Language,
): string => [message[language], ...(remedy ? [remedy[language]] : [])].join(language === 'zh' ? '。' : '. ');
