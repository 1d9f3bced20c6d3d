import { Worker, type Transferable } from 'node:worker_threads';
import { failed, success, type Result } from '../../shared/result.ts';

/** A question under way, as thread and asker speak of it. */
export type Posted<Task> = { readonly id: number; readonly task: Task };
/** What a thread says: an answer, or what broke with the codes of the error, which don't cross the border by themselves. */
export type Said<Answer> =
  | { readonly id: number; readonly done: Answer }
  | { readonly id: number; readonly broke: { readonly message: string } };

/** The thread was ended from outside (or its asker was closed), or had no memory left. */
export type ThreadEnd = 'ended' | 'out-of-memory';

/** A thread that answers questions in turn. It starts at the first one, and ends when nothing was asked for a while. */
export type AskingThread<Task, Answer> = {
  /** What broke while it was answered rejects. */
  readonly ask: (task: Task, transfer?: readonly Transferable[]) => Promise<Result<Answer, ThreadEnd>>;
  readonly close: () => Promise<void>;
};

export type AskingThreadOptions = {
  readonly address: URL;
  /** A thread that has had nothing to do for so long is ended: its code and its caches are memory. */
  readonly idleMs: number;
  /** What is told to the thread when it starts. */
  readonly workerData?: unknown;
  /** A hostile input must not fill the memory of all: a thread that wants more is ended. Left out: Node's own limit. */
  readonly heapMb?: number;
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

  /** Nothing waits for the thread: it keeps no process alive. */
  const rest = (one: Running<Answer>): void => {
    one.worker.unref();
    idle = setTimeout(() => void dismiss(one), idleMs);
    idle.unref();
  };

  const hear = (one: Running<Answer>, said: Said<Answer>): void => {
    const found = one.asked.get(said.id);
    if (!found) return;
    one.asked.delete(said.id);
    if ('done' in said) found.resolve(success(said.done));
    else found.reject(Object.assign(new Error(said.broke.message), said.broke));
    if (one.asked.size === 0) rest(one);
  };

  const start = (): Running<Answer> => {
    const resourceLimits = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb };
    const one = { worker: new Worker(address, { workerData, resourceLimits }), asked: new Map() };
    one.worker.on('message', (said: Said<Answer>) => hear(one, said));
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
