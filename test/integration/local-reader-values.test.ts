import { expect, test } from 'vitest';
import { tallyOf } from '../helpers/scans/measure.ts';
import { readScans } from '../helpers/scans/read-scans.ts';

test('reads the values of fifteen scans, and none wrong without a mark', { timeout: 600_000 }, async () => {
  const pages = await readScans(Array.from({ length: 15 }, (_, seed) => seed));
  const unmarked = pages.flatMap(({ wrong }) => wrong).filter(({ isMarked }) => !isMarked);
  const tally = tallyOf(pages);
  expect(tally.strictUnmarked, JSON.stringify(unmarked)).toBe(0);
  expect(tally.exact).toBeGreaterThan(0.95);
});
