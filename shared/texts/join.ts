import type { Bilingual, Language } from '../language.ts';

/** Joins the items of a list (`、` or `, `). */
export const joinItems = (items: readonly string[], language: Language): string =>
  items.join(language === 'zh' ? '、' : ', ');

/** Joins clauses, which may contain commas (`；` or `; `). */
export const joinClauses = (clauses: readonly string[], language: Language): string =>
  clauses.join(language === 'zh' ? '；' : '; ');

/** Joins sentences with the punctuation of the language. A sentence that has an end mark stays unchanged. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .reduce((text, sentence) => {
      if (text === '') return sentence;
      const isEnded = /[.!?。！？…]$/u.test(text);
      if (language === 'zh') return `${text}${isEnded ? '' : '。'}${sentence}`;
      return `${text}${isEnded ? '' : '.'} ${sentence}`;
    }, '');

/** A text with a detail in brackets (`文件损坏（EIO）`). */
export const withDetail = (text: string, detail: string, language: Language): string =>
  language === 'zh' ? `${text}（${detail}）` : `${text} (${detail})`;

/** A text in both languages with a detail in brackets. */
export const bilingualWithDetail = ({ zh, en }: Bilingual, detail: string): Bilingual => ({
  zh: withDetail(zh, detail, 'zh'),
  en: withDetail(en, detail, 'en'),
});

/** A label and its value (`性别：男`). */
export const labelled = (label: string, value: string, language: Language): string =>
  `${label}${language === 'zh' ? '：' : ': '}${value}`;
