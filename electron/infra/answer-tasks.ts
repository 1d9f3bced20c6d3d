import { parentPort, type Transferable } from 'node:worker_threads';
import type { Posted, Said } from './asking-thread.ts';

/** An answer, with what of it is handed over instead of copied. */
export type Answered<Answer> = { readonly answer: Answer; readonly transfer?: readonly Transferable[] };

/** What it throws is told to whoever asked. */
export type AnswerTo<Task, Answer> = (task: Task) => Answered<Answer>;

/** What tells an error of the disk or of SQLite. */
const told = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && 'code' in error ? { code: error.code } : {}),
  ...(error instanceof Error && 'errcode' in error ? { errcode: error.errcode } : {}),
  ...(error instanceof Error && 'syscall' in error ? { syscall: error.syscall } : {}),
});

/** The thread's side of an asking thread: answers each question when it comes. */
export const answerTasks = <Task, Answer>(answerTo: AnswerTo<Task, Answer>): void => {
  const port = parentPort;
  if (!port) throw new Error('Only a worker thread can run this');
  port.on('message', ({ id, task }: Posted<Task>) => {
    try {
      const { answer, transfer = [] } = answerTo(task);
      port.postMessage({ id, done: answer } satisfies Said<Answer>, transfer);
    } catch (error) {
      port.postMessage({ id, broke: told(error) } satisfies Said<Answer>, []);
    }
  });
};
