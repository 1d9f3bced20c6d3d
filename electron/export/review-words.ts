import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';
import type { InvoiceRow } from './rows.ts';

const reviewWords = {
  pending: { zh: '待核对', en: 'pending' },
  settled: { zh: '已处理', en: 'settled' },
  confirmed: { zh: '已确认', en: 'confirmed' },
  aside: { zh: '已搁置', en: 'set aside' },
} as const satisfies Record<string, Bilingual>;

/** How far the user's review of a page is; `settled`: its findings were accepted, and the page is not confirmed yet. */
const reviewOf = ({ confirmed, aside, invoice }: ExportPage): keyof typeof reviewWords => {
  if (confirmed) return 'confirmed';
  if (aside) return 'aside';
  const checks = invoice?.checks ?? [];
  const isSettled = checks.some(({ settled }) => settled !== undefined) && !checks.some(isOpenFinding);
  return isSettled ? 'settled' : 'pending';
};

/** Null for a page that was not recognized: there is nothing to review. */
export const reviewWord = (page: ExportPage, language: Language): string | null =>
  stateOf(page) === 'recognized' ? reviewWords[reviewOf(page)][language] : null;

export const tagsText = ({ tags = [] }: ExportPage, language: Language): string | null =>
  tags.length === 0 ? null : tags.join(language === 'zh' ? '、' : ', ');

const countedWords = {
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
} as const satisfies Record<string, Bilingual>;

/** What the column says of a row whose amounts are part of the totals. */
export const countedYes = (language: Language): string => countedWords.yes[language];

export const countedWord = ({ invoice, isCounted }: InvoiceRow, language: Language): string | null =>
  invoice === null ? null : countedWords[isCounted ? 'yes' : 'no'][language];
