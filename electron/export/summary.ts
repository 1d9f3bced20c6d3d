import type { ExportSummary } from '../../shared/contract/export/choice.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';

/** Users don't read more names than these. */
const mostNames = 10;

const nameOf = ({ source, page }: ExportPage): string => {
  const name = source.split(/[\\/]/).at(-1) ?? source;
  return page === 1 ? name : `${name} (${page})`;
};

/** The open findings of a page: none if it is confirmed; accepted findings are resolved. */
const openChecks = ({ invoice, confirmed }: ExportPage): readonly Finding[] =>
  confirmed ? [] : (invoice?.checks ?? []).filter(isOpenFinding);

const hasLevel = (page: ExportPage, level: 'warn' | 'error'): boolean =>
  openChecks(page).some((check) => check.level === level);

/** Whether no issue is open: `error` requires a recognized page without errors, `warn` also no warnings. */
export const isSettled = (page: ExportPage, upTo: 'error' | 'warn'): boolean =>
  stateOf(page) === 'recognized' && !hasLevel(page, 'error') && (upTo === 'error' || !hasLevel(page, 'warn'));

const countChecks = (pages: readonly ExportPage[]): ExportSummary['checks'] => {
  const counted = new Map<string, { id: string; level: 'warn' | 'error'; pages: number }>();
  for (const page of pages) {
    const onThisPage = new Set<string>();
    for (const { id, level } of openChecks(page)) {
      if (level !== 'warn' && level !== 'error') continue;
      const key = `${level} ${id}`;
      if (onThisPage.has(key)) continue;
      onThisPage.add(key);
      const entry = counted.get(key) ?? { id, level, pages: 0 };
      counted.set(key, { ...entry, pages: entry.pages + 1 });
    }
  }
  return [...counted.values()].sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1));
};

/** Counts the unresolved issues in the pages of an export. */
export const summarize = (pages: readonly ExportPage[]): ExportSummary => {
  const failed = pages.filter((page) => stateOf(page) === 'failed').length;
  const unread = pages.filter((page) => stateOf(page) === 'waiting');
  const cancelled = unread.filter((page) => page.cancelled).length;
  const withErrors = pages.filter((page) => hasLevel(page, 'error')).length;
  return {
    pages: pages.length,
    recognized: pages.length - failed - unread.length,
    failed,
    cancelled,
    waiting: unread.length - cancelled,
    unread: unread.slice(0, mostNames).map(nameOf),
    withErrors,
    withWarnings: pages.filter((page) => hasLevel(page, 'warn') && !hasLevel(page, 'error')).length,
    sandbox: pages.filter(({ sandbox }) => sandbox).length,
    checks: countChecks(pages),
    needsDecision: failed > 0 || unread.length > 0 || withErrors > 0,
  };
};
