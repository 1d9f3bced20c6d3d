import type { Failure } from './failure.ts';

/** Session codes in both API documents (Errors) that can pass without a change. */
const sessionTimedOut = 10019;
const deadlineExceeded = 10222;

/** Maximum number of calls for one page, the first one included. */
const mostAttempts = 4;

const attemptsForCode = (code: number | null): number => {
  if (code === sessionTimedOut) return mostAttempts;
  return code === deadlineExceeded ? 2 : 1;
};

/** A status above 599 counts as one of the server (RFC 9110, 15). */
const isPassingStatus = (status: number | null): boolean =>
  status === 429 || (status !== null && status >= 500);

/**
 * The only table of temporary failures: how many calls a page may take, the first one included. 1 is final.
 */
export const attemptsFor = ({
  kind,
  code,
  reason,
  headerCode,
}: Pick<Failure, 'kind' | 'code' | 'reason' | 'headerCode'>): number => {
  // A gateway may wrap the service's own response in another status: the response counts.
  if (headerCode !== undefined) return attemptsForCode(headerCode);
  // A certificate that is refused now is refused in a second, too.
  if (kind === 'network') return reason === 'tls' ? 1 : mostAttempts;
  if (kind === 'http') return isPassingStatus(code) ? mostAttempts : 1;
  return kind === 'session' || kind === 'service' ? attemptsForCode(code) : 1;
};
