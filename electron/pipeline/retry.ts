export type RetryTimes = {
  /** The maximum wait after the first failure; it doubles after each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** No attempt starts later than this after the first one. */
  readonly totalMs: number;
};

export const retryTimes: RetryTimes = { firstWaitMs: 1_000, longestWaitMs: 30_000, totalMs: 120_000 };

type Failed = {
  /** Maximum number of calls for the page (`failureRule`). */
  readonly most: number;
  /** Calls made so far. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** What the server asked for; null if it sent nothing. */
  readonly retryAfterMs: number | null;
};

/** How long an open circuit breaker holds all calls; doubles each further time. */
export const holdMs = (holds: number, times: RetryTimes): number =>
  Math.min(times.longestWaitMs, 5 * times.firstWaitMs * 2 ** holds);

/** Half fixed and half random: callers that failed together neither retry together nor at once. */
const equalJitter = (ms: number, random: () => number): number => ms / 2 + random() * (ms / 2);

/** How long to wait before the next attempt, in milliseconds; null if there must be none. */
export const waitBeforeRetry = (
  { most, attempts, elapsedMs, retryAfterMs }: Failed,
  random: () => number,
  times: RetryTimes,
): number | null => {
  if (attempts >= most) return null;
  const ceiling = Math.min(times.longestWaitMs, times.firstWaitMs * 2 ** (attempts - 1));
  const wait = Math.max(equalJitter(ceiling, random), retryAfterMs ?? 0);
  return elapsedMs + wait > times.totalMs ? null : wait;
};

/** Retry-After (RFC 9110, 10.2.3) in milliseconds from now: seconds or a date; null if it is neither. */
export const readRetryAfter = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A date begins with the name of its day: Date.parse would take a bare or negative number as a year.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isFinite(date) ? Math.max(0, date - now.getTime()) : null;
};
