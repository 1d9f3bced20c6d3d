import { parentPort, type Transferable } from 'node:worker_threads';
import type { Posted, ThreadMessage } from './task-thread.ts';

/** The result of a task, with the parts of it to transfer instead of copy. */
export type TaskOutcome<Value> = { readonly value: Value; readonly transfer?: readonly Transferable[] };

/** An error is sent to the thread that requested the task. */
type HandleTask<Task, Value> = (task: Task) => TaskOutcome<Value> | Promise<TaskOutcome<Value>>;

/** The properties that identify an error of the disk or of SQLite: structured cloning would lose them. */
const errorFacts = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error ? { stack: error.stack } : {}),
  ...(error instanceof Error && 'code' in error ? { code: error.code } : {}),
  ...(error instanceof Error && 'errcode' in error ? { errcode: error.errcode } : {}),
  ...(error instanceof Error && 'syscall' in error ? { syscall: error.syscall } : {}),
});

/**
 * The worker's side of a task thread: handles each task when it arrives. A task without a promise is done before
 * the next one starts.
 */
export const handleTasks = <Task, Value>(handle: HandleTask<Task, Value>): void => {
  const port = parentPort;
  if (!port) throw new Error('Only a worker thread can run this');
  const post = (message: ThreadMessage<Value>, transfer: readonly Transferable[]): void => {
    port.postMessage(message, transfer);
  };
  const postValue = (id: number, { value, transfer = [] }: TaskOutcome<Value>): void =>
    post({ id, done: value }, transfer);
  const postError = (id: number, error: unknown): void => post({ id, broke: errorFacts(error) }, []);
  port.on('message', ({ id, task }: Posted<Task>) => {
    try {
      const outcome = handle(task);
      if (outcome instanceof Promise)
        void outcome.then(
          (settled) => postValue(id, settled),
          (error: unknown) => postError(id, error),
        );
      else postValue(id, outcome);
    } catch (error) {
      postError(id, error);
    }
  });
};
