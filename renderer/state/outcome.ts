import type { PageSummary } from '../../shared/contract/page.ts';

/** The outcome of a page of a batch; each page has one. */
export const outcomes = [
  'clean',
  'findings',
  'duplicate',
  'aside',
  'failed',
  'cancelled',
  'waiting',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcomes of finished pages, which a summary counts as read. */
export const isRead = (outcome: Outcome): boolean => outcome !== 'cancelled' && outcome !== 'waiting';

/**
 * `clean` and `findings` depend on open findings; a confirmed page has none. `duplicate`: another page has
 * the same invoice, and the finding is open.
 */
export const outcomeOf = ({ state, review, findings, failedGroups }: PageSummary): Outcome => {
  if (state === 'waiting' || state === 'calling') return 'waiting';
  if (state === 'cancelled') return 'cancelled';
  if (state !== 'recognized') return 'failed';
  if (review === 'aside') return 'aside';
  if (findings.warn + findings.error === 0) return 'clean';
  return failedGroups.includes('duplicate') ? 'duplicate' : 'findings';
};

/** Number of pages per outcome. */
export const countOutcomes = (pages: Iterable<PageSummary>): Readonly<Record<Outcome, number>> => {
  const counts = { clean: 0, findings: 0, duplicate: 0, aside: 0, failed: 0, cancelled: 0, waiting: 0 };
  for (const page of pages) counts[outcomeOf(page)] += 1;
  return counts;
};
