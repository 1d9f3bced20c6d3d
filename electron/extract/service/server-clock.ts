import type { Failure } from '../../../shared/services/failure.ts';
import type { CallFacts, CallResult } from './call.ts';

/** A larger difference in the Date header means a wrong clock, not a slow connection. */
const wrongFromMs = 60_000;

/** The server's clock relative to ours, as learned during a session. */
export type ServerClock = {
  /** Milliseconds to add to this computer's time so that the server accepts the date. */
  readonly offsetMs: () => number;
  /** Learns from a response's Date header. @returns whether the offset has changed */
  readonly learn: (result: CallResult) => boolean;
};

/** Whether the service itself wrote the response: a proxy's page has the proxy's clock. */
const isFromService = ({ outcome }: CallResult): boolean => {
  if (outcome === 'cancelled') return false;
  return outcome.ok || ['auth', 'clock', 'session', 'service'].includes(outcome.failure.kind);
};

const measured = (result: CallResult): CallFacts['measuredOffsetMs'] =>
  isFromService(result) ? result.record.measuredOffsetMs : null;

/**
 * @param memory stores the offset; others may share it
 */
export const createServerClock = (memory = { offsetMs: 0 }): ServerClock => ({
  offsetMs: () => memory.offsetMs,
  learn: (result) => {
    const found = measured(result);
    if (found === null || Math.abs(found - memory.offsetMs) <= wrongFromMs) return false;
    // After the computer's clock was corrected, no offset is needed.
    memory.offsetMs = Math.abs(found) <= wrongFromMs ? 0 : found;
    return true;
  },
});

/**
 * Whether a rejected date may have caused the failure, so that a second call with a better date makes sense.
 */
export const couldBeTheClock = ({ kind }: Failure): boolean => kind === 'clock' || kind === 'auth';
