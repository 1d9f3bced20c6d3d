import type { Failure } from '../../shared/services/failure.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** Pages that were asked for together. */
export type Batch = {
  /** Only calls newer than this one may answer: 0 for any, the newest of all where a new call was asked for. */
  readonly after: number;
  /** What went wrong within this batch, by the call's key: equal files share it. */
  readonly failures: Map<string, Failure>;
};

export const newBatch = (ledger: Ledger, anew: boolean): Batch => ({
  after: anew ? ledger.calls.newestId() : 0,
  failures: new Map(),
});
