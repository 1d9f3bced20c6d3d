import { Worker } from 'node:worker_threads';
import { createWorkerPool, type PoolWorker, type WorkerPool } from './worker-pool.ts';
import { codeOf } from './error-code.ts';

type ThreadOptions = {
  readonly address: URL;
  /** Data passed to the thread when it starts. */
  readonly workerData?: unknown;
  /**
   * The thread ends if it exceeds this heap, so that hostile input cannot exhaust the memory. Default: Node's
   * own limit.
   */
  readonly heapMb?: number;
  /** Maximum megabytes for new objects. Default: Node's own limit. */
  readonly youngMb?: number;
};

const isOutOfMemory = (error: unknown): boolean => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';

export const startThread = ({
  address,
  workerData,
  heapMb,
  youngMb,
}: ThreadOptions): PoolWorker & { readonly thread: Worker } => {
  const resourceLimits = {
    ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
    ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
  };
  const thread = new Worker(address, { workerData, resourceLimits });
  return {
    thread,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (posted) => thread.postMessage(posted),
    onMessage: (listener) => void thread.on('message', listener),
    onEnd: (listener) => {
      thread.on('error', (error) => listener(isOutOfMemory(error) ? 'out-of-memory' : 'ended'));
      thread.on('exit', () => listener('ended'));
    },
    hold: (holds) => (holds ? thread.ref() : thread.unref()),
    end: () => thread.terminate(),
  };
};

/** A thread that handles tasks in order. */
export const createTaskThread = <Task, Value>({
  idleMs,
  ...options
}: ThreadOptions & { readonly idleMs: number | null }): WorkerPool<Task, Value> =>
  createWorkerPool({ start: () => startThread(options), idleMs });
