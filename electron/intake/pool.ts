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
type Thread = {
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

const hasRoom = ({ running }: Thread, job: Job): boolean => {
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
  const threads = new Set<Thread>();
  let lastId = 0;

  const stopThread = async (thread: Thread): Promise<void> => {
    threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    for (const { timer, stopWatching } of thread.running.values()) {
      clearTimeout(timer);
      stopWatching();
    }
    await thread.worker.terminate();
  };

  const finish = (thread: Thread, id: number, answer: TaskResult): void => {
    const found = thread.running.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    found.stopWatching();
    thread.running.delete(id);
    found.job.settle(answer);
  };

  const stopWhenIdle = (thread: Thread): void => {
    thread.worker.unref();
    thread.idle = setTimeout(() => void stopThread(thread), idleMs);
    thread.idle.unref();
  };

  /** Ends a thread. Its running tasks are tried again, except the guilty one. */
  const giveUp = (thread: Thread, failedId: number | null): void => {
    if (!threads.has(thread)) return;
    const jobs = [...thread.running.values()].map(({ job }) => job);
    if (failedId !== null) finish(thread, failedId, { kind: 'took-too-long' });
    else
      for (const job of jobs) {
        job.breaks += 1;
        if (job.breaks > 1) finish(thread, job.id, { kind: 'broke' });
      }
    waiting.unshift(...jobs.filter(({ id }) => thread.running.has(id)));
    void stopThread(thread);
    next();
  };

  const receive = (thread: Thread, message: PoolMessage): void => {
    if (message.kind === 'answer') finish(thread, message.id, message.answer);
    const found = thread.running.get(message.id);
    if (found && message.kind === 'encoding') found.encoding = true;
    if (found?.limits && message.kind === 'pictures') found.limits.bytes += message.bytes;
    next();
    if (threads.has(thread) && thread.running.size === 0) stopWhenIdle(thread);
  };

  const startThread = (): Thread => {
    // A hostile file must not fill the thread's heap either; decoded pictures are outside of it.
    const worker = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const thread: Thread = { worker, running: new Map(), idle: null };
    worker.on('message', (message: PoolMessage) => receive(thread, message));
    worker.on('error', () => giveUp(thread, null));
    worker.on('exit', () => giveUp(thread, null));
    threads.add(thread);
    return thread;
  };

  const startTask = (thread: Thread, job: Job): void => {
    if (thread.idle) clearTimeout(thread.idle);
    thread.idle = null;
    thread.worker.ref();
    const before = process.cpuUsage();
    const latest = performance.now() + patience * limitMs;
    const look = (): void => {
      const { user, system } = process.cpuUsage(before);
      const leftMs = Math.min(limitMs - (user + system) / 1000, latest - performance.now());
      const running = thread.running.get(job.id);
      if (leftMs <= 0) giveUp(thread, job.id);
      else if (running) running.timer = setTimeout(look, Math.ceil(leftMs));
    };
    const timer = setTimeout(look, limitMs);
    const limits = limitsOf(job.task);
    const stopWatching = limits
      ? watchThread(thread.worker, limits, () => giveUp(thread, job.id))
      : () => undefined;
    thread.running.set(job.id, { job, timer, stopWatching, limits, encoding: false });
    const posted: PoolPosted = { id: job.id, task: job.task };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.worker.postMessage(posted);
  };

  const next = (): void => {
    for (let job = waiting[0]; job; job = waiting[0]) {
      const wanted = job;
      const free =
        [...threads].find((thread) => thread.running.size === 0) ??
        (threads.size < size ? startThread() : [...threads].find((thread) => hasRoom(thread, wanted)));
      if (!free) return;
      waiting.shift();
      startTask(free, wanted);
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
      const ending = [...threads];
      for (const thread of ending)
        for (const id of thread.running.keys()) finish(thread, id, { kind: 'broke' });
      await Promise.all(ending.map(stopThread));
    },
  };
};
