import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTaskThread } from '../../../../electron/infra/task-thread.ts';
import type { TestTask } from '../../../helpers/test-thread.ts';

const address = new URL('../../../helpers/test-thread.ts', import.meta.url);

const threadOf = (over: { readonly idleMs?: number; readonly heapMb?: number } = {}) => {
  const thread = createTaskThread<TestTask, number | Uint8Array>({ address, idleMs: 60_000, ...over });
  onTestFinished(thread.close);
  return thread;
};

const valueOf = async (thread: ReturnType<typeof threadOf>, task: TestTask) => {
  const answer = await thread.run(task);
  return answer.ok ? answer.value : answer.failure;
};

test('handles all tasks in one thread, and transfers bytes', async () => {
  const thread = threadOf();
  const [one, other, bytes] = await Promise.all([
    valueOf(thread, 'thread'),
    valueOf(thread, 'thread'),
    valueOf(thread, 'bytes'),
  ]);
  expect(one).toBeTypeOf('number');
  expect(other).toBe(one);
  expect(bytes).toEqual(new Uint8Array([1, 2, 3]));
});

test('rejects with the codes of an error, and continues the thread', async () => {
  const thread = threadOf();
  const first = await valueOf(thread, 'thread');
  await expect(thread.run('break')).rejects.toMatchObject({ message: 'broken', errcode: 11 });
  expect(await valueOf(thread, 'thread')).toBe(first);
});

test('rejects the tasks of a thread that ends, and starts another one for the next task', async () => {
  const thread = threadOf();
  const first = await valueOf(thread, 'thread');
  const asked = [valueOf(thread, 'exit'), valueOf(thread, 'thread')];
  expect(await Promise.all(asked)).toEqual(['ended', 'ended']);
  const second = await valueOf(thread, 'thread');
  expect(second).toBeTypeOf('number');
  expect(second).not.toBe(first);
});

test('ends an idle thread', async () => {
  const thread = threadOf({ idleMs: 10 });
  const first = await valueOf(thread, 'thread');
  const later = async () => {
    await wait(100);
    return valueOf(thread, 'thread');
  };
  await expect.poll(later).not.toBe(first);
});

test('ends only a thread that exceeds its memory', async () => {
  const thread = threadOf({ heapMb: 32 });
  expect(await valueOf(thread, 'fill')).toBe('out-of-memory');
  expect(await valueOf(thread, 'thread')).toBeTypeOf('number');
});

test('rejects active tasks when closed', async () => {
  const thread = threadOf();
  const asked = valueOf(thread, 'fill');
  await thread.close();
  expect(await asked).toBe('ended');
});
