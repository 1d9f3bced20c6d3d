import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBackend } from '../../electron/app/create-backend.ts';
import { openLedgerReadOnly } from '../../electron/store/sqlite/open-ledger.ts';
import { fillLedger, manySearches as searches } from '../helpers/large-ledger.ts';
import { testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

const invoices = 100_000;
const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const timed = (work: () => void): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

/** A measure below its limit in milliseconds, with the plain SQL of the same query for comparison. */
const row = (name: string, ms: number, limitMs: number, bareMs: number): BenchRow => ({
  name: `${name} (bare SQL ${bareMs.toFixed(1)} ms)`,
  measured: `${ms.toFixed(1)} ms`,
  floor: `${limitMs} ms`,
  ratio: ms / limitMs,
  limit: 1,
});

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-ledger-bench-'));
  const path = join(folder, 'ledger.sqlite');
  try {
    fillLedger(path, invoices);
    const bare = new DatabaseSync(path);
    bare.exec('PRAGMA mmap_size = 268435456');
    const started = performance.now();
    const backend = await createBackend(testHost(folder));
    const listed = await backend.invoke('pages.list', { service: 'vat-invoice' });
    const opening = performance.now() - started;
    if (!listed.ok) throw new Error(listed.failure.message.en);
    await backend.close();
    const bareOpening = timed(() => {
      bare.prepare('SELECT * FROM pages JOIN results ON page = id ORDER BY id DESC LIMIT 1000').all();
    });
    // Searches run on the read-only connection.
    const opened = openLedgerReadOnly(path, () => new Date());
    if (!opened.ok) throw new Error(opened.failure.detail);
    const ledger = opened.value;

    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < 5; round += 1)
      for (const filter of searches) {
        times.push(
          timed(() => {
            const { ids } = ledger.history.search(filter, null, 100);
            for (const id of ids) ledger.pages.page(id);
          }),
        );
        bareTimes.push(
          timed(() => {
            const word = Object.values(filter).at(0);
            bare
              .prepare(`SELECT day, page FROM search WHERE instr(text, ?) > 0 ORDER BY day DESC LIMIT 100`)
              .all(typeof word === 'string' ? word : '');
          }),
        );
      }

    // List and table ask for all pages that a text finds.
    const found = searches.flatMap(({ text }) =>
      text === undefined ? [] : [timed(() => void ledger.history.matching(text, 'vat-invoice', 1))],
    );
    const bareFound = timed(() => {
      bare.prepare(`SELECT page FROM search WHERE instr(text, ?) > 0`).all('有限公司');
    });

    const alike = Array.from({ length: 200 }, (_, index) => {
      const id = 1 + index * 400;
      const key = ledger.pages.page(id)?.figures;
      return key ? timed(() => void ledger.results.lookalikes([{ page: id, demo: false, key }])) : 0;
    });
    const bareAlike = Array.from({ length: 200 }, (_, index) =>
      timed(() => {
        bare.prepare('SELECT page FROM results WHERE number = ?').all(String(10_000_000 + index));
      }),
    );
    const totals = timed(() => void ledger.history.totals({}, 'seller'));
    ledger.close();
    bare.close();
    console.log(`  totals of all by month and seller: ${totals.toFixed(0)} ms`);
    return [
      row('open 100,000 invoices to the first screen', opening, 150, bareOpening),
      row('any search, p95', percentile(times, 0.95), 60, percentile(bareTimes, 0.95)),
      row('what list and table find, p95', percentile(found, 0.95), 60, bareFound),
      row('duplicate check of one invoice, p95', percentile(alike, 0.95), 2, percentile(bareAlike, 0.95)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
