import { expect, test } from 'vitest';
import { killHosts } from '../soak/kill-hosts.ts';

/** The full length runs under `npm run soak`. */
test('kills of the command line and the browser host lose nothing, and repeat no call without a mark', async () => {
  const report = await killHosts(4);
  expect(report.broken).toEqual([]);
  expect(report.calls).toBeGreaterThan(0);
}, 240_000);
