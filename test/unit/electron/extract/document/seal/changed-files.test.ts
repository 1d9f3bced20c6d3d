import { expect, test } from 'vitest';
import { tryOfdChanges, tryPdfChanges } from '../../../../../helpers/seal-changes.ts';

// `npm run soak -- seals` tries many more.

test('a changed OFD is never unchanged, and a repacked one always is', async () => {
  const { changed, missed, repacked, alarms } = await tryOfdChanges(44, 1);
  expect(missed).toEqual([]);
  expect(alarms).toEqual([]);
  expect(changed).toBeGreaterThan(15);
  expect(repacked).toBe(44);
});

test('a changed PDF is never unchanged', async () => {
  const { missed, alarms } = await tryPdfChanges(24, 1);
  expect(missed).toEqual([]);
  expect(alarms).toEqual([]);
});
