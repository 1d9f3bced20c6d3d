import { afterAll, expect, test } from 'vitest';
import { readBmp } from '../../../../electron/intake/bmp.ts';
import { testIntake } from '../../../helpers/intake.ts';
import { bmp, runBmp } from '../../../helpers/pictures.ts';

const { prepared, refusedFor, close } = testIntake();
afterAll(close);

/** Two rows of four: runs of three and one, then four literal pixels, then the end. */
const runs = [3, 9, 1, 7, 0, 0, 0, 4, 1, 2, 3, 4, 0, 0, 0, 1];

test('sends runs that cover the whole picture unchanged', async () => {
  const whole = runBmp(4, 2, runs);
  const { bytes, preparation } = await prepared(whole);
  expect(bytes.equals(whole)).toBe(true);
  expect(preparation.changes).toEqual([]);
  // Two pixels per byte, and literal ones padded to whole words; without an end mark.
  expect(readBmp(runBmp(4, 2, [4, 0x12, 0, 0, 0, 4, 0x12, 0x34], 2))).toEqual({ width: 4, height: 2 });
});

test.each([
  ['truncated runs', runBmp(4, 2, runs.slice(0, 6))],
  ['truncated raw pixels', runBmp(4, 2, runs.slice(0, 10))],
  ['a run longer than its row', runBmp(4, 2, [5, 9, 0, 0, 4, 9, 0, 1])],
  ['more rows than stated', runBmp(4, 2, [4, 9, 0, 0, 4, 9, 0, 0, 4, 9, 0, 1])],
  [
    'random bytes as runs',
    runBmp(
      3000,
      3000,
      Array.from({ length: 900 }, () => 0x7f),
    ),
  ],
  ['an embedded JPEG', runBmp(4, 2, runs, 4)],
  ['an embedded PNG', runBmp(4, 2, runs, 5)],
  ['an unknown compression', runBmp(4, 2, runs, 99)],
  ['a missing row', bmp(60, 40).subarray(0, -180)],
])('refuses a BMP before any call: %s', async (_, bytes) => {
  expect(await refusedFor(bytes)).toMatchObject({ kind: 'input', reason: 'damaged' });
});

test('refuses a BMP that needs too much memory', async () => {
  const runsOf = [0, 1];
  expect(await refusedFor(runBmp(9000, 9000, runsOf))).toMatchObject({ reason: 'too-many-pixels' });
});

test('reads rows padded to whole words without the padding', async () => {
  // Two rows of six, each a run of eight.
  const padded = runBmp(6, 2, [8, 1, 0, 0, 8, 1, 0, 1]);
  expect(readBmp(padded)).toEqual({ width: 6, height: 2 });
  const { sent } = await prepared(padded, { treatment: { turn: 90, masks: [] } });
  expect(sent).toMatchObject({ width: 2, height: 6 });
  expect(readBmp(runBmp(6, 2, [9, 1, 0, 0, 8, 1, 0, 1]))).toBeNull();
});
