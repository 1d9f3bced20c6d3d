import { availableParallelism } from 'node:os';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { threadAddress } from '../infra/thread-address.ts';
import { drawLimits, readLimits } from './limits.ts';
import type { TaskResult, Task } from './tasks.ts';
import { watchThread, type ThreadLimits } from './watch-thread.ts';

/** Worker threads that process tasks. They start on demand and end when idle. */
export type Pool = {
  readonly run: (task: Task) => Promise<TaskResult>;
  readonly close: () => Promise<void>;
};

type PoolOptions = {
  /** Maximum number of threads. */
  readonly size: number;
  /** A task that takes more processor time fails, and its thread is ended. */
  readonly limitMs: number;
  /** An idle thread is ended after this time, because it holds decoders and fonts in memory. */
  readonly idleMs: number;
  readonly address: URL;
};

/** Memory depends on the number of pictures held at once. Two threads are enough to keep the network busy. */
export const usualPoolSize = (): number => (availableParallelism() >= 4 ? 2 : 1);

/** @param here the address of the file that starts the worker */
export const workerAddress = (here: string = import.meta.url): URL =>
  threadAddress(here, 'worker.ts', 'intake-worker.js');

/** A running task in messages between thread and pool. */
export type PoolPosted = { readonly id: number; readonly task: Task };
/**
 * A message of a thread: a task ended, or only its encoding is left, which leaves the thread free, or it needs memory
 * for pictures.
 */
export type PoolMessage =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: TaskResult }
  | { readonly id: number; readonly kind: 'encoding' }
  | { readonly id: number; readonly kind: 'pictures'; readonly bytes: number };

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly settle: (answer: TaskResult) => void;
  /** How many threads broke while running it. The task may not be the cause and is tried once more, alone. */
  breaks: number;
};
type Running = {
  readonly job: Job;
  timer: NodeJS.Timeout;
  readonly stopWatching: () => void;
  /** The watch reads them each time it looks. */
  readonly limits: ThreadLimits | null;
  encoding: boolean;
};
type Hand = {
  readonly worker: Worker;
  readonly running: Map<number, Running>;
  idle: NodeJS.Timeout | null;
};

/**
 * On a busy computer, a page takes longer than its processor time. One that takes this many times longer hangs. The time
 * of the whole process counts, because pictures are decoded in threads of their own.
 */
const patience = 4;

/** One page is rendered while the previous one is encoded, and no more: each holds its pixels. */
const mostAtOnce = 2;

/** Documents can describe any amount of work in a few bytes; a picture is limited by its size. */
const limitsOf = (task: Task): ThreadLimits | null => {
  if (task.kind === 'read') return readLimits(task.bytes);
  if (task.kind === 'thumbnail' || task.kind === 'qr' || task.kind === 'warm') return null;
  if (task.documentBytes === null) return null;
  return drawLimits(task.documentBytes);
};

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
    for (const { timer, stopWatching } of hand.running.values()) {
      clearTimeout(timer);
      stopWatching();
    }
    await hand.worker.terminate();
  };

  const finish = (hand: Hand, id: number, answer: TaskResult): void => {
    const found = hand.running.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    found.stopWatching();
    hand.running.delete(id);
    found.job.settle(answer);
  };

  const rest = (hand: Hand): void => {
    hand.worker.unref();
    hand.idle = setTimeout(() => void dismiss(hand), idleMs);
    hand.idle.unref();
  };

  /** Ends a thread. Its running tasks are tried again, except the guilty one. */
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

  const hear = (hand: Hand, message: PoolMessage): void => {
    if (message.kind === 'answer') finish(hand, message.id, message.answer);
    const found = hand.running.get(message.id);
    if (found && message.kind === 'encoding') found.encoding = true;
    if (found?.limits && message.kind === 'pictures') found.limits.bytes += message.bytes;
    next();
    if (hands.has(hand) && hand.running.size === 0) rest(hand);
  };

  const hire = (): Hand => {
    // A hostile file must not fill the thread's heap either; decoded pictures are outside of it.
    const worker = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const hand: Hand = { worker, running: new Map(), idle: null };
    worker.on('message', (message: PoolMessage) => hear(hand, message));
    worker.on('error', () => giveUp(hand, null));
    worker.on('exit', () => giveUp(hand, null));
    hands.add(hand);
    return hand;
  };

  const start = (hand: Hand, job: Job): void => {
    if (hand.idle) clearTimeout(hand.idle);
    hand.idle = null;
    hand.worker.ref();
    const before = process.cpuUsage();
    const latest = performance.now() + patience * limitMs;
    const look = (): void => {
      const { user, system } = process.cpuUsage(before);
      const leftMs = Math.min(limitMs - (user + system) / 1000, latest - performance.now());
      const running = hand.running.get(job.id);
      if (leftMs <= 0) giveUp(hand, job.id);
      else if (running) running.timer = setTimeout(look, Math.ceil(leftMs));
    };
    const timer = setTimeout(look, limitMs);
    const limits = limitsOf(job.task);
    const stopWatching = limits
      ? watchThread(hand.worker, limits, () => giveUp(hand, job.id))
      : () => undefined;
    hand.running.set(job.id, { job, timer, stopWatching, limits, encoding: false });
    const posted: PoolPosted = { id: job.id, task: job.task };
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
