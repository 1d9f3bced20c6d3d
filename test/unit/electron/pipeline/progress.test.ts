import { expect, test } from 'vitest';
import { createProgress } from '../../../../electron/pipeline/progress.ts';
import { createQueue } from '../../../../electron/pipeline/queue.ts';
import type { Progress } from '../../../../shared/contract/commands.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a window hears of new, ended and failed pages, and not of one that only begins', async () => {
  const told: Progress[] = [];
  const progress = createProgress((one) => told.push(one));
  const ends = new Map<number, (end: 'done' | 'failed') => void>();
  const queue = createQueue<number>({
    concurrency: 2,
    idOf: (id) => id,
    groupOf: () => 'vat-invoice',
    run: (id) => new Promise((resolve) => ends.set(id, resolve)),
    onDropped: () => {},
    onProgress: progress.changed,
    onBug: () => {},
  });
  const next = async () => {
    await soon();
    await soon();
    return told.splice(0).map(({ total, finished, failed }) => [total, finished, failed]);
  };
  queue.expect('vat-invoice', 1);
  expect(await next()).toEqual([[1, 0, 0]]);
  queue.add([1]);
  queue.expect('vat-invoice', 0);
  expect(await next()).toEqual([]);
  queue.add([2, 3]);
  expect(await next()).toEqual([[3, 0, 0]]);
  ends.get(1)?.('failed');
  expect(await next()).toEqual([[3, 1, 1]]);
  progress.setPaused(true);
  expect(await next()).toEqual([[3, 1, 1]]);
  ends.get(2)?.('done');
  ends.get(3)?.('done');
  expect(await next()).toEqual([[3, 3, 1]]);
  queue.add([4]);
  expect(await next()).toEqual([[1, 0, 0]]);
});
