import { documentedCode } from '../../shared/texts/service-codes.ts';
import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import { attemptsFor } from '../../shared/services/retry-table.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Load } from './limiter.ts';

/** Session codes in both API documents (Errors). */
const sessionTimedOut = 10019;
const licenceNotEnough = 10010;
const appIdInvalid = 10313;

/**
 * What a failed call shows about the service: it works, it responds with errors, or it accepts calls and
 * never responds.
 */
export type Health = 'alive' | 'failing' | 'hanging';

type FailureRule = {
  /** The maximum number of calls for a page: see `attemptsFor`. */
  readonly attempts: number;
  readonly load: Load;
  readonly health: Health;
  /**
   * What the failure concerns. `account`: every other page would fail the same way, so the batch stops.
   * `unknown`: a session code that no document lists; it stops the batch after several pages in a row.
   */
  readonly concerns: 'page' | 'account' | 'unknown';
  /** The request never left: another attempt costs nothing. */
  readonly neverLeft: boolean;
};

type Known = Pick<Failure, 'kind' | 'code' | 'reason' | 'headerCode'> &
  Partial<Pick<Failure, 'mayHaveBeenPaid'>>;
type Rest = Omit<FailureRule, 'attempts' | 'neverLeft'>;

const outOfReach: ReadonlySet<FailureReason> = new Set(['unknown-host', 'unreachable', 'connect-timeout']);

const page: Rest = { load: 'fine', health: 'alive', concerns: 'page' };

const sessionRule = (service: ServiceId, code: number | null): Rest => {
  if (code === sessionTimedOut) return { load: 'overrun', health: 'failing', concerns: 'page' };
  if (code === licenceNotEnough || code === appIdInvalid) return { ...page, concerns: 'account' };
  return code === null || documentedCode(service, code) ? page : { ...page, concerns: 'unknown' };
};

const httpRule = (service: ServiceId, { code, headerCode }: Known): Rest => {
  // A gateway may wrap the service's own response in another status: the response counts.
  if (headerCode !== undefined) return sessionRule(service, headerCode);
  if (code === 429) return { load: 'overrun', health: 'alive', concerns: 'page' };
  return code !== null && code >= 500
    ? { load: 'overrun', health: 'failing', concerns: 'page' }
    : { ...page, load: 'unknown' };
};

const networkRule = ({ reason }: Known): Rest => {
  const hangs = reason === 'call-timeout' || reason === 'connect-timeout';
  return {
    load: hangs ? 'overrun' : 'unknown',
    health: hangs ? 'hanging' : 'failing',
    concerns: 'page',
  };
};

const restOf = (service: ServiceId, failure: Known): Rest => {
  switch (failure.kind) {
    case 'network':
      return networkRule(failure);
    case 'http':
      return httpRule(service, failure);
    case 'session':
      return sessionRule(service, failure.code);
    case 'service':
      // The inner codes concern the picture; those that are worth a retry are the same.
      return { ...sessionRule(service, failure.code), concerns: 'page' };
    case 'auth':
      return { ...page, load: 'unknown', concerns: 'account' };
    case 'clock':
    case 'reply':
    case 'input':
      return { ...page, load: 'unknown' };
    default:
      return failure.kind satisfies never;
  }
};

/** The only table of what a failed call means for its page, for the call rate and for the batch. */
export const failureRule = (service: ServiceId, failure: Known): FailureRule => ({
  ...restOf(service, failure),
  attempts: attemptsFor(failure),
  neverLeft: failure.mayHaveBeenPaid !== true && outOfReach.has(failure.reason),
});
