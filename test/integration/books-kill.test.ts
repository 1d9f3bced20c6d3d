import { expect, test } from 'vitest';
import { booksKillRounds } from '../soak/books-kill.ts';

/** The full length runs under `npm run soak`. */
test('killed at any moment, an archive or a renaming is the old one or the new one', async () => {
  const report = await booksKillRounds(2);
  expect(report.half).toEqual([]);
}, 120_000);
