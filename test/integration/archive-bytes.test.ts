import { expect, test } from 'vitest';
import { archiveRounds } from '../soak/archive.ts';

/** The full length runs under `npm run soak`. */
test('names the file in which a byte of an archive of hundreds of invoices has changed', async () => {
  expect(await archiveRounds(300, 5)).toEqual({ files: 605, changed: 5, missed: [] });
}, 120_000);
