import type { Health } from './failure-rules.ts';

/**
 * The reaction to a call: continue, block new calls for a while (the n-th time in a row, from 0), or end the batch.
 */
type BreakerVerdict =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'hold'; readonly holds: number }
  | { readonly kind: 'give-up' };

type BreakerOptions = {
  /**
   * Opens at this sum of weights. A call that hangs costs a minute, so it weighs more than one that fails at
   * once.
   */
  readonly weightToOpen: number;
  readonly hangingWeight: number;
  /** Probes that may fail in a row before the batch is given up. */
  readonly probes: number;
};

export const breakerOptions: BreakerOptions = { weightToOpen: 12, hangingWeight: 3, probes: 3 };

/**
 * Watches whether a service responds at all. Closed, it counts failures in a row. Open, it lets one call at a
 * time probe the service, after a growing wait; one response closes it. After a few failed probes the batch
 * ends, and its remaining pages stay waiting. The next batch gets a single probe.
 */
export type CircuitBreaker = {
  /**
   * @param calledMs when the call started; a call that started before the breaker opened does not count as a probe
   * @param nowMs the current time of the same clock
   */
  readonly learn: (health: Health, calledMs: number, nowMs: number) => BreakerVerdict;
};

const goOn: BreakerVerdict = { kind: 'go-on' };

export const createCircuitBreaker = (): CircuitBreaker => {
  const { weightToOpen, hangingWeight, probes } = breakerOptions;
  let weight = 0;
  /** Failed probes; null while closed. */
  let missed: number | null = null;
  let openedMs = 0;

  return {
    learn: (health, calledMs, nowMs) => {
      if (health === 'alive') {
        weight = 0;
        missed = null;
        return goOn;
      }
      if (missed === null) {
        weight += health === 'hanging' ? hangingWeight : 1;
        if (weight < weightToOpen) return goOn;
        missed = 0;
      } else {
        if (calledMs < openedMs) return goOn;
        missed += 1;
      }
      openedMs = nowMs;
      if (missed < probes) return { kind: 'hold', holds: missed };
      missed = probes - 1;
      return { kind: 'give-up' };
    },
  };
};
