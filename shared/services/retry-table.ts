import type { Failure } from './failure.ts';

/** What a failed call is: a temporary failure of one kind, or a final one. */
export type FailureClass =
  | 'connection'
  | 'certificate'
  | 'too-many-calls'
  | 'server-error'
  | 'session-timeout'
  | 'deadline'
  | 'final';

/** Maximum number of calls for one page, the first one included. */
const mostAttempts = 4;

/** The only table of temporary failures: how many calls a page may take. 1 is final. */
const attempts: Readonly<Record<FailureClass, number>> = {
  connection: mostAttempts,
  // A certificate that is refused now is refused in a second, too.
  certificate: 1,
  'too-many-calls': mostAttempts,
  'server-error': mostAttempts,
  'session-timeout': mostAttempts,
  deadline: 2,
  final: 1,
};

/** The parts of a failure that decide whether it is temporary. */
export type ClassifiedFailure = Pick<Failure, 'kind' | 'code' | 'reason' | 'headerCode'>;

/** Session codes in both API documents (Errors) that can pass without a change. */
const classOfCode = (code: number | null): FailureClass => {
  if (code === 10019) return 'session-timeout';
  return code === 10222 ? 'deadline' : 'final';
};

const classOfStatus = (status: number | null): FailureClass => {
  if (status === 429) return 'too-many-calls';
  // A status above 599 counts as one of the server (RFC 9110, 15).
  return status !== null && status >= 500 ? 'server-error' : 'final';
};

export const classOf = ({ kind, code, reason, headerCode }: ClassifiedFailure): FailureClass => {
  // A gateway may wrap the service's own response in another status: the response counts.
  if (headerCode !== undefined) return classOfCode(headerCode);
  if (kind === 'network') return reason === 'tls' ? 'certificate' : 'connection';
  if (kind === 'http') return classOfStatus(code);
  return kind === 'session' || kind === 'service' ? classOfCode(code) : 'final';
};

/** How many calls a page may take, the first one included. */
export const attemptsFor = (failure: ClassifiedFailure): number => attempts[classOf(failure)];
