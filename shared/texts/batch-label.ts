import type { Language } from '../language.ts';
import { spokenDay } from './spoken-day.ts';

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
