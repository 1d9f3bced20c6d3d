import { expect, test } from 'vitest';
import { failingNetwork } from '../helpers/failing-network.ts';

/** The full length, at concurrency 1, 4 and 16, runs under `npm run soak`. */
test('ends each page with its result or a true reason if three of ten calls fail', async () => {
  const report = await failingNetwork({ documents: 120, concurrency: 8, seed: 7 });
  expect(report.broken).toEqual([]);
  expect(report.calls).toBeGreaterThan(120);
}, 120_000);
