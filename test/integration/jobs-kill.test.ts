import { expect, test } from 'vitest';
import { killRounds } from '../soak/kill.ts';

/** The full length runs under `npm run soak`. */
test('loses no reported result, repeats no call and leaves a sound file after repeated kills', async () => {
  const report = await killRounds(6);
  expect(report).toMatchObject({ lost: [], askedTwice: [], unsound: [] });
  expect(report.killed).toBeGreaterThan(0);
  expect(report.calls).toBeGreaterThan(0);
}, 120_000);
