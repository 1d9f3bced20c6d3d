import type { CommandFailure } from '../../shared/contract/commands.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import type { PageSummary } from '../../shared/contract/page.ts';

type Name = 'unreachable' | 'badResponse' | 'tooLarge' | 'notCopied';

const failure = (id: string, name: Name): CommandFailure => ({
  id,
  message: { zh: noticesZh.failure[name], en: noticesEn.failure[name] },
  remedy: { zh: noticesZh.failure[`${name}Remedy`], en: noticesEn.failure[`${name}Remedy`] },
});

/** Failures of the window, or between it and its host. The backend is not involved. */
export const failures = {
  unreachable: failure('unreachable', 'unreachable'),
  badResponse: failure('bad-response', 'badResponse'),
  tooLarge: failure('too-large', 'tooLarge'),
  notCopied: failure('not-copied', 'notCopied'),
} as const satisfies Record<string, CommandFailure>;

/** A response that is not Vouch's, such as a proxy's page: its status and type are for support. */
export const badResponseOf = ({ status, headers }: Pick<Response, 'status' | 'headers'>): CommandFailure => ({
  ...failures.badResponse,
  details: `HTTP ${status}, ${headers.get('content-type') ?? '-'}`,
});

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
