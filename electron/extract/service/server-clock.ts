import type { Failure } from '../../../shared/services/failure.ts';
import type { CallRecord, CallResult } from './call.ts';

/** Beyond this a Date header tells of a clock that is wrong, and not of a slow line. */
const wrongFromMs = 60_000;

/** What the server's clock has ahead of ours, as far as a session has learnt it. */
export type ServerClock = {
  /** Milliseconds to add to this computer's time for a date that the server takes. */
  readonly offsetMs: () => number;
  /** Takes over what a reply's Date header says. @returns whether the offset is another one now */
  readonly learn: (result: CallResult) => boolean;
};

/** Whether the service itself wrote the reply: a proxy's page has the proxy's clock. */
const isFromService = ({ outcome }: CallResult): boolean => {
  if (outcome === 'cancelled') return false;
  return outcome.ok || ['auth', 'clock', 'session', 'service'].includes(outcome.failure.kind);
};

const measured = (result: CallResult): CallRecord['measuredOffsetMs'] =>
  isFromService(result) ? result.record.measuredOffsetMs : null;

export const createServerClock = (): ServerClock => {
  let offset = 0;
  return {
    offsetMs: () => offset,
    learn: (result) => {
      const found = measured(result);
      if (found === null || Math.abs(found - offset) <= wrongFromMs) return false;
      // A computer that was set right in the meantime needs no offset any more.
      offset = Math.abs(found) <= wrongFromMs ? 0 : found;
      return true;
    },
  };
};

/** Whether a failure can come of a date that the server did not take, so that a better one is worth a second call. */
export const couldBeTheClock = ({ kind }: Failure): boolean => kind === 'clock' || kind === 'auth';
