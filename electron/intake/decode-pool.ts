import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { type TaskGuard, createWorkerPool, type PoolWorker, type WorkerPool } from '../infra/worker-pool.ts';
import { drawLimits, readLimits } from './limits.ts';
import type { Task, TaskResult } from './tasks.ts';
import { availableParallelism } from 'node:os';
import { startThread } from '../infra/task-thread.ts';
import { threadAddress } from '../infra/thread-address.ts';

const lookEveryMs = 30;

/**
 * On a busy computer, a page takes longer than its processor time. A page that takes this many times longer hangs.
 * The time of the whole process counts, because pictures are decoded in threads of their own.
 */
const patience = 4;

/** Calls back once when this process has used the processor time since now, or after `patience` times as long. */
const watchProcess = (limitMs: number, onTooMuch: () => void): (() => void) => {
  const before = process.cpuUsage();
  const latest = performance.now() + patience * limitMs;
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const leftMs = Math.min(limitMs - (user + system) / 1000, latest - performance.now());
    if (leftMs <= 0) onTooMuch();
    else timer = setTimeout(look, Math.ceil(leftMs));
  };
  let timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);
};

type Used = { readonly cpuMs: number; readonly bytes: number };

/**
 * Additional processor time for a new thread, in milliseconds. Its first tasks load the readers and fonts. A slow computer
 * needs longer for that, whatever the file.
 */
const loadMs = 3_000;

/** Null if the thread has not begun, or has ended. */
const usedBy = async (thread: Worker): Promise<Used | null> => {
  try {
    const [{ user, system }, heap] = await Promise.all([thread.cpuUsage(), thread.getHeapStatistics()]);
    return { cpuMs: (user + system) / 1000, bytes: heap.total_physical_size + heap.external_memory };
  } catch {
    return null;
  }
};

/**
 * Documents can describe any amount of work in a few bytes; a picture is limited by its size. @returns processor
 * time of the thread in milliseconds, which does not depend on how busy the computer is, and memory: the thread's
 * heap and the buffers it holds; null without a limit
 */
const limitsOf = (task: Task): Used | null => {
  if (task.kind === 'read') return readLimits(task.bytes);
  if (!('documentBytes' in task) || task.documentBytes === null) return null;
  return drawLimits(task.documentBytes);
};

/**
 * Watches a task until `stop`, and calls back once if it uses too much: of the processor, or more of its thread than a
 * document of its size may. The thread is asked by interrupts, which come through while it computes.
 * @param limitMs limit of processor time for any task
 */
const guardTask = (task: Task, thread: Worker, limitMs: number, onTooMuch: () => void): TaskGuard => {
  const stopWatching = watchProcess(limitMs, onTooMuch);
  const limits = limitsOf(task);
  const ended = new AbortController();
  const { signal } = ended;
  let granted = 0;
  const watchThread = async ({ cpuMs, bytes }: Used): Promise<void> => {
    let before: Used | null = null;
    while (!signal.aborted) {
      const used = await usedBy(thread);
      if (signal.aborted) return;
      before ??= used;
      const mostMs = before !== null && before.cpuMs < loadMs ? cpuMs + loadMs : cpuMs;
      const isTooMuch =
        used !== null &&
        before !== null &&
        (used.cpuMs - before.cpuMs > mostMs || used.bytes - before.bytes > bytes + granted);
      if (isTooMuch) {
        onTooMuch();
        return;
      }
      await wait(lookEveryMs, undefined, { ref: false });
    }
  };
  if (limits) void watchThread(limits);
  return {
    grant: (bytes) => {
      granted += bytes;
    },
    stop: () => {
      stopWatching();
      ended.abort();
    },
  };
};

/** Runs the tasks of the intake, two tries each, so that only the task that broke its worker fails. Never rejects. */
type DecodePool = {
  readonly run: (task: Task) => Promise<TaskResult>;
  readonly close: () => Promise<void>;
};

/** Supplied by a host: starts a process that decodes. If it dies, only its tasks are lost. */
export type StartDecoder = () => PoolWorker;

/** Memory depends on the number of pictures held at once. Two threads are enough to keep the network busy. */
export const usualThreads = (): number => (availableParallelism() >= 4 ? 2 : 1);

/** An idle worker is ended after this time, because it holds decoders and fonts in memory. */
const usualIdleMs = 20_000;

/** A hostile file must not fill the thread's heap, either. Decoded pictures are outside the heap. */
const heapMb = 512;

/** Pictures that the user waits for precede the preparation of a batch. */
const isUrgent = ({ kind }: Task): boolean => kind === 'thumbnail' || kind === 'best';

const isBound = ({ holds }: Task): boolean => holds === true;

const decodePool = ({ run, close }: WorkerPool<Task, TaskResult>): DecodePool => ({
  run: async (task) => {
    try {
      const result = await run(task);
      if (result.ok) return result.value;
      return { kind: result.failure === 'took-too-long' ? 'took-too-long' : 'broke' };
    } catch {
      return { kind: 'broke' };
    }
  },
  close,
});

type ThreadPoolOptions = {
  readonly threads: number;
  /** A task that takes more processor time fails, and its thread is ended. */
  readonly limitMs: number;
  readonly idleMs?: number;
  readonly address?: URL;
};

/** Decodes in threads of this process. */
export const createThreadDecoder = ({
  threads,
  limitMs,
  idleMs = usualIdleMs,
  address = threadAddress(import.meta.url, 'worker.ts', 'intake-worker.js'),
}: ThreadPoolOptions): DecodePool =>
  decodePool(
    createWorkerPool({
      start: () => startThread({ address, heapMb }),
      workers: threads,
      // One page is rendered while the previous one is encoded, and no more: each holds its pixels.
      tasksEach: 2,
      asksForRoom: true,
      tries: 2,
      idleMs,
      isUrgent,
      isBound,
      guard: (task: Task, { thread }, onTooMuch) => guardTask(task, thread, limitMs, onTooMuch),
    }),
  );

/** Decodes in a separate process. Waiting tasks are safe if it dies. */
export const createProcessDecoder = (
  start: StartDecoder,
  mostTasks: number,
  idleMs = usualIdleMs,
): DecodePool => decodePool(createWorkerPool({ start, tasksEach: mostTasks, tries: 2, idleMs, isUrgent }));
