import type { Failure } from '../../shared/services/failure.ts';

/** 10019 session timed out, 10222 deadline exceeded (both documents, Errors). */
const sessionTimedOut = 10019;
const deadlineExceeded = 10222;

/** At most so many calls for a page, the first one included. */
const mostAttempts = 4;

/** How many calls a failure of this kind is worth, the first one included: 1 is final. */
export const attemptsFor = ({ kind, code }: Pick<Failure, 'kind' | 'code'>): number => {
  if (kind === 'network') return mostAttempts;
  if (kind === 'http') return code === 429 || (code !== null && code >= 500) ? mostAttempts : 1;
  if (kind !== 'session' && kind !== 'service') return 1;
  if (code === sessionTimedOut) return mostAttempts;
  return code === deadlineExceeded ? 2 : 1;
};

export type RetryTimes = {
  /** The wait after the first failure is up to this long, and twice as long after each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** No attempt begins later than this after the first one. */
  readonly totalMs: number;
};

export const retryTimes: RetryTimes = { firstWaitMs: 1_000, longestWaitMs: 30_000, totalMs: 120_000 };

export type Failed = {
  readonly failure: Failure;
  /** Calls made so far. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** What the server asked for; null where it said nothing. */
  readonly retryAfterMs: number | null;
};

/** Half of it certain and half by chance: callers that failed together do not come back together, nor at once. */
const equalJitter = (ms: number, random: () => number): number => ms / 2 + random() * (ms / 2);

/** How long to wait before the next attempt, in milliseconds; null where there shall be none. */
export const waitBeforeRetry = (
  { failure, attempts, elapsedMs, retryAfterMs }: Failed,
  random: () => number,
  times: RetryTimes = retryTimes,
): number | null => {
  if (attempts >= attemptsFor(failure)) return null;
  const ceiling = Math.min(times.longestWaitMs, times.firstWaitMs * 2 ** (attempts - 1));
  const wait = Math.max(equalJitter(ceiling, random), retryAfterMs ?? 0);
  return elapsedMs + wait > times.totalMs ? null : wait;
};

/** Retry-After (RFC 9110, 10.2.3) in milliseconds from now: seconds or a date; null where it says neither. */
export const readRetryAfter = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A date begins with its day's name: a bare or negative number would be a year to Date.parse.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isFinite(date) ? Math.max(0, date - now.getTime()) : null;
};
