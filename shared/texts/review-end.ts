import type { Bilingual } from '../language.ts';

/** Why the list does not contain a page that is still to review. */
export const leftTexts = {
  hidden: (count: number): Bilingual => ({
    zh: `${count} 份被筛选或查找隐藏`,
    en: `${count} hidden by the filter or the search`,
  }),
  unlisted: (count: number): Bilingual => ({
    zh: `${count} 份更早的未列出`,
    en: `${count} older not listed`,
  }),
  underWay: (count: number): Bilingual => ({
    zh: `${count} 份等待识别`,
    en: `${count} waiting to be recognized`,
  }),
  unread: (count: number): Bilingual => ({ zh: `${count} 份未识别`, en: `${count} not recognized` }),
  aside: (count: number): Bilingual => ({ zh: `${count} 份已搁置`, en: `${count} set aside` }),
} as const;

/** The window's message at the end of the review; `left` names the pages that remain elsewhere. */
export const reviewEndTexts = {
  allReviewed: { zh: '全部单据已核对', en: 'All documents reviewed' },
  noOther: (left: Bilingual): Bilingual => ({
    zh: `没有其他可核对的单据：${left.zh}`,
    en: `No other document to review here: ${left.en}`,
  }),
  noFinding: { zh: '没有其他有疑问的字段', en: 'No other field has findings' },
  noFindingHere: (left: Bilingual): Bilingual => ({
    zh: `此处没有其他有疑问的字段：${left.zh}`,
    en: `No other field here has findings: ${left.en}`,
  }),
} as const;
