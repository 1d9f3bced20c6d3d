export type RetryTimes = {
  /** The wait after the first failure is up to this long, and twice as long after each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** No attempt begins later than this after the first one. */
  readonly totalMs: number;
};

export const retryTimes: RetryTimes = { firstWaitMs: 1_000, longestWaitMs: 30_000, totalMs: 120_000 };

export type Failed = {
  /** How many calls the page is worth (`failureRule`). */
  readonly most: number;
  /** Calls made so far. */
  readonly attempts: number;
  readonly elapsedMs: number;
  /** What the server asked for; null where it said nothing. */
  readonly retryAfterMs: number | null;
};

/** An open circuit breaker holds all calls for so long, and twice as long each further time. */
export const holdMs = (holds: number, times: RetryTimes = retryTimes): number =>
  Math.min(times.longestWaitMs, 5 * times.firstWaitMs * 2 ** holds);

/** Half of it certain and half by chance: callers that failed together do not come back together, nor at once. */
const equalJitter = (ms: number, random: () => number): number => ms / 2 + random() * (ms / 2);

/** How long to wait before the next attempt, in milliseconds; null where there shall be none. */
export const waitBeforeRetry = (
  { most, attempts, elapsedMs, retryAfterMs }: Failed,
  random: () => number,
  times: RetryTimes = retryTimes,
): number | null => {
  if (attempts >= most) return null;
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
