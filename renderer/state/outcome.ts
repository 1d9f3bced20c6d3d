import type { CommandFailure } from '../../shared/contract/commands.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import type { FailureReason } from '../../shared/services/failure.ts';
import { isBlankPage, type PageSummary } from '../../shared/contract/page.ts';

type Name = 'unreachable' | 'badResponse' | 'tooLarge' | 'notCopied' | 'noPicture';

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
  noPicture: failure('no-picture', 'noPicture'),
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
  'unsupported',
  'cancelled',
  'comparing',
  'waiting',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcomes of finished pages, which a summary counts as read. */
export const isRead = (outcome: Outcome): boolean =>
  outcome !== 'unsupported' && outcome !== 'cancelled' && outcome !== 'waiting';

/** Files that Vouch does not open. Reading them again gives the same result. */
const unsupported: ReadonlySet<FailureReason> = new Set([
  'empty',
  'not-an-image',
  'not-downloaded',
  'unsupported-format',
  'other-archive',
  'archive-empty',
  'mail-empty',
  'mail-links',
  'mail-encrypted',
  'old-office',
  'spreadsheet',
  'old-spreadsheet',
]);
export const isUnsupported = (page: Pick<PageSummary, 'state' | 'failure'>): boolean =>
  page.state === 'failed' && page.failure !== null && unsupported.has(page.failure.reason);

/** Whether reading a page again may help. One that is set aside is left as it is. */
export const mayHelpAgain = (page: Pick<PageSummary, 'state' | 'failure' | 'review'>): boolean =>
  page.review !== 'aside' &&
  ((page.state === 'failed' && !isUnsupported(page)) ||
    page.state === 'interrupted' ||
    page.state === 'cancelled');

/**
 * `clean` and `findings` depend on open findings; a confirmed page has none. `comparing`: none so far, while the page is
 * compared with its data. `duplicate`: another page has
 * the same invoice, and the finding is open.
 */
export const outcomeOf = (page: PageSummary): Outcome => {
  const { state, review, findings, failedGroups, awaitsWitness } = page;
  if (state === 'waiting' || state === 'calling') return 'waiting';
  if (review === 'aside') return 'aside';
  if (isUnsupported(page)) return 'unsupported';
  if (state === 'cancelled') return 'cancelled';
  if (state !== 'recognized') return 'failed';
  if (isBlankPage(page)) return 'aside';
  if (findings.warn + findings.error === 0) return awaitsWitness && review === 'open' ? 'comparing' : 'clean';
  return failedGroups.includes('duplicate') ? 'duplicate' : 'findings';
};

/** Number of pages per outcome. */
export const countOutcomes = (pages: Iterable<PageSummary>): Readonly<Record<Outcome, number>> => {
  const counts = {
    clean: 0,
    findings: 0,
    duplicate: 0,
    aside: 0,
    failed: 0,
    unsupported: 0,
    cancelled: 0,
    comparing: 0,
    waiting: 0,
  };
  for (const page of pages) counts[outcomeOf(page)] += 1;
  return counts;
};
