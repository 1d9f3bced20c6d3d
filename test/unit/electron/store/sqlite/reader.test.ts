import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { createReader } from '../../../../../electron/store/sqlite/reader.ts';
import { readFrom } from '../../../../../electron/store/sqlite/readings.ts';
import { fillLedger, manySearches } from '../../../../helpers/large-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const started = async (invoices: number, fewest = 0) => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  fillLedger(path, invoices);
  const opened = openLedger(path, () => new Date());
  if (!opened.ok) throw new Error(opened.failure.said);
  const ledger = opened.value;
  const reader = createReader(path, ledger, fewest);
  const threads: Worker[] = [];
  const note = (worker: Worker): void => void threads.push(worker);
  process.on('worker', note);
  let open = true;
  const close = async (): Promise<void> => {
    process.off('worker', note);
    await reader.close();
    if (open) ledger.close();
    open = false;
  };
  onTestFinished(close);
  return { path, ledger, reader, threads, close };
};

test('every question has the answer in the thread that it has here', async () => {
  const { ledger, reader, threads } = await started(300);
  for (const filter of manySearches) {
    const question = { filter, after: null, limit: 50 };
    expect(await reader.read('search', question)).toEqual(readFrom(ledger, 'search', question));
    expect(await reader.read('totals', { filter, by: 'seller' })).toEqual(
      readFrom(ledger, 'totals', { filter, by: 'seller' }),
    );
  }
  const service = 'vat-invoice' as const;
  expect(await reader.read('recent', { service, documents: 20 })).toEqual(ledger.pages.recent(service, 20));
  const older = { service, before: null, documents: 20, pages: 50 };
  expect(await reader.read('older', older)).toEqual(readFrom(ledger, 'older', older));
  expect(await reader.read('counts', null)).toEqual({ recognized: 300 });
  expect(await reader.read('recognized', { service })).toEqual(ledger.pages.recognized(service));
  expect(await reader.read('batches', { limit: 5 })).toEqual(ledger.recentBatches(5));
  expect(threads).toHaveLength(1);
});

test('what was committed before a question is in its answer', async () => {
  const { ledger, reader } = await started(300);
  for (let round = 0; round < 20; round += 1) {
    const name = `new ${round}.png`;
    const page = { service: 'face-detect', name, source: name, path: null, sandbox: false } as const;
    const [id] = ledger.pages.add([{ ...page, options: {}, prepared: null }]);
    const found = await reader.read('search', { filter: { text: name }, after: null, limit: 100 });
    expect(found.pages.map((row) => row.id)).toContain(id);
    ledger.pages.remove([id ?? 0]);
    const after = await reader.read('search', { filter: { text: name }, after: null, limit: 100 });
    expect(after.pages.map((row) => row.id)).not.toContain(id);
  }
});

test('the thread writes nothing, and keeps nobody from writing', async () => {
  const { ledger, reader } = await started(2_000);
  const asked = Array.from({ length: 10 }, () =>
    reader.read('totals', { filter: { text: '有' }, by: 'seller' }),
  );
  for (let id = 1; id <= 200; id += 1) ledger.results.append(id, 0, 'local', [{ kind: 'confirm' }]);
  expect((await Promise.all(asked)).every(({ rows }) => rows.length > 0)).toBe(true);
  expect(ledger.integrity()).toBe('ok');
});

test('once it is closed, no connection is left: the log goes with the last one', async () => {
  const { path, ledger, reader, close } = await started(300);
  await reader.read('counts', null);
  ledger.results.append(1, 0, 'local', [{ kind: 'confirm' }]);
  expect(existsSync(`${path}-wal`)).toBe(true);
  await close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  const db = new DatabaseSync(path);
  expect(db.prepare('SELECT count(*) AS count FROM review_events').get()).toEqual({ count: 1 });
  db.close();
});

test('a thread that is killed under a question takes no answer away', async () => {
  const { ledger, reader, threads } = await started(300);
  await reader.read('counts', null);
  const asked = reader.read('search', { filter: {}, after: null, limit: 10 });
  await threads[0]?.terminate();
  expect((await asked).pages).toHaveLength(10);
  expect(await reader.read('counts', null)).toEqual(ledger.pages.counts());
  expect(threads).toHaveLength(2);
});

test('the first list waits for no thread, and later ones are read by it', async () => {
  const { ledger, reader, threads } = await started(300);
  const question = { service: 'vat-invoice', documents: 10 } as const;
  expect(await reader.read('recent', question)).toEqual(ledger.pages.recent('vat-invoice', 10));
  expect(threads).toHaveLength(0);
  await reader.read('counts', null);
  expect(await reader.read('recent', question)).toEqual(ledger.pages.recent('vat-invoice', 10));
  expect(threads).toHaveLength(1);
});

test('parts of what is unfinished are all of it', async () => {
  const { path, reader } = await started(300);
  const db = new DatabaseSync(path);
  db.exec('DELETE FROM results WHERE page IN (5, 100, 101, 300)');
  db.close();
  const parts = await Promise.all(
    [0, 100, 200].map((after) => reader.read('unfinished', { after, upTo: after + 100 })),
  );
  expect(parts).toEqual([[5, 100], [101], [300]]);
});

test('a small ledger is read without a thread', async () => {
  const { reader, threads } = await started(20, 200);
  expect(await reader.read('counts', null)).toEqual({ recognized: 20 });
  expect(threads).toHaveLength(0);
});
