import type { Failure } from '../../shared/services/failure.ts';
import { createRepeatedCode, type RepeatedCode } from './repeated-code.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import type { CallId } from '../store/port.ts';

/** Pages that were asked for together. */
export type Batch = {
  /** Only calls newer than this one may answer: 0 for any, the newest of all where a new call was asked for. */
  readonly after: number;
  /** What went wrong within this batch, by the call's key: equal files share it. */
  readonly failures: Map<string, Failure>;
  readonly budget: RetryBudget;
  readonly repeated: RepeatedCode;
  readonly halt: Halt;
};

/** Ends a batch for a reason that every other page of it would meet, too. */
export type Halt = {
  readonly signal: AbortSignal;
  /** Why; null while the batch goes on. */
  readonly failure: () => Failure | null;
  /** @returns whether this is the first word of it */
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

/** @param after the newest call of all where a new one was asked for */
export const newBatch = (after: CallId = 0): Batch => ({
  after,
  failures: new Map(),
  budget: createRetryBudget(),
  repeated: createRepeatedCode(),
  halt: createHalt(),
});
