import type { Progress } from '../../../shared/contract/commands.ts';

/** How the queue stands as a whole, both services together. */
export type BatchStanding = {
  /** Share of one; null where nothing is under way. */
  readonly done: number | null;
  /** Paused, or waiting for the network. */
  readonly isHeld: boolean;
  /** What the batch came to; only in the standing in which its last page ended. */
  readonly ended: { readonly total: number; readonly failed: number } | null;
};

/** Adds up what is told of each service, from the first page of a batch to its last. */
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
