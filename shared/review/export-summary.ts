import { z } from 'zod';
import { byCodeUnits } from '../order.ts';
import { isOpenFinding, type Finding } from '../invoice/finding.ts';

/** Facts for the user before pages are exported. */
export const exportSummarySchema = z.object({
  pages: z.int(),
  recognized: z.int(),
  /** Pages that were not recognized: they are exported with their error. */
  failed: z.int(),
  /** Pages that were never recognized: they are exported with their state. */
  cancelled: z.int(),
  waiting: z.int(),
  /** The names of the first of these. */
  unread: z.array(z.string()).readonly(),
  /** Recognized pages with a failed check of level error. */
  withErrors: z.int(),
  /** Recognized pages without such an error, but with a warning. */
  withWarnings: z.int(),
  demo: z.int(),
  /** Failed checks with their number of pages, most frequent first. */
  checks: z.array(z.object({ id: z.string(), level: z.enum(['warn', 'error']), pages: z.int() })).readonly(),
  /** Whether the user has to decide anything. */
  needsDecision: z.boolean(),
});
export type ExportSummary = z.infer<typeof exportSummarySchema>;

/** An open finding without its text. */
export type OpenFinding = readonly [level: 'warn' | 'error', id: string];

/** The open findings of an invoice, each once. Invoices with the same open findings have equal lists. */
export const openFindingsOf = (findings: readonly Finding[]): readonly OpenFinding[] => {
  const open = new Map<string, OpenFinding>();
  for (const finding of findings) {
    const { level, id } = finding;
    if ((level === 'warn' || level === 'error') && isOpenFinding(finding))
      open.set(`${level} ${id}`, [level, id]);
  }
  return [...open].toSorted(([one], [other]) => byCodeUnits(one, other)).map(([, finding]) => finding);
};

/** Pages of an export that are alike in everything that its summary counts. */
export type AlikePages = {
  readonly pages: number;
  readonly state: 'recognized' | 'failed' | 'waiting' | 'cancelled';
  readonly isDemo: boolean;
  /** None if the page is confirmed or not recognized. */
  readonly open: readonly OpenFinding[];
};

/** Users don't read more names than these. */
export const mostUnread = 10;

export const unreadName = (source: string, page: number): string => {
  const name = source.split(/[\\/]/).at(-1) ?? source;
  return page === 1 ? name : `${name} (${page})`;
};

const countChecks = (groups: readonly Pick<AlikePages, 'pages' | 'open'>[]): ExportSummary['checks'] => {
  const counted = new Map<string, { id: string; level: 'warn' | 'error'; pages: number }>();
  for (const { open, pages } of groups)
    for (const [level, id] of open) {
      const key = `${level} ${id}`;
      const entry = counted.get(key) ?? { id, level, pages: 0 };
      counted.set(key, { ...entry, pages: entry.pages + pages });
    }
  return [...counted.values()].toSorted(
    (a, b) => b.pages - a.pages || byCodeUnits(a.id, b.id) || byCodeUnits(a.level, b.level),
  );
};

/**
 * Counts the unresolved issues in the pages of an export.
 * @param unread the names of the first pages that wait or were cancelled
 */
export const summaryOfPages = (groups: readonly AlikePages[], unread: readonly string[]): ExportSummary => {
  const count = (isMeant: (group: AlikePages) => boolean): number =>
    groups.filter(isMeant).reduce((sum, { pages }) => sum + pages, 0);
  const has = ({ open }: AlikePages, wanted: OpenFinding[0]): boolean =>
    open.some(([level]) => level === wanted);
  const inState = (wanted: AlikePages['state']): number => count(({ state }) => state === wanted);
  const [failed, cancelled, waiting] = [inState('failed'), inState('cancelled'), inState('waiting')];
  const withErrors = count((group) => has(group, 'error'));
  return {
    pages: count(() => true),
    recognized: inState('recognized'),
    failed,
    cancelled,
    waiting,
    unread: unread.slice(0, mostUnread),
    withErrors,
    withWarnings: count((group) => has(group, 'warn') && !has(group, 'error')),
    demo: count(({ isDemo }) => isDemo),
    checks: countChecks(groups),
    needsDecision: failed + cancelled + waiting + withErrors > 0,
  };
};

/**
 * A stored summary with the findings of pages that it counts as recognized and without findings.
 * @param derived the summary of these pages alone
 */
export const withDerived = (stored: ExportSummary, derived: ExportSummary): ExportSummary => {
  const failed = stored.failed + derived.failed;
  const withErrors = stored.withErrors + derived.withErrors;
  const found = [...stored.checks, ...derived.checks];
  return {
    ...stored,
    recognized: stored.recognized - derived.failed,
    failed,
    withErrors,
    withWarnings: stored.withWarnings + derived.withWarnings,
    checks: countChecks(found.map(({ id, level, pages }) => ({ pages, open: [[level, id]] }))),
    needsDecision: failed + stored.cancelled + stored.waiting + withErrors > 0,
  };
};
