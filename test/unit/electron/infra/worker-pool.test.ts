import { expect, test } from 'vitest';
import { createWorkerPool, type PoolWorker } from '../../../../electron/infra/worker-pool.ts';

/** A pool of two workers, whose tasks end on request. */
const start = () => {
  const ends: (() => void)[] = [];
  const ran: [worker: number, task: string][] = [];
  let workers = 0;
  const worker = (): PoolWorker => {
    const number = (workers += 1);
    let tell: ((message: unknown) => void) | undefined;
    return {
      send: ({ id, task }) => {
        ran.push([number, String(task)]);
        ends.push(() => tell?.({ id, done: task }));
      },
      onMessage: (listener) => {
        tell = listener;
      },
      onEnd: () => {},
      hold: () => {},
      end: () => {},
    };
  };
  const { run } = createWorkerPool<string, string>({
    start: worker,
    workers: 2,
    tasksEach: 1,
    idleMs: null,
    isBound: (task) => task.startsWith('large'),
  });
  return { run: (task: string) => void run(task), end: () => ends.shift()?.(), ran };
};

test('one worker has all bound tasks, also if another one is free', () => {
  const { run, end, ran } = start();
  run('large 1');
  end();
  run('small 1');
  run('large 2');
  run('small 2');
  // The first worker is busy: its next bound task waits, and keeps no other one waiting.
  expect(ran).toEqual([
    [1, 'large 1'],
    [1, 'small 1'],
    [2, 'small 2'],
  ]);
  end();
  expect(ran.at(-1)).toEqual([1, 'large 2']);
});
