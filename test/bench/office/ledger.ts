import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { inventInvoices, manySearches } from '../../helpers/large-ledger.ts';
import { startOfficeRun, type OfficeRun } from '../../helpers/office-run.ts';
import type { BenchRow } from '../row.ts';
import { percentile, timed } from './measure.ts';

/** Pages that share one number, as unreadable ones do. */
const sharedNumber = 20_000;
const rowsAtOnce = 5_000;

type Invented = ReturnType<typeof inventInvoices> extends Iterable<infer One> ? One : never;

const insert = async (pool: OfficeRun['connection']['pool'], rows: readonly Invented[]): Promise<void> => {
  const column = (name: keyof Invented) => rows.map((row) => row[name]);
  const numbers = rows.map(({ id, number }) =>
    id % 50 === 0 && id <= sharedNumber * 50 ? '00000000' : number,
  );
  await pool.query(
    `INSERT INTO documents (id, name, source, added_at)
     SELECT id, name, name, day || 'T08:00:00.000Z' FROM unnest($1::bigint[], $2::text[], $3::text[]) AS t (id, name, day)`,
    [column('id'), column('name'), column('day')],
  );
  await pool.query(
    `INSERT INTO pages (id, document, service, number, sandbox, options, state)
     SELECT id, id, 'vat-invoice', 1, 0, '{}', 'recognized' FROM unnest($1::bigint[]) AS t (id)`,
    [column('id')],
  );
  await pool.query(
    `INSERT INTO results (page, kind, code, number, issue_date, seller, gross_total, gross_cents, counted_key, buyer, review)
     SELECT id, '04', '3100231130', number, day, seller, gross, replace(gross, '.', '')::bigint, '3100231130/' || number,
       buyer, CASE WHEN id % 50 = 1 THEN 'open' ELSE 'confirmed' END
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS t (id, number, day, seller, gross, buyer)`,
    [column('id'), numbers, column('day'), column('seller'), column('gross'), column('buyer')],
  );
  await pool.query(
    `UPDATE search SET day = t.day, kind = '04', number = t.number, seller = t.seller, buyer = t.buyer,
       cents = t.cents, text = t.text
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
       AS t (id, day, number, seller, buyer, cents, text) WHERE page = t.id`,
    [
      column('id'),
      column('day'),
      numbers,
      column('seller'),
      column('buyer'),
      column('cents'),
      column('text'),
    ],
  );
};

/** Writes in bulk. An index over all of it afterwards takes less time than one row after the other. */
export const fill = async ({ connection: { pool } }: OfficeRun, count: number): Promise<void> => {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'vouch' AND (indexname LIKE 'search_by_%' OR indexname LIKE 'results_%') AND indexdef NOT LIKE '%UNIQUE%'`,
  );
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`);
  let rows: Invented[] = [];
  for (const invoice of inventInvoices(count)) {
    rows.push(invoice);
    if (rows.length < rowsAtOnce) continue;
    await insert(pool, rows);
    rows = [];
  }
  if (rows.length > 0) await insert(pool, rows);
  for (const table of ['documents', 'pages'])
    await pool.query(`SELECT setval(pg_get_serial_sequence('vouch.${table}', 'id'), ${count + 1}, false)`);
  for (const { definition } of indexes) await pool.query(definition);
  for (const table of ['documents', 'pages', 'results', 'search'])
    await pool.query(`VACUUM ANALYZE ${table}`);
};

const questions = 60;

/** The 95th percentile of some questions. */
const repeat = async (work: (question: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let question = 0; question < questions; question += 1) times.push(await timed(() => work(question)));
  return percentile(times, 0.95);
};

type Figures = {
  readonly list: number;
  readonly search: readonly number[];
  readonly duplicates: readonly number[];
};

export const duplicateKey = (number: string, round: number) => ({
  code: '3100231130',
  number,
  grossTotal: `${round * 317}.00`,
  issueDate: '2021-05-05',
  seller: null,
  sellerTaxId: null,
});

const figuresOf = async (count: number): Promise<Figures> => {
  const run = await startOfficeRun(0, ['maintenance_work_mem=256MB', 'shared_buffers=512MB']);
  try {
    await fill(run, count);
    const { store } = run;
    // What was just written is in memory; so it is in an office that works.
    const search = (filter: HistoryFilter) => store.search(filter, null, 100);
    for (const filter of manySearches) await search(filter);
    await store.recent('vat-invoice', 1_000);
    const list = await repeat(() => store.recent('vat-invoice', 1_000));
    const searches: number[] = [];
    for (const filter of manySearches) searches.push(await repeat(() => search(filter)));
    const other = await repeat((round) =>
      store.lookalikes(1, false, duplicateKey(String(10_000_000 + round * 31), round)),
    );
    const shared = await repeat((round) => store.lookalikes(1, false, duplicateKey('00000000', round)));
    return { list, search: searches, duplicates: [other, shared] };
  } finally {
    await run.close();
  }
};

const row = (name: string, ms: number, limitMs: number): BenchRow => ({
  name,
  measured: `${ms.toFixed(1)} ms`,
  floor: `${limitMs} ms`,
  ratio: ms / limitMs,
  limit: 1,
});

const growth = (name: string, small: number, large: number, times: number): BenchRow => ({
  name: `${name}, ${times} times as many invoices`,
  measured: `${large.toFixed(1)} ms`,
  floor: `${small.toFixed(1)} ms`,
  ratio: large / small,
  limit: times,
});

/** List, search and duplicate check among very many invoices, and how they grow. */
export const largeLedger = async (count: number): Promise<BenchRow[]> => {
  const small = await figuresOf(Math.round(count / 10));
  const large = await figuresOf(count);
  const among = `among ${count} invoices, 95th percentile`;
  const slowest = Math.max(...large.search);
  const worst = JSON.stringify(manySearches[large.search.indexOf(slowest)]);
  return [
    row(`list ${among}`, large.list, 150),
    row(`slowest kind of search, ${worst}, ${among}`, slowest, 60),
    row(`duplicate check ${among}`, large.duplicates[0] ?? 0, 2),
    row(
      `duplicate check with ${Math.min(sharedNumber, count / 50)} of the same number ${among}`,
      large.duplicates[1] ?? 0,
      2,
    ),
    growth('list', small.list, large.list, 10),
    growth('all searches', sum(small.search), sum(large.search), 10),
  ];
};

const sum = (times: readonly number[]): number => times.reduce((total, ms) => total + ms, 0);
