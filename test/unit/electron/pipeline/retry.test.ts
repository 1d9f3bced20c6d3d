import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRetryBudget } from '../../../../electron/pipeline/batch.ts';
import { readRetryAfter, retryTimes, waitBeforeRetry } from '../../../../electron/pipeline/retry.ts';

const now = new Date('2024-05-28T08:00:00Z');
const most = 4;

const ask = (retryAfterMs: number, elapsedMs: number) =>
  waitBeforeRetry({ most, attempts: 1, elapsedMs, retryAfterMs }, () => 0.5, retryTimes);
const after = (attempts: number) =>
  waitBeforeRetry({ most, attempts, elapsedMs: 0, retryAfterMs: null }, () => 0, retryTimes);

describe('waiting times', () => {
  test('are never near zero, grow, and stay below their cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, chance) => {
          const wait = waitBeforeRetry(
            { most, attempts, elapsedMs: 0, retryAfterMs: null },
            () => chance,
            retryTimes,
          );
          const ceiling = Math.min(retryTimes.longestWaitMs, retryTimes.firstWaitMs * 2 ** (attempts - 1));
          expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
          expect(wait).toBeLessThanOrEqual(ceiling);
        },
      ),
    );
  });

  test('last at least as long as the server asks, and never exceed the total', () => {
    expect(ask(7_000, 0)).toBe(7_000);
    expect(ask(0, 0)).toBe(750);
    expect(ask(retryTimes.totalMs + 1, 0)).toBeNull();
    expect(ask(0, retryTimes.totalMs)).toBeNull();
  });

  test('end with the last attempt', () => {
    expect([1, 2, 3, 4, 5].map((attempts) => after(attempts) !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Tue, 28 May 2024 08:01:00 GMT', 60_000],
  ['Tue, 28 May 2024 07:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['99999999999999999999', null],
  ['2024', 2_024_000],
  ['', null],
  [null, null],
])('parses Retry-After %j', (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});

test('refills a retry budget after successes, up to its initial size', () => {
  const budget = createRetryBudget(2);
  expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false]);
  budget.earn();
  expect([budget.spend(), budget.spend()]).toEqual([true, false]);
  for (let index = 0; index < 10; index += 1) budget.earn();
  expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false]);
});
