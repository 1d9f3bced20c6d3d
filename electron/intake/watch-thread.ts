import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Limits of a thread that reads the data of a file. */
export type ThreadLimits = {
  /** Processor time in milliseconds. It does not depend on how busy the computer is. */
  readonly cpuMs: number;
  /** Memory of the thread: its heap and the buffers it holds. */
  bytes: number;
};

const lookEveryMs = 30;

type Used = { readonly cpuMs: number; readonly bytes: number };

/** Null where the thread has not begun, or has ended. */
const usedBy = async (worker: Worker): Promise<Used | null> => {
  try {
    const [{ user, system }, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
    return { cpuMs: (user + system) / 1000, bytes: heap.total_physical_size + heap.external_memory };
  } catch {
    return null;
  }
};

/**
 * Watches what a thread uses from now on, and calls back once if that is too much. The thread is asked by
 * interrupts, which come through while it computes. Returns the function that ends watching.
 */
export const watchThread = (worker: Worker, limits: ThreadLimits, onTooMuch: () => void): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  const look = async (): Promise<void> => {
    let before: Used | null = null;
    while (!signal.aborted) {
      const used = await usedBy(worker);
      if (signal.aborted) return;
      before ??= used;
      const isTooMuch =
        used !== null &&
        before !== null &&
        (used.cpuMs - before.cpuMs > limits.cpuMs || used.bytes - before.bytes > limits.bytes);
      if (isTooMuch) {
        onTooMuch();
        return;
      }
      await setTimeout(lookEveryMs, undefined, { ref: false });
    }
  };
  void look();
  return () => ended.abort();
};
