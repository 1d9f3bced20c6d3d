import type { Failure } from '../../shared/services/failure.ts';
import { createRepeatedCode, type RepeatedCode } from './repeated-code.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
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

/** @param after the newest call of all if a new call was requested */
export const newBatch = (after: CallId = 0): Batch => ({
  after,
  failures: new Map(),
  budget: createRetryBudget(),
  repeated: createRepeatedCode(),
  halt: createHalt(),
});
