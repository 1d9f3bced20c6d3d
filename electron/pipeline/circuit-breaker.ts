import type { Health } from './failure-rules.ts';

/** What to do after a call: go on, let nobody in for a while (the n-th time in a row, from 0), or end the batch. */
export type BreakerVerdict =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'hold'; readonly holds: number }
  | { readonly kind: 'give-up' };

export type BreakerOptions = {
  /** Opens at this sum of weights: a call that hangs costs a minute and weighs more than one that fails at once. */
  readonly weightToOpen: number;
  readonly hangingWeight: number;
  /** Probes that may fail in a row before the batch is given up. */
  readonly probes: number;
};

export const breakerOptions: BreakerOptions = { weightToOpen: 12, hangingWeight: 3, probes: 3 };

/**
 * Watches whether a service answers at all. Closed, it counts failures in a row. Open, one call at a time probes the
 * service after a wait that grows; one answer closes it. After a few probes without an answer the batch ends, and its
 * other pages stay waiting. The next batch then gets a single probe.
 */
export type CircuitBreaker = {
  /**
   * @param calledMs when the call set out; one that left before the breaker opened is no probe
   * @param nowMs the same clock now
   */
  readonly learn: (health: Health, calledMs: number, nowMs: number) => BreakerVerdict;
};

const goOn: BreakerVerdict = { kind: 'go-on' };

export const createCircuitBreaker = (options: BreakerOptions = breakerOptions): CircuitBreaker => {
  const { weightToOpen, hangingWeight, probes } = options;
  let weight = 0;
  /** Probes that failed; null while closed. */
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
