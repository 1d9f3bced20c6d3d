import { Worker, type Transferable } from 'node:worker_threads';
import { failed, success, type Result } from '../../shared/result.ts';

/** A message to the thread: a task with its id. */
export type Posted<Task> = { readonly id: number; readonly task: Task };
/** A message from the thread: a result, or an error with its codes, which structured cloning would lose. */
export type ThreadMessage<Value> =
  | { readonly id: number; readonly done: Value }
  | { readonly id: number; readonly broke: { readonly message: string } };

/** The thread was ended from outside (or its owner closed it), or ran out of memory. */
type ThreadEnd = 'ended' | 'out-of-memory';

/** A thread that handles tasks in order. It starts with the first task. */
export type TaskThread<Task, Value> = {
  /** Rejects if the task fails. */
  readonly run: (task: Task, transfer?: readonly Transferable[]) => Promise<Result<Value, ThreadEnd>>;
  readonly close: () => Promise<void>;
};

type TaskThreadOptions = {
  readonly address: URL;
  /** The thread ends after this idle time, to free the memory of its code and caches. Null: only `close` ends it. */
  readonly idleMs: number | null;
  /** Data passed to the thread when it starts. */
  readonly workerData?: unknown;
  /**
   * The thread ends if it exceeds this heap, so that hostile input cannot exhaust the memory. Default: Node's
   * own limit.
   */
  readonly heapMb?: number;
  /** The most megabytes for new objects. Default: Node's own limit. */
  readonly youngMb?: number;
};

type Pending<Value> = {
  readonly resolve: (result: Result<Value, ThreadEnd>) => void;
  readonly reject: (error: Error) => void;
};

type Running<Value> = { readonly worker: Worker; readonly pending: Map<number, Pending<Value>> };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

export const createTaskThread = <Task, Value>({
  address,
  idleMs,
  workerData,
  heapMb,
  youngMb,
}: TaskThreadOptions): TaskThread<Task, Value> => {
  let running: Running<Value> | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;

  const release = ({ worker, pending }: Running<Value>, reason: ThreadEnd): void => {
    if (running?.worker === worker) running = null;
    for (const { resolve } of pending.values()) resolve(failed(reason));
    pending.clear();
  };

  const end = async (one: Running<Value>): Promise<void> => {
    release(one, 'ended');
    await one.worker.terminate();
  };

  /** The thread does not keep the process alive. */
  const startIdling = (one: Running<Value>): void => {
    one.worker.unref();
    if (idleMs === null) return;
    idle = setTimeout(() => void end(one), idleMs);
    idle.unref();
  };

  const receive = (one: Running<Value>, message: ThreadMessage<Value>): void => {
    const found = one.pending.get(message.id);
    if (!found) return;
    one.pending.delete(message.id);
    if ('done' in message) found.resolve(success(message.done));
    else found.reject(Object.assign(new Error(message.broke.message), message.broke));
    if (one.pending.size === 0) startIdling(one);
  };

  const start = (): Running<Value> => {
    const resourceLimits = {
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
      ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    };
    const one = { worker: new Worker(address, { workerData, resourceLimits }), pending: new Map() };
    one.worker.on('message', (message: ThreadMessage<Value>) => receive(one, message));
    one.worker.on('error', (error) => release(one, isOutOfMemory(error) ? 'out-of-memory' : 'ended'));
    one.worker.on('exit', () => release(one, 'ended'));
    return one;
  };

  return {
    run: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (idle) clearTimeout(idle);
        idle = null;
        running ??= start();
        lastId += 1;
        running.pending.set(lastId, { resolve, reject });
        running.worker.ref();
        running.worker.postMessage({ id: lastId, task } satisfies Posted<Task>, transfer);
      }),
    close: async () => {
      if (idle) clearTimeout(idle);
      if (running) await end(running);
    },
  };
};
