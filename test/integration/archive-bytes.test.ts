import { expect, test } from 'vitest';
import { archiveRounds } from '../soak/archive.ts';

/** The full length runs under `npm run soak`. */
test('names the file in which a byte of an archive of 1,000 invoices has changed', async () => {
  expect(await archiveRounds(1000, 5)).toEqual({ files: 2004, changed: 5, missed: [] });
}, 120_000);
