import type { Failure } from '../../shared/services/failure.ts';
import type { CallId } from '../store/port.ts';

/** Pages whose recognition was requested together. */
export type Batch = {
  /**
   * Only calls newer than this one may be reused: 0 for any call. The newest call of all if a new call was
   * requested.
   */
  readonly after: number;
  /** The failures within this batch, by the call's key: equal files share a failure. */
  readonly failures: Map<string, Failure>;
  readonly budget: RetryBudget;
  readonly repeated: RepeatedCode;
  readonly halt: Halt;
};

/** Ends a batch for a reason that would affect every other page in it. */
type Halt = {
  readonly signal: AbortSignal;
  /** The reason; null while the batch runs. */
  readonly failure: () => Failure | null;
  /** @returns whether this is the first time */
  readonly stop: (failure: Failure) => boolean;
};

const createHalt = (): Halt => {
  const controller = new AbortController();
  let reason: Failure | null = null;
  return {
    signal: controller.signal,
    failure: () => reason,
    stop: (failure) => {
      if (reason) return false;
      reason = failure;
      controller.abort();
      return true;
    },
  };
};

/** If this many pages in a row get one unlisted code, the pages are not the cause. */
const mostInARow = 4;

/** Detects one unlisted session code on page after page: a licence, a quota, a closed account. */
type RepeatedCode = {
  /** @returns whether the limit is reached */
  readonly saw: (code: number) => boolean;
  /** Any other end of a call. */
  readonly sawOther: () => void;
};

export const createRepeatedCode = (): RepeatedCode => {
  let last: number | null = null;
  let count = 0;
  return {
    saw: (code) => {
      count = code === last ? count + 1 : 1;
      last = code;
      return count >= mostInARow;
    },
    sawOther: () => {
      last = null;
      count = 0;
    },
  };
};

/**
 * Repeated calls that a batch may make. A success earns one back: if most calls succeed it never runs out,
 * and a dead service gets little more than one call a page.
 */
type RetryBudget = {
  /** Uses one repeated call; false if none is left. */
  readonly spend: () => boolean;
  readonly earn: () => void;
};

const retriesAtOnce = 30;

export const createRetryBudget = (most: number): RetryBudget => {
  let left = most;
  return {
    spend: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    earn: () => {
      left = Math.min(most, left + 1);
    },
  };
};

/** @param after the newest call of all if a new call was requested */
export const newBatch = (after: CallId = 0): Batch => ({
  after,
  failures: new Map(),
  budget: createRetryBudget(retriesAtOnce),
  repeated: createRepeatedCode(),
  halt: createHalt(),
});
