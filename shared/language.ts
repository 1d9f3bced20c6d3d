import { z } from 'zod';

export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];
export const languageSchema = z.enum(languages);

/** A text that the user reads, in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;
export const bilingualSchema = z.object({ zh: z.string(), en: z.string() });

/** The language for a BCP 47 tag such as `zh-CN` or a POSIX locale such as `zh_CN.UTF-8`. */
export const languageOf = (locale: string | undefined): Language =>
  locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
