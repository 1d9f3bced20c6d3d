import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Task } from './tasks.ts';

/** Worker threads that take tasks in turn; they start when they are needed and end when they have been idle. */
export type Pool = {
  readonly run: (task: Task) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

export type PoolOptions = {
  /** How many threads at most. */
  readonly size: number;
  /** A task that takes longer is given up with its thread. */
  readonly limitMs: number;
  /** A thread that has had nothing to do for so long is ended: it holds decoders and fonts in memory. */
  readonly idleMs: number;
  readonly address: URL;
};

/** Pictures held at once are what memory goes by: two threads are enough to keep the network busy. */
export const usualPoolSize = (): number => (availableParallelism() >= 4 ? 2 : 1);

/**
 * Where the worker's code stands: beside this file when the sources run, at the root of the built parts otherwise.
 */
export const workerAddress = (here: string = import.meta.url): URL => {
  if (here.endsWith('.ts')) return new URL('worker.ts', here);
  return new URL(here.includes('/parts/') ? '../intake-worker.js' : 'intake-worker.js', here);
};

type Job = { readonly task: Task; readonly settle: (answer: Answer) => void };
type Hand = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null };

export const createPool = ({ size, limitMs, idleMs, address }: PoolOptions): Pool => {
  const waiting: Job[] = [];
  const hands = new Set<Hand>();

  const dismiss = async (hand: Hand): Promise<void> => {
    hands.delete(hand);
    if (hand.timer) clearTimeout(hand.timer);
    await hand.worker.terminate();
  };

  /** Ends the hand's task and leaves the hand to the next one. */
  const finish = (hand: Hand, answer: Answer): void => {
    const { job } = hand;
    hand.job = null;
    if (hand.timer) clearTimeout(hand.timer);
    hand.timer = null;
    job?.settle(answer);
  };

  const rest = (hand: Hand): void => {
    hand.worker.unref();
    hand.timer = setTimeout(() => void dismiss(hand), idleMs);
    hand.timer.unref();
  };

  const giveUp = (hand: Hand, kind: 'took-too-long' | 'broke'): void => {
    if (!hands.has(hand)) return;
    finish(hand, { kind });
    void dismiss(hand);
    next();
  };

  const hire = (): Hand => {
    // A hostile file must not fill the thread's heap either; decoded pictures lie outside of it.
    const worker = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const hand: Hand = { worker, job: null, timer: null };
    worker.on('message', (answer: Answer) => {
      finish(hand, answer);
      next();
      if (hands.has(hand) && !hand.job) rest(hand);
    });
    worker.on('error', () => giveUp(hand, 'broke'));
    worker.on('exit', () => giveUp(hand, 'broke'));
    hands.add(hand);
    return hand;
  };

  const start = (hand: Hand, job: Job): void => {
    if (hand.timer) clearTimeout(hand.timer);
    hand.job = job;
    hand.worker.ref();
    hand.timer = setTimeout(() => giveUp(hand, 'took-too-long'), limitMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    hand.worker.postMessage(job.task);
  };

  const next = (): void => {
    while (waiting.length > 0) {
      const free = [...hands].find(({ job }) => job === null) ?? (hands.size < size ? hire() : null);
      if (!free) return;
      const job = waiting.shift();
      if (job) start(free, job);
    }
  };

  return {
    run: (task) =>
      new Promise((resolve) => {
        waiting.push({ task, settle: resolve });
        next();
      }),
    close: async () => {
      for (const { settle } of waiting.splice(0)) settle({ kind: 'broke' });
      const ending = [...hands];
      for (const hand of ending) finish(hand, { kind: 'broke' });
      await Promise.all(ending.map(dismiss));
    },
  };
};
