import { expect, test } from 'vitest';
import { archiveRounds } from '../soak/archive.ts';

/** The full length runs under `npm run soak`. */
test('an archive of 1,000 invoices is checked, and a changed byte of any file names the file', async () => {
  expect(await archiveRounds(1000, 5)).toEqual({ files: 2004, changed: 5, missed: [] });
}, 120_000);
