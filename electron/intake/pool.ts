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

/** A task under way, as thread and pool speak of it. */
export type Posted = { readonly id: number; readonly task: Task };
/** What a thread says: the end of a task, or that only its encoding is left, which leaves the thread free. */
export type Said =
  | { readonly id: number; readonly said: 'answer'; readonly answer: Answer }
  | { readonly id: number; readonly said: 'encoding' };

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly settle: (answer: Answer) => void;
  /** How many threads broke while they had it. It may be without fault, and is tried once more, alone. */
  breaks: number;
};
type Running = { readonly job: Job; readonly timer: NodeJS.Timeout; encoding: boolean };
type Hand = {
  readonly worker: Worker;
  readonly running: Map<number, Running>;
  idle: NodeJS.Timeout | null;
};

/** A page is rendered while the one before it is encoded, and no more than that: each holds its pixels. */
const mostAtOnce = 2;

const hasRoom = ({ running }: Hand, job: Job): boolean => {
  const under = [...running.values()];
  if (under.length === 0) return true;
  return (
    job.breaks === 0 &&
    under.length < mostAtOnce &&
    under.every((one) => one.encoding && one.job.breaks === 0)
  );
};

export const createPool = ({ size, limitMs, idleMs, address }: PoolOptions): Pool => {
  const waiting: Job[] = [];
  const hands = new Set<Hand>();
  let lastId = 0;

  const dismiss = async (hand: Hand): Promise<void> => {
    hands.delete(hand);
    if (hand.idle) clearTimeout(hand.idle);
    for (const { timer } of hand.running.values()) clearTimeout(timer);
    await hand.worker.terminate();
  };

  const finish = (hand: Hand, id: number, answer: Answer): void => {
    const found = hand.running.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    hand.running.delete(id);
    found.job.settle(answer);
  };

  const rest = (hand: Hand): void => {
    hand.worker.unref();
    hand.idle = setTimeout(() => void dismiss(hand), idleMs);
    hand.idle.unref();
  };

  /** Ends a thread. What it had under way and is not known to be at fault is tried again. */
  const giveUp = (hand: Hand, guilty: number | null): void => {
    if (!hands.has(hand)) return;
    const jobs = [...hand.running.values()].map(({ job }) => job);
    if (guilty !== null) finish(hand, guilty, { kind: 'took-too-long' });
    else
      for (const job of jobs) {
        job.breaks += 1;
        if (job.breaks > 1) finish(hand, job.id, { kind: 'broke' });
      }
    waiting.unshift(...jobs.filter(({ id }) => hand.running.has(id)));
    void dismiss(hand);
    next();
  };

  const hear = (hand: Hand, said: Said): void => {
    if (said.said === 'answer') finish(hand, said.id, said.answer);
    else {
      const found = hand.running.get(said.id);
      if (found) found.encoding = true;
    }
    next();
    if (hands.has(hand) && hand.running.size === 0) rest(hand);
  };

  const hire = (): Hand => {
    // A hostile file must not fill the thread's heap either; decoded pictures lie outside of it.
    const worker = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const hand: Hand = { worker, running: new Map(), idle: null };
    worker.on('message', (said: Said) => hear(hand, said));
    worker.on('error', () => giveUp(hand, null));
    worker.on('exit', () => giveUp(hand, null));
    hands.add(hand);
    return hand;
  };

  const start = (hand: Hand, job: Job): void => {
    if (hand.idle) clearTimeout(hand.idle);
    hand.idle = null;
    hand.worker.ref();
    const timer = setTimeout(() => giveUp(hand, job.id), limitMs);
    hand.running.set(job.id, { job, timer, encoding: false });
    const posted: Posted = { id: job.id, task: job.task };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    hand.worker.postMessage(posted);
  };

  const next = (): void => {
    for (let job = waiting[0]; job; job = waiting[0]) {
      const wanted = job;
      const free =
        [...hands].find((hand) => hand.running.size === 0) ??
        (hands.size < size ? hire() : [...hands].find((hand) => hasRoom(hand, wanted)));
      if (!free) return;
      waiting.shift();
      start(free, wanted);
    }
  };

  return {
    run: (task) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.push({ id: lastId, task, settle: resolve, breaks: 0 });
        next();
      }),
    close: async () => {
      for (const { settle } of waiting.splice(0)) settle({ kind: 'broke' });
      const ending = [...hands];
      for (const hand of ending) for (const id of hand.running.keys()) finish(hand, id, { kind: 'broke' });
      await Promise.all(ending.map(dismiss));
    },
  };
};
