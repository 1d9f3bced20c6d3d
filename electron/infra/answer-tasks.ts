import { parentPort, type Transferable } from 'node:worker_threads';
import type { Posted, ThreadMessage } from './asking-thread.ts';

/** A result, with the parts of it to transfer instead of copy. */
export type Answered<Answer> = { readonly answer: Answer; readonly transfer?: readonly Transferable[] };

/** An error that it throws is sent to the requesting thread. */
type AnswerTo<Task, Answer> = (task: Task) => Answered<Answer>;

/** The properties that identify an error of the disk or of SQLite. */
const told = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error ? { stack: error.stack } : {}),
  ...(error instanceof Error && 'code' in error ? { code: error.code } : {}),
  ...(error instanceof Error && 'errcode' in error ? { errcode: error.errcode } : {}),
  ...(error instanceof Error && 'syscall' in error ? { syscall: error.syscall } : {}),
});

/** The worker's side of an asking thread: handles each task when it arrives. */
export const answerTasks = <Task, Answer>(answerTo: AnswerTo<Task, Answer>): void => {
  const port = parentPort;
  if (!port) throw new Error('Only a worker thread can run this');
  port.on('message', ({ id, task }: Posted<Task>) => {
    try {
      const { answer, transfer = [] } = answerTo(task);
      port.postMessage({ id, done: answer } satisfies ThreadMessage<Answer>, transfer);
    } catch (error) {
      port.postMessage({ id, broke: told(error) } satisfies ThreadMessage<Answer>, []);
    }
  });
};
