import type { Progress } from '../../../shared/contract/commands.ts';

/** The state of the whole queue, both services together. */
export type BatchStanding = {
  /** Share of 1; null if nothing is in progress. */
  readonly done: number | null;
  /** Paused, or waiting for the network. */
  readonly isHeld: boolean;
  /** The totals of the batch; only in the state in which its last page ended. */
  readonly ended: { readonly total: number; readonly failed: number } | null;
};

/** Adds up the progress of both services, from the first page of a batch to its last. */
export const createBatchTally = (): ((progress: Progress) => BatchStanding) => {
  const services = new Map<string, Progress>();
  const sum = (of: (progress: Progress) => number): number =>
    [...services.values()].reduce((total, progress) => total + of(progress), 0);

  return (progress) => {
    services.set(progress.service, progress);
    const open = [...services.values()].filter(({ finished, total }) => finished < total);
    const total = sum((each) => each.total);
    const failed = sum((each) => each.failed);
    if (open.length > 0)
      return {
        done: sum(({ finished }) => finished) / total,
        isHeld: open.some(({ paused, offline }) => paused === true || offline === true),
        ended: null,
      };
    services.clear();
    return { done: null, isHeld: false, ended: total > 0 ? { total, failed } : null };
  };
};
