import type { Language } from '../../../shared/language.ts';
import { spokenDay, joinClauses, joinSentences, withDetail } from '../../../shared/texts/phrases.ts';
import { describeFailure } from '../../../shared/services/catalogue.ts';
import type { ExportPage } from '../../export/export-page.ts';
import { oneLine } from '../../infra/terminal.ts';
import { runTexts } from '../../../shared/texts/command-line.ts';

const headline = ({ invoice, faces }: ExportPage, language: Language): readonly string[] => {
  if (faces) return [runTexts[language].faces(faces.length)];
  if (!invoice) return [];
  const { number, issueDate, seller, grossTotal } = invoice.value;
  return [number, issueDate, seller.name, grossTotal].map((value) => value ?? '');
};

/** Why a page failed and the remedy, as one line. */
export const failureLine = (
  {
    service,
    failure,
    sid = null,
  }: Pick<ExportPage, 'service' | 'failure'> & { readonly sid?: string | null },
  language: Language,
): string => {
  if (!failure) return '';
  const { message, remedy } = describeFailure(service, failure, language);
  // Support asks for it.
  const line = joinSentences([message, remedy], language);
  return oneLine(sid === null ? line : withDetail(line, runTexts[language].session(sid), language));
};

/** The findings of a page that report an error or a warning, as one line; null if there are none. */
export const unresolvedLine = (
  { source, page, invoice, faceChecks = [] }: ExportPage,
  language: Language,
): string | null => {
  const errors = [...(invoice?.checks ?? []).filter(({ level }) => level === 'error'), ...faceChecks];
  if (errors.length === 0) return null;
  const { colon, unresolved } = runTexts[language];
  const found = joinClauses(
    errors.map(({ message }) => message[language]),
    language,
  );
  const title = page > 1 ? `${source} (${page})` : source;
  return oneLine(`${title}${colon}${unresolved}${colon}${found}`);
};

/** A page as one line of tab-separated cells: source, state, and what identifies it. */
export const pageLine = (page: ExportPage, language: Language): string => {
  const texts = runTexts[language];
  const readAt = page.reused ? page.answeredAt : null;
  const read = readAt === null ? texts.recognized : texts.reused(spokenDay(readAt, language, null));
  const state = page.failure ? texts.failed : read;
  const rest = page.failure ? [failureLine(page, language)] : headline(page, language);
  const mark = page.demo ? [texts.sandbox] : [];
  return [page.source, state, ...rest, ...mark].map(oneLine).join('\t');
};
