import { documentedCode } from '../../shared/texts/service-failures.ts';
import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import {
  attemptsFor,
  classOf,
  type ClassifiedFailure,
  type FailureClass,
} from '../../shared/services/retry-table.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Load } from './limiter.ts';

/** Session codes in both API documents (Errors). */
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

type Known = ClassifiedFailure & Partial<Pick<Failure, 'mayHaveBeenPaid'>>;
type Rest = Omit<FailureRule, 'attempts' | 'neverLeft'>;

const outOfReach: ReadonlySet<FailureReason> = new Set(['unknown-host', 'unreachable', 'connect-timeout']);

const page: Rest = { load: 'fine', health: 'alive', concerns: 'page' };

const connectionRule = ({ reason }: Known): Rest => {
  const hangs = reason === 'call-timeout' || reason === 'connect-timeout';
  return {
    load: hangs ? 'overrun' : 'unknown',
    health: hangs ? 'hanging' : 'failing',
    concerns: 'page',
  };
};

/** What a response with a session code concerns. */
const concernOf = (service: ServiceId, code: number | null): Rest['concerns'] => {
  if (code === licenceNotEnough || code === appIdInvalid) return 'account';
  return code === null || documentedCode(service, code) ? 'page' : 'unknown';
};

/** A failure that another call would repeat, or that shows nothing about the service. */
const finalRule = (service: ServiceId, { kind, code, headerCode }: Known): Rest => {
  switch (kind) {
    case 'session':
      return { ...page, concerns: concernOf(service, code) };
    case 'http':
      return headerCode === undefined
        ? { ...page, load: 'unknown' }
        : { ...page, concerns: concernOf(service, headerCode) };
    case 'service':
      // The inner codes concern the picture.
      return page;
    case 'auth':
      return { ...page, load: 'unknown', concerns: 'account' };
    case 'network':
    case 'clock':
    case 'reply':
    case 'input':
      return { ...page, load: 'unknown' };
    default:
      return kind satisfies never;
  }
};

const rules: Readonly<Record<FailureClass, (service: ServiceId, failure: Known) => Rest>> = {
  connection: (_service, failure) => connectionRule(failure),
  certificate: (_service, failure) => connectionRule(failure),
  'too-many-calls': () => ({ ...page, load: 'overrun' }),
  'server-error': () => ({ load: 'overrun', health: 'failing', concerns: 'page' }),
  'session-timeout': () => ({ load: 'overrun', health: 'failing', concerns: 'page' }),
  deadline: finalRule,
  final: finalRule,
};

/** What a failed call means for its page, for the call rate and for the batch. */
export const failureRule = (service: ServiceId, failure: Known): FailureRule => ({
  ...rules[classOf(failure)](service, failure),
  attempts: attemptsFor(failure),
  neverLeft: failure.mayHaveBeenPaid !== true && outOfReach.has(failure.reason),
});
