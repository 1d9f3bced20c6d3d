import type { Language, Bilingual } from '../language.ts';

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

const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const nameOf = { 'vat-invoice': { zh: '发票', en: 'Invoices' }, 'face-detect': { zh: '人脸', en: 'Faces' } };

/** Documents that were added together; `addedAt` is an ISO 8601 instant, `name` that of the first of them. */
export type LabelledBatch = {
  readonly service: keyof typeof nameOf;
  readonly addedAt: string;
  readonly documents: number;
  readonly name: string;
};

const countOf = (documents: number, language: Language): string => {
  if (language === 'zh') return `${documents} 份文件`;
  return documents === 1 ? '1 document' : `${documents} documents`;
};

/** A batch in one line: `Invoices · 3 May, 07:45 · 12 documents · first.jpg`. */
export const batchLabel = (batch: LabelledBatch, language: Language, now: Date): string => {
  const { service, addedAt, documents, name } = batch;
  const day = spokenDay(addedAt, language, now);
  const time = times.format(new Date(addedAt));
  const when = language === 'zh' ? `${day} ${time}` : `${day}, ${time}`;
  return [nameOf[service][language], when, countOf(documents, language), name].join(' · ');
};

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
