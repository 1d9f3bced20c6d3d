import { threadId } from 'node:worker_threads';
import { answerTasks } from '../../electron/infra/answer-tasks.ts';

/** The tasks of a test thread. */
export type TestTask = 'thread' | 'break' | 'exit' | 'fill' | 'bytes';

const answers: { readonly [Task in TestTask]: () => number | Uint8Array<ArrayBuffer> } = {
  thread: () => threadId,
  break: () => {
    throw Object.assign(new Error('broken'), { errcode: 11 });
  },
  exit: () => process.exit(3),
  fill: () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index / 3));
  },
  bytes: () => new Uint8Array([1, 2, 3]),
};

answerTasks<TestTask, number | Uint8Array<ArrayBuffer>>((task) => {
  const answer = answers[task]();
  return typeof answer === 'number' ? { answer } : { answer, transfer: [answer.buffer] };
});
