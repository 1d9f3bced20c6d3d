import { expect, test } from 'vitest';
import { killHosts } from '../soak/kill-hosts.ts';

/** The full length runs under `npm run soak`. */
test('loses nothing when command line and browser host are killed, and repeats no call without a mark', async () => {
  const report = await killHosts(4);
  expect(report.broken).toEqual([]);
  expect(report.calls).toBeGreaterThan(0);
}, 240_000);
