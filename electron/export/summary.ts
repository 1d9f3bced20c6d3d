import type { Bilingual } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';

/** What the user should know before pages are exported. */
export type ExportSummary = {
  readonly pages: number;
  readonly recognized: number;
  /** Pages that were not recognized: they are exported with their error. */
  readonly failed: number;
  /** Recognized pages with a check of level error that did not hold. */
  readonly withErrors: number;
  /** Recognized pages without such an error, but with a warning. */
  readonly withWarnings: number;
  readonly sandbox: number;
  /** Checks that did not hold, and on how many pages; the most frequent first. */
  readonly checks: readonly {
    readonly id: string;
    readonly level: 'warn' | 'error';
    readonly pages: number;
  }[];
  /** Whether anything is left that the user has to decide about. */
  readonly needsDecision: boolean;
};

const hasLevel = ({ invoice }: ExportPage, level: 'warn' | 'error'): boolean =>
  (invoice?.checks ?? []).some((check) => check.level === level);

const countChecks = (pages: readonly ExportPage[]): ExportSummary['checks'] => {
  const counted = new Map<string, { id: string; level: 'warn' | 'error'; pages: number }>();
  for (const { invoice } of pages) {
    const onThisPage = new Set<string>();
    for (const { id, level } of invoice?.checks ?? []) {
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

/** Counts what is unresolved in the pages of an export. */
export const summarize = (pages: readonly ExportPage[]): ExportSummary => {
  const failed = pages.filter(({ failure }) => failure !== null).length;
  const withErrors = pages.filter((page) => hasLevel(page, 'error')).length;
  return {
    pages: pages.length,
    recognized: pages.length - failed,
    failed,
    withErrors,
    withWarnings: pages.filter((page) => hasLevel(page, 'warn') && !hasLevel(page, 'error')).length,
    sandbox: pages.filter(({ sandbox }) => sandbox).length,
    checks: countChecks(pages),
    needsDecision: failed > 0 || withErrors > 0,
  };
};

const plural = (count: number, one: string, many: string): string =>
  `${String(count)} ${count === 1 ? one : many}`;

/** The summary as one sentence a finding; an empty list where there is nothing to say. */
export const describeSummary = ({
  failed,
  withErrors,
  withWarnings,
  sandbox,
}: ExportSummary): readonly Bilingual[] => {
  const findings: readonly (Bilingual & { readonly count: number })[] = [
    {
      count: failed,
      zh: `${String(failed)} 页未识别，将连同错误原因一起导出。`,
      en: `${plural(failed, 'page was', 'pages were')} not recognized; exported with the reason.`,
    },
    {
      count: withErrors,
      zh: `${String(withErrors)} 张发票有未解决的错误。`,
      en: `${plural(withErrors, 'invoice has', 'invoices have')} unresolved errors.`,
    },
    {
      count: withWarnings,
      zh: `${String(withWarnings)} 张发票有待核对的提示。`,
      en: `${plural(withWarnings, 'invoice has', 'invoices have')} warnings to look at.`,
    },
    {
      count: sandbox,
      zh: `${String(sandbox)} 页是沙箱数据，并非真实识别结果。`,
      en: `${plural(sandbox, 'page is', 'pages are')} sandbox data, not read by the real service.`,
    },
  ];
  return findings.filter(({ count }) => count > 0).map(({ zh, en }) => ({ zh, en }));
};
