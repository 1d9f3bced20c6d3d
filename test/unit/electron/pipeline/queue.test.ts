import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQueue, type Counts, type JobEnd } from '../../../../electron/pipeline/queue.ts';

type Job = { readonly id: number; readonly group: string };
type Work = (job: Job, signal: AbortSignal) => Promise<JobEnd>;

const queueOf = (concurrency: number, run: Work) => {
  const seen = {
    dropped: [] as number[],
    counts: [] as [string, Counts][],
    bugs: [] as unknown[],
    brokenOff: [] as number[],
  };
  const queue = createQueue<Job>({
    concurrency,
    idOf: ({ id }) => id,
    groupOf: ({ group }) => group,
    run,
    onDropped: ({ id }) => seen.dropped.push(id),
    onProgress: (group, counts) => seen.counts.push([group, counts]),
    onBug: (_, error) => seen.bugs.push(error),
    onBrokenOff: ({ id }) => seen.brokenOff.push(id),
  });
  return { queue, seen };
};
const jobs = (...ids: readonly number[]): Job[] => ids.map((id) => ({ id, group: 'one' }));

describe('the queue', () => {
  test('keeps the order and its limit of running jobs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 30 }),
        async (limit, count) => {
          const started: number[] = [];
          let under = 0;
          let most = 0;
          const { queue } = queueOf(limit, async ({ id }) => {
            started.push(id);
            under += 1;
            most = Math.max(most, under);
            await Promise.resolve();
            under -= 1;
            return 'done';
          });
          const ids = Array.from({ length: count }, (_, index) => index);
          queue.add(jobs(...ids));
          await queue.settled();
          expect(started).toEqual(ids);
          expect(most).toBe(Math.min(limit, count));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('says that a job has run once its successor has begun', async () => {
    const told: string[] = [];
    const queue = createQueue<Job>({
      concurrency: 1,
      idOf: ({ id }) => id,
      groupOf: ({ group }) => group,
      run: ({ id }) => {
        told.push(`begins ${id}`);
        return id === 2 ? Promise.reject(new Error('bug')) : Promise.resolve('done');
      },
      onEnd: ({ id }) => told.push(`ended ${id}`),
      onDropped: () => {},
      onProgress: () => {},
      onBug: () => {},
    });
    queue.add(jobs(1, 2, 3));
    await queue.settled();
    expect(told).toEqual(['begins 1', 'begins 2', 'ended 1', 'begins 3', 'ended 2', 'ended 3']);
  });

  test('does not complete a run that expects more jobs', async () => {
    const { queue, seen } = queueOf(2, async () => 'done');
    queue.expect('one', 2);
    queue.add(jobs(1));
    queue.expect('one', 1);
    await queue.settled();
    expect(seen.counts.at(-1)?.[1]).toMatchObject({ total: 2, finished: 1 });
    queue.add(jobs(2));
    queue.expect('one', 0);
    await queue.settled();
    expect(seen.counts.at(-1)?.[1]).toMatchObject({ total: 2, finished: 2 });
    queue.add(jobs(3));
    await queue.settled();
    expect(seen.counts.at(-1)?.[1]).toMatchObject({ total: 1, finished: 1 });
  });

  test('completes the run when the expected jobs don’t come', async () => {
    const { queue, seen } = queueOf(2, async () => 'done');
    queue.expect('one', 2);
    queue.add(jobs(1));
    await queue.settled();
    queue.expect('one', 0);
    expect(seen.counts.at(-1)?.[1]).toMatchObject({ total: 1, finished: 1 });
  });

  test('continues after a failure or a bug', async () => {
    const done: number[] = [];
    const { queue, seen } = queueOf(2, async ({ id }) => {
      if (id === 1) return 'failed';
      if (id === 2) throw new Error('a bug');
      done.push(id);
      return 'done';
    });
    queue.add(jobs(1, 2, 3, 4));
    await queue.settled();
    expect(done).toEqual([3, 4]);
    expect(seen.bugs).toHaveLength(1);
    expect(seen.counts.at(-1)).toEqual(['one', { total: 4, finished: 4, failed: 2, running: 0 }]);
  });

  test('leaves a job that breaks off at the end for the next start', async () => {
    const { queue, seen } = queueOf(1, async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('closed');
    });
    queue.add(jobs(1));
    await queue.stop('end');
    expect(seen.brokenOff).toEqual([1]);
    expect(seen.bugs).toEqual([]);
  });

  test('resets the counts of a group when it is empty', async () => {
    const { queue, seen } = queueOf(1, () => Promise.resolve('done'));
    queue.add([...jobs(1, 2), { id: 3, group: 'two' }]);
    await queue.settled();
    queue.add(jobs(4));
    await queue.settled();
    expect(seen.counts.at(-1)).toEqual(['one', { total: 1, finished: 1, failed: 0, running: 0 }]);
    expect(seen.counts.findLast(([group]) => group === 'two')?.[1].total).toBe(1);
  });

  test('drops waiting jobs, aborts running ones, and continues with the rest', async () => {
    const ran: number[] = [];
    const { queue, seen } = queueOf(1, async ({ id }, signal) => {
      ran.push(id);
      await wait(id === 1 ? 10_000 : 0, null, { signal }).catch(() => null);
      return signal.aborted ? 'cancelled' : 'done';
    });
    queue.add(jobs(1, 2, 3));
    queue.cancel([1, 2, 99]);
    await queue.settled();
    expect(ran).toEqual([1, 3]);
    expect(seen.dropped).toEqual([2]);
    queue.add(jobs(4, 5, 6));
    queue.cancel('all');
    await queue.settled();
    expect(ran).toEqual([1, 3, 4]);
    expect(seen.dropped).toEqual([2, 5, 6]);
  });

  test('runs the same job once', async () => {
    const ran: number[] = [];
    const { queue } = queueOf(1, async ({ id }) => {
      ran.push(id);
      await wait(5);
      return 'done';
    });
    queue.add(jobs(1, 2, 2));
    queue.add(jobs(1));
    expect(queue.has(2)).toBe(true);
    await queue.settled([1]);
    expect(ran).toEqual([1, 2]);
    await queue.settled();
    expect(queue.has(2)).toBe(false);
    queue.add(jobs(1));
    await queue.settled();
    expect(ran).toEqual([1, 2, 1]);
  });

  test('can raise its limit while it runs', async () => {
    let under = 0;
    let most = 0;
    const { queue } = queueOf(1, async () => {
      under += 1;
      most = Math.max(most, under);
      await wait(10);
      under -= 1;
      return 'done';
    });
    queue.add(jobs(1, 2, 3, 4));
    queue.setConcurrency(3);
    await queue.settled();
    expect(most).toBe(3);
  });

  test('announces ten thousand jobs once', async () => {
    const { queue, seen } = queueOf(1, () => Promise.resolve('done'));
    queue.add(jobs(...Array.from({ length: 10_000 }, (_, index) => index)));
    expect(seen.counts.length).toBeLessThan(5);
    queue.cancel('all');
    await queue.settled();
  });

  test('ends all waiting when it stops', async () => {
    const { queue } = queueOf(1, () => Promise.resolve('done'));
    queue.setPaused(true);
    queue.add(jobs(1));
    const settled = queue.settled([1]);
    await queue.stop('end');
    await settled;
    expect(queue.has(1)).toBe(false);
  });
});
