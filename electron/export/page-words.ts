import { unknownKind } from '../../shared/invoice/kind.ts';
import { kindNames } from '../../shared/texts/kind-names.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Language } from '../../shared/language.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';
import { explainFailure } from '../../shared/services/catalogue.ts';
import type { ExportPage } from './export-page.ts';
import { exportWords, stateWords } from '../../shared/texts/exports.ts';
import { joinSentences } from '../../shared/texts/join.ts';

/** The mark of a page with sandbox data; null for a page of a real service. */
export const sandboxMark = (page: ExportPage, language: Language): string | null =>
  page.sandbox ? exportWords.demo[language] : null;

/** The mark of a page that may have been billed without a result; null for any other. */
export const paidMark = (page: ExportPage, language: Language): string | null =>
  page.maybePaid ? exportWords.maybePaid[language] : null;

export const stateOf = (page: ExportPage): 'recognized' | 'failed' | 'waiting' => {
  if (page.failure !== null) return 'failed';
  return page.waiting ? 'waiting' : 'recognized';
};

export const stateWord = (page: ExportPage, language: Language): string =>
  stateWords[page.cancelled ? 'cancelled' : stateOf(page)][language];

/** Why a page failed and what to do about it; null if it did not fail. */
export const errorText = (page: ExportPage, language: Language): string | null => {
  if (page.cancelled) return exportWords.wasCancelled[language];
  if (page.waiting) return exportWords.notRecognized[language];
  if (page.failure === null) return null;
  const { message, remedy } = explainFailure(page.service, page.failure, language);
  return joinSentences([message, remedy], language);
};

/** The messages of all open findings, one a line; null if there are none. */
export const findingsText = (page: ExportPage, language: Language): string | null => {
  const messages = (page.invoice?.checks ?? []).filter(isOpenFinding).map((check) => check.message[language]);
  return messages.length === 0 ? null : messages.join('\n');
};

/** The name of the invoice's kind; null if the kind is unknown. */
export const kindWord = ({ kind }: Invoice, language: Language): string | null =>
  kind === unknownKind ? null : (kindNames[kind]?.[language] ?? null);
