import { availableParallelism } from 'node:os';
import { startThread } from '../infra/task-thread.ts';
import { threadAddress } from '../infra/thread-address.ts';
import { createWorkerPool, type PoolWorker, type WorkerPool } from '../infra/worker-pool.ts';
import { guardTask } from './guard-task.ts';
import type { TaskResult, Task } from './tasks.ts';

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
      guard: (task: Task, { thread }, onTooMuch) => guardTask(task, thread, limitMs, onTooMuch),
    }),
  );

/** Decodes in a separate process. Waiting tasks are safe if it dies. */
export const createProcessDecoder = (
  start: StartDecoder,
  mostTasks: number,
  idleMs = usualIdleMs,
): DecodePool => decodePool(createWorkerPool({ start, tasksEach: mostTasks, tries: 2, idleMs, isUrgent }));
