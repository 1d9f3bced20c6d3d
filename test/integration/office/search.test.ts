import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { gramsOf } from '../../../electron/office/store/history.ts';
import { searchText } from '../../../electron/store/search/search-form.ts';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { idsAlike, newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

/** Characters of one to four bytes, composed and wide ones, and the separators of a text. */
const letter = fc.constantFrom(...Array.from('aab1237.-*票据上海é𠮷Ａ１ \n\u2003'));
const anyText = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''));

describe.skipIf(noPostgres !== null)('search in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('indexes every piece of every word of a text', async () => {
    const { connection } = await openOfficeAt(await server.database());
    const slices = fc.tuple(anyText, fc.nat(30), fc.nat(8)).map(([made, from, length]) => {
      const text = searchText([made]);
      return {
        text,
        words: Array.from(text)
          .slice(from, from + length)
          .join('')
          .split(/\s+/u),
      };
    });
    const cases = fc.sample(slices, { numRuns: 1_000, seed: 7 });
    const missing: unknown[] = [];
    for (const { text, words } of cases) {
      const grams = words.flatMap(gramsOf);
      const { rows } = await connection.pool.query<{ has: boolean }>(
        'SELECT grams($1) @> $2::text[] AS has',
        [text, grams],
      );
      if (rows[0]?.has !== true) missing.push({ text, words, grams });
    }
    expect(missing).toEqual([]);
    expect(
      cases.filter(({ words }) => words.some((word) => gramsOf(word).length > 0)).length,
    ).toBeGreaterThan(60);
  });

  test('finds old and rare invoices as well as new and frequent ones, ordered by day', async () => {
    const { store, connection } = await openOfficeAt(await server.database());
    // More rows than are searched first, and more than are read one by one in a range of amounts.
    const count = 14_000;
    await connection.pool.query(
      `INSERT INTO documents (id, name, source, added_at)
       SELECT n, 'n' || n, '', to_char(date '2001-01-01' + n, 'YYYY-MM-DD') FROM generate_series(1, ${count}) AS n`,
    );
    await connection.pool.query(
      `INSERT INTO pages (id, document, service, number, sandbox, options, state)
       SELECT n, n, 'vat-invoice', 1, 0, '{}', CASE n WHEN 3 THEN 'failed' ELSE 'recognized' END
       FROM generate_series(1, ${count}) AS n`,
    );
    await connection.pool.query(
      `UPDATE search SET number = lpad(page::text, 8, '0'), seller = CASE WHEN page % 3000 = 7 THEN '罗氏' ELSE '某公司' END,
         cents = page * 100, text = 'n' || page || E'\\n' || lpad(page::text, 8, '0') || E'\\n' ||
           CASE WHEN page % 3000 = 7 THEN '罗氏' ELSE '某公司' END`,
    );
    const found = async (filter: HistoryFilter) =>
      (await store.search(filter, null, 3)).pages.map(({ id }) => id);
    expect(await found({})).toEqual([14_000, 13_999, 13_998]);
    expect(await found({ text: '公司' })).toEqual([14_000, 13_999, 13_998]);
    expect(await found({ seller: '罗氏' })).toEqual([12_007, 9_007, 6_007]);
    expect(await found({ text: '罗' })).toEqual([12_007, 9_007, 6_007]);
    // Many rows have such an amount, or few.
    expect(await found({ text: '罗氏', amountFrom: '5' })).toEqual([12_007, 9_007, 6_007]);
    expect(await found({ text: '罗氏', amountTo: '5000' })).toEqual([3_007, 7]);
    expect(await found({ text: '公司', amountTo: '5000', dayTo: '2003-01-01' })).toEqual([730, 729, 728]);
    expect(await found({ text: '没有', amountTo: '5000' })).toEqual([]);
    expect(await found({ number: '00000012' })).toEqual([12]);
    expect(await found({ text: '00000012 某' })).toEqual([12]);
    expect(await found({ state: 'failed' })).toEqual([3]);
    expect(await found({ amountFrom: '4', amountTo: '5' })).toEqual([5, 4]);
    expect(await found({ text: '罗氏', dayTo: '2003-01-01' })).toEqual([7]);
    expect(await found({ text: '没有' })).toEqual([]);
    for (const filter of [
      { seller: '罗', dayTo: '2012-01-01' },
      { seller: '罗', amountTo: '5000' },
    ]) {
      const first = await store.search(filter, null, 1);
      expect((await store.search(filter, first.next, 1)).pages.map(({ id }) => id)).toEqual([7]);
    }
  });

  test('names invoices with the same code first among thousands with one number', async () => {
    const { store, connection } = await openOfficeAt(await server.database());
    await store.transact((unit) => unit.addPages(Array.from({ length: 40 }, () => newPage())));
    await connection.pool.query(`UPDATE pages SET state = 'recognized'`);
    await connection.pool.query(
      `INSERT INTO results (page, number, code) SELECT id, '00000000', CASE WHEN id > 30 THEN '31' WHEN id > 20 THEN NULL ELSE '44' END FROM pages`,
    );
    const key = { number: '00000000', grossTotal: null, issueDate: null, seller: null, sellerTaxId: null };
    const alike = (code: string | null, limit: number) => idsAlike(store, 1, { ...key, code }, limit);
    expect(await alike('31', 3)).toEqual([31, 32, 33]);
    expect(await alike(null, 3)).toEqual([21, 22, 23]);
    // Ten with the code, and then two others.
    expect(await alike('31', 12)).toEqual([2, 3, ...Array.from({ length: 10 }, (_, index) => 31 + index)]);
    expect(await alike('31', -1)).toHaveLength(39);
  });
});
