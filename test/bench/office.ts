import { startOfficeRun, type OfficeRun } from '../helpers/office-run.ts';
import type { BenchRow } from './row.ts';

/** Invoices in the large ledger; the figure of the design is a million. */
const invoices = Number(process.env.VOUCH_BENCH_INVOICES ?? 1_000_000);

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Pages a second of a number of workers, from the first page to the last. */
const pace = async (
  answerMs: number,
  workers: number,
  concurrency: number,
  pages: number,
): Promise<number> => {
  const run = await startOfficeRun(answerMs);
  const running = await Promise.all(Array.from({ length: workers }, () => run.startWorker(concurrency)));
  try {
    // Warm-up: connections, code and the first query plans.
    await run.handIn(workers * concurrency);
    await run.settled();
    const ms = await timed(async () => {
      await run.handIn(pages);
      await run.settled();
    });
    if (run.repeated() > 0) throw new Error('A page was paid twice');
    return pages / (ms / 1_000);
  } finally {
    await Promise.all(running.map((worker) => worker.end('SIGTERM')));
    await run.close();
  }
};

const scaling = async (
  name: string,
  answerMs: number,
  [workers, concurrency]: readonly [number, number],
  wanted: number,
  pages: number,
): Promise<BenchRow> => {
  const one = await pace(answerMs, 1, 1, pages);
  const many = await pace(answerMs, workers, concurrency, pages * workers * concurrency);
  return {
    name,
    measured: `${many.toFixed(1)} pages/s (${(many / one).toFixed(2)} times)`,
    floor: `${one.toFixed(1)} pages/s`,
    ratio: wanted / (many / one),
    limit: 1,
  };
};

const fill = async ({ connection: { pool } }: OfficeRun, count: number): Promise<void> => {
  const run = (text: string) => pool.query(text);
  await run(`INSERT INTO documents (id, name, source, sha256, bytes, added_at)
    SELECT n, 'invoice-' || n || '.pdf', '', md5(n::text) || md5(n::text), 1000, '2024-01-01T00:00:00.000Z'
    FROM generate_series(1, ${count}) AS n`);
  await run(`INSERT INTO pages (id, document, service, number, sandbox, options, state)
    SELECT n, n, 'vat-invoice', 1, 0, '{}', 'recognized' FROM generate_series(1, ${count}) AS n`);
  await run(`INSERT INTO results (page, kind, code, number, issue_date, seller, gross_total, review)
    SELECT n, '04', '3100', lpad(n::text, 8, '0'), to_char(date '2020-01-01' + (n % 1800)::int, 'YYYY-MM-DD'),
      '销售方' || (n % 5000), (n % 100000) || '.00', CASE WHEN n % 50 = 0 THEN 'open' ELSE 'confirmed' END
    FROM generate_series(1, ${count}) AS n`);
  await run(`UPDATE search SET day = issue_date, number = results.number, seller = results.seller,
      cents = gross_total::numeric * 100,
      text = search.text || E'\\n' || results.seller || E'\\n' || results.number || E'\\n' || gross_total
    FROM results WHERE results.page = search.page`);
  for (const table of ['documents', 'pages'])
    await run(`SELECT setval(pg_get_serial_sequence('vouch.${table}', 'id'), ${count + 1}, false)`);
  await run('VACUUM ANALYZE documents, pages, results, search');
};

const underLimit = (name: string, times: readonly number[], limitMs: number): BenchRow => ({
  name: `${name} among ${invoices} invoices, 95th percentile`,
  measured: `${percentile(times, 0.95).toFixed(1)} ms`,
  floor: `${limitMs} ms`,
  ratio: percentile(times, 0.95) / limitMs,
  limit: 1,
});

const largeLedger = async (): Promise<BenchRow[]> => {
  const run = await startOfficeRun(0);
  try {
    await fill(run, invoices);
    const repeat = async (work: (round: number) => Promise<unknown>): Promise<number[]> => {
      const times: number[] = [];
      for (let round = 0; round < 20; round += 1) times.push(await timed(() => work(round)));
      return times;
    };
    await run.store.recent('vat-invoice', 10);
    const lists = await repeat(() => run.store.recent('vat-invoice', 1_000));
    const searches = await repeat((round) =>
      run.store.search(
        round % 2 === 0 ? { text: `销售方${round * 7}` } : { text: String(7_000_000 + round).slice(1) },
        null,
        100,
      ),
    );
    const duplicates = await repeat((round) =>
      run.store.lookalikes(1, false, {
        code: '3100',
        number: String(round * 31 + 5).padStart(8, '0'),
        grossTotal: `${round}.00`,
        issueDate: '2021-05-05',
        seller: null,
        sellerTaxId: null,
      }),
    );
    return [
      underLimit('list', lists, 150),
      underLimit('search', searches, 60),
      underLimit('duplicate check', duplicates, 2),
    ];
  } finally {
    await run.close();
  }
};

export const run = async (): Promise<BenchRow[]> => [
  await scaling('4 workers against 1, answers after 200 ms', 200, [4, 1], 3.6, 30),
  await scaling('16 calls at once of 4 workers against 1, answers after 1 s', 1_000, [4, 4], 12, 8),
  ...(await largeLedger()),
];
