import { expect, test } from 'vitest';
import { booksKillRounds } from '../soak/books-kill.ts';

/** The full length runs under `npm run soak`. */
test('is the complete old or new one after a kill of an archive or a renaming at any moment', async () => {
  const report = await booksKillRounds(2);
  expect(report.half).toEqual([]);
}, 120_000);
