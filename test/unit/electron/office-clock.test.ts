import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followClock } from '../../../electron/office/store/open-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a server measures the database’s clock again and again, also after an outage', async () => {
  const bugs: unknown[] = [];
  let databaseHour = 1;
  let isReachable = true;
  let known = databaseHour;
  const clock = {
    now: () => new Date(0),
    sync: () => {
      if (!isReachable) return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      known = databaseHour;
      return Promise.resolve();
    },
  };
  const stop = followClock({ clock }, (error) => bugs.push(error), 5_000);
  databaseHour = 2;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known).toBe(2);
  isReachable = false;
  await vi.advanceTimersByTimeAsync(20_000);
  isReachable = true;
  databaseHour = 3;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known).toBe(3);
  stop();
  databaseHour = 4;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(known).toBe(3);
  expect(bugs).toEqual([]);
});
