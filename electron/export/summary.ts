import {
  type ExportSummary,
  mostUnread,
  openFindingsOf,
  summaryOfPages,
  unreadName,
  type AlikePages,
  type OpenFinding,
} from '../../shared/review/export-summary.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';

/** The open findings of a page: none if it is confirmed; accepted findings are resolved. */
const openFindings = ({ invoice, confirmed }: ExportPage): readonly OpenFinding[] =>
  confirmed ? [] : openFindingsOf(invoice?.checks ?? []);

/** Whether no issue is open: `error` requires a recognized page without errors, `warn` also no warnings. */
export const isSettled = (page: ExportPage, upTo: 'error' | 'warn'): boolean =>
  stateOf(page) === 'recognized' &&
  !openFindings(page).some(([level]) => upTo === 'warn' || level === 'error');

/** Counts the unresolved issues in the pages of an export. */
export const summarize = (pages: readonly ExportPage[]): ExportSummary => {
  const groups = pages.map((page): AlikePages => {
    const state = stateOf(page);
    return {
      pages: 1,
      state: state === 'waiting' && page.cancelled ? 'cancelled' : state,
      isDemo: page.demo,
      open: openFindings(page),
    };
  });
  const unread = pages.filter((page) => stateOf(page) === 'waiting').slice(0, mostUnread);
  return summaryOfPages(
    groups,
    unread.map(({ source, page }) => unreadName(source, page)),
  );
};
