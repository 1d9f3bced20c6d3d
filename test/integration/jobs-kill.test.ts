import { expect, test } from 'vitest';
import { killRounds } from '../soak/kill.ts';

/** The full length runs under `npm run soak`. */
test('killed again and again: nothing said is lost, nothing is asked twice, the file is sound', async () => {
  const report = await killRounds(6);
  expect(report).toMatchObject({ lost: [], askedTwice: [], unsound: [] });
  expect(report.killed).toBeGreaterThan(0);
  expect(report.calls).toBeGreaterThan(0);
}, 120_000);
