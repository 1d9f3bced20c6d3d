import { expect, test } from 'vitest';
import { booksKillRounds } from '../soak/books-kill.ts';

/** The full length runs under `npm run soak`. */
test('an archive or a renaming that is killed at any moment is the old one or the new one', async () => {
  const report = await booksKillRounds(2);
  expect(report.half).toEqual([]);
}, 120_000);
