import { parentPort, type Transferable } from 'node:worker_threads';
import type { PostedTask, WorkerMessage } from './worker-pool.ts';

/** The result of a task, with the parts of it to transfer instead of copy. */
export type TaskOutcome<Value> = { readonly value: Value; readonly transfer?: readonly Transferable[] };

/** How a running task reports to its pool. */
export type TaskTells = {
  /** Only work on other threads remains, so the next task may start. */
  readonly leavesRoom: () => void;
  /** The task needs memory on top of its limit, in bytes. */
  readonly needsBytes: (bytes: number) => void;
};

/** An error is sent to the process or thread that requested the task. */
type HandleTask<Task, Value> = (
  task: Task,
  tells: TaskTells,
) => TaskOutcome<Value> | Promise<TaskOutcome<Value>>;

/** The worker's end of the channel to its pool. */
export type WorkerPort = {
  readonly send: (message: WorkerMessage<unknown>, transfer: readonly Transferable[]) => void;
  readonly onTask: (listener: (posted: unknown) => void) => void;
};

const threadPort = (): WorkerPort => {
  const port = parentPort;
  if (!port) throw new Error('Only a worker thread can run this');
  return {
    send: (message, transfer) => port.postMessage(message, transfer),
    onTask: (listener) => void port.on('message', listener),
  };
};

/** The properties that identify an error of the disk or of SQLite: structured cloning would lose them. */
const errorFacts = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error ? { stack: error.stack } : {}),
  ...(error instanceof Error && 'code' in error ? { code: error.code } : {}),
  ...(error instanceof Error && 'errcode' in error ? { errcode: error.errcode } : {}),
  ...(error instanceof Error && 'syscall' in error ? { syscall: error.syscall } : {}),
});

const isPosted = <Task>(posted: unknown): posted is PostedTask<Task> =>
  typeof posted === 'object' && posted !== null && 'id' in posted && 'task' in posted;

/**
 * The worker's side of a pool: handles each task when it arrives. A task without a promise is done before the next
 * one starts.
 * @param port the channel to the pool; by default that of this thread
 */
export const handleTasks = <Task, Value>(
  handle: HandleTask<Task, Value>,
  { send, onTask }: WorkerPort = threadPort(),
): void => {
  const sendValue = (id: number, { value, transfer = [] }: TaskOutcome<Value>): void =>
    send({ id, done: value }, transfer);
  const sendError = (id: number, error: unknown): void => send({ id, broke: errorFacts(error) }, []);
  onTask((posted) => {
    if (!isPosted<Task>(posted)) return;
    const { id, task } = posted;
    try {
      const outcome = handle(task, {
        leavesRoom: () => send({ id, leavesRoom: true }, []),
        needsBytes: (bytes) => send({ id, needsBytes: bytes }, []),
      });
      if (outcome instanceof Promise)
        void outcome.then(
          (settled) => sendValue(id, settled),
          (error: unknown) => sendError(id, error),
        );
      else sendValue(id, outcome);
    } catch (error) {
      sendError(id, error);
    }
  });
};
