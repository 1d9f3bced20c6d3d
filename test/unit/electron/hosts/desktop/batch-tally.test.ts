import { expect, test } from 'vitest';
import { createBatchTally } from '../../../../../electron/hosts/desktop/batch-tally.ts';
import type { Progress } from '../../../../../shared/contract/commands.ts';

const progress = (finished: number, total: number, over: Partial<Progress> = {}): Progress => ({
  service: 'vat-invoice',
  total,
  finished,
  failed: 0,
  ...over,
});

test('counts both services together, and reports the end once, with both', () => {
  const tally = createBatchTally();
  const face = { service: 'face-detect' } as const;
  expect(tally(progress(0, 4))).toEqual({ done: 0, isHeld: false, ended: null });
  expect(tally(progress(2, 4))).toEqual({ done: 0.5, isHeld: false, ended: null });
  expect(tally(progress(0, 4, face))).toEqual({ done: 0.25, isHeld: false, ended: null });
  expect(tally(progress(4, 4, { failed: 1 }))).toEqual({ done: 0.5, isHeld: false, ended: null });
  expect(tally(progress(4, 4, { ...face, failed: 2 }))).toEqual({
    done: null,
    isHeld: false,
    ended: { total: 8, failed: 3 },
  });
  expect(tally(progress(0, 1)).done).toBe(0);
  expect(tally(progress(1, 1)).ended).toEqual({ total: 1, failed: 0 });
});

test('keeps calls waiting while paused or unreachable', () => {
  const tally = createBatchTally();
  expect(tally(progress(1, 4, { paused: true })).isHeld).toBe(true);
  expect(tally(progress(1, 4, { offline: true })).isHeld).toBe(true);
  expect(tally(progress(1, 4)).isHeld).toBe(false);
});
