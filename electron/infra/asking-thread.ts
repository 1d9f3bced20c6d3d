import { Worker, type Transferable } from 'node:worker_threads';
import { failed, success, type Result } from '../../shared/result.ts';

/** A message to the thread: a task with its id. */
export type Posted<Task> = { readonly id: number; readonly task: Task };
/** A message from the thread: a result, or an error with its codes, which structured cloning would lose. */
export type ThreadMessage<Answer> =
  | { readonly id: number; readonly done: Answer }
  | { readonly id: number; readonly broke: { readonly message: string } };

/** The thread was ended from outside (or its owner closed it), or ran out of memory. */
type ThreadEnd = 'ended' | 'out-of-memory';

/** A thread that handles tasks in order. It starts with the first task and ends after an idle period. */
export type AskingThread<Task, Answer> = {
  /** Rejects if the task fails. */
  readonly ask: (task: Task, transfer?: readonly Transferable[]) => Promise<Result<Answer, ThreadEnd>>;
  readonly close: () => Promise<void>;
};

type AskingThreadOptions = {
  readonly address: URL;
  /** The thread ends after this idle time, to free the memory of its code and caches. */
  readonly idleMs: number;
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

type Asked<Answer> = {
  readonly resolve: (answer: Result<Answer, ThreadEnd>) => void;
  readonly reject: (error: Error) => void;
};

type Running<Answer> = { readonly worker: Worker; readonly asked: Map<number, Asked<Answer>> };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

export const createAskingThread = <Task, Answer>({
  address,
  idleMs,
  workerData,
  heapMb,
  youngMb,
}: AskingThreadOptions): AskingThread<Task, Answer> => {
  let running: Running<Answer> | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;

  const release = ({ worker, asked }: Running<Answer>, end: ThreadEnd): void => {
    if (running?.worker === worker) running = null;
    for (const { resolve } of asked.values()) resolve(failed(end));
    asked.clear();
  };

  const dismiss = async (one: Running<Answer>): Promise<void> => {
    release(one, 'ended');
    await one.worker.terminate();
  };

  /** The thread does not keep the process alive. */
  const rest = (one: Running<Answer>): void => {
    one.worker.unref();
    idle = setTimeout(() => void dismiss(one), idleMs);
    idle.unref();
  };

  const hear = (one: Running<Answer>, message: ThreadMessage<Answer>): void => {
    const found = one.asked.get(message.id);
    if (!found) return;
    one.asked.delete(message.id);
    if ('done' in message) found.resolve(success(message.done));
    else found.reject(Object.assign(new Error(message.broke.message), message.broke));
    if (one.asked.size === 0) rest(one);
  };

  const start = (): Running<Answer> => {
    const resourceLimits = {
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
      ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    };
    const one = { worker: new Worker(address, { workerData, resourceLimits }), asked: new Map() };
    one.worker.on('message', (message: ThreadMessage<Answer>) => hear(one, message));
    one.worker.on('error', (error) => release(one, isOutOfMemory(error) ? 'out-of-memory' : 'ended'));
    one.worker.on('exit', () => release(one, 'ended'));
    return one;
  };

  return {
    ask: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (idle) clearTimeout(idle);
        idle = null;
        running ??= start();
        lastId += 1;
        running.asked.set(lastId, { resolve, reject });
        running.worker.ref();
        running.worker.postMessage({ id: lastId, task } satisfies Posted<Task>, transfer);
      }),
    close: async () => {
      if (idle) clearTimeout(idle);
      if (running) await dismiss(running);
    },
  };
};
