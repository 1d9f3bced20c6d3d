import { expect, test } from 'vitest';
import { failingNetwork } from '../helpers/failing-network.ts';

/** The full length, at concurrency 1, 4 and 16, runs under `npm run soak`. */
test('over a network where three calls of ten fail, each page ends with its result or with a true reason', async () => {
  const report = await failingNetwork({ documents: 120, concurrency: 8, seed: 7 });
  expect(report.broken).toEqual([]);
  expect(report.calls).toBeGreaterThan(120);
}, 120_000);
