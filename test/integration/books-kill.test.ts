import { expect, test } from 'vitest';
import { booksKillRounds } from '../soak/books-kill.ts';

/** The full length runs under `npm run soak`. */
test('leaves vouchers, an archive and renamed files complete, old or new, after a kill at any moment', async () => {
  const report = await booksKillRounds(2);
  expect(report.half).toEqual([]);
}, 120_000);
