import { threadId } from 'node:worker_threads';
import { handleTasks } from '../../electron/infra/handle-tasks.ts';

/** The tasks of a test thread. */
export type TestTask = 'thread' | 'break' | 'exit' | 'fill' | 'bytes';

const values: { readonly [Task in TestTask]: () => number | Uint8Array<ArrayBuffer> } = {
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

handleTasks<TestTask, number | Uint8Array<ArrayBuffer>>((task) => {
  const value = values[task]();
  return typeof value === 'number' ? { value } : { value, transfer: [value.buffer] };
});
