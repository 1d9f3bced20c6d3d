import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';
import type { InvoiceRow } from './rows.ts';
import { exportWords, reviewWords } from '../../shared/texts/exports.ts';
import { joinItems } from '../../shared/texts/join.ts';

/** The review state of a page; `settled`: its findings were accepted, but the page is not confirmed yet. */
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
  tags.length === 0 ? null : joinItems(tags, language);

/** The column's text for a row whose amounts are part of the totals. */
export const countedYes = (language: Language): string => exportWords.yes[language];

export const countedWord = ({ invoice, isCounted }: InvoiceRow, language: Language): string | null =>
  invoice === null ? null : exportWords[isCounted ? 'yes' : 'no'][language];
