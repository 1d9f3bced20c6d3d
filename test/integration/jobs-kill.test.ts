import { expect, test } from 'vitest';
import { dropRounds } from '../soak/drops.ts';
import { killRounds } from '../soak/kill.ts';

/** The full length runs under `npm run soak`. */
test('loses no reported result, repeats no call and leaves a sound file after repeated kills', async () => {
  const report = await killRounds(6);
  expect(report).toMatchObject({ lost: [], askedTwice: [], unsound: [] });
  expect(report.killed).toBeGreaterThan(0);
  expect(report.calls).toBeGreaterThan(0);
}, 120_000);

test('has each file of a drop in the list once, or names it as missing, after repeated kills', async () => {
  const report = await dropRounds(40, 3);
  expect(report).toMatchObject({ files: 40, forgotten: [], twice: [] });
  expect(report.killed).toBeGreaterThan(0);
}, 120_000);
