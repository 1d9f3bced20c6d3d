import { expect, test } from 'vitest';
import { killRounds } from '../soak/kill.ts';

/** The full length runs under `npm run soak`. */
test('repeated kills lose no reported result, repeat no call, and leave a sound file', async () => {
  const report = await killRounds(6);
  expect(report).toMatchObject({ lost: [], askedTwice: [], unsound: [] });
  expect(report.killed).toBeGreaterThan(0);
  expect(report.calls).toBeGreaterThan(0);
}, 120_000);
