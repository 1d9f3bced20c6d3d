import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fillLedger } from '../helpers/large-ledger.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { asBytes } from '../helpers/service-backend.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

/** Whole numbers in a range, except some. */
const range = (from: number, to: number, ...but: readonly number[]): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((number) => !but.includes(number));

test('makes no call from a paused queue, resumes it, and finds the results in the history', async () => {
  const { ask, ended, events } = await startBackend();
  await ask('queue.pause', { paused: true });
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await wait(500);
  const held = await ask('pages.list', { service: 'vat-invoice' });
  expect(new Set(held.map(({ state }) => state))).toEqual(new Set(['waiting']));
  await ask('queue.pause', { paused: false });
  await ended(added);
  expect(events.some((event) => event.type === 'progress' && event.progress.paused === true)).toBe(true);
  const everything = await ask('history.search', { filter: {}, after: null, limit: 200 });
  expect(everything.pages.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(added);
  const [first] = everything.pages;
  const seller = first?.headline.seller ?? '';
  // Two characters from the middle of a name.
  const some = await ask('history.search', { filter: { text: seller.slice(2, 4) }, after: null, limit: 10 });
  expect(some.pages.map(({ id }) => id)).toContain(first?.id);
  const { rows } = await ask('history.totals', { filter: { seller }, by: 'seller' });
  const own = everything.pages.filter(({ headline }) => headline.seller === seller);
  const gross = own.reduce((sum, { headline }) => sum + Number(headline.grossTotal), 0);
  expect(rows).toMatchObject([{ key: seller, invoices: own.length, grossTotal: gross.toFixed(2) }]);
});

test('cancels waiting pages of a paused queue', async () => {
  const { ask } = await startBackend();
  await ask('queue.pause', { paused: true });
  await ask('pages.addSamples', { service: 'face-detect' });
  await ask('pages.cancel', { ids: 'all' });
  const pages = await ask('pages.list', { service: 'face-detect' });
  expect(new Set(pages.map(({ state }) => state))).toEqual(new Set(['cancelled']));
});

test('finds pages that need review regardless of age, also after a restart', async () => {
  const home = join(await temporaryFolder(), 'home');
  await mkdir(home);
  fillLedger(join(home, 'ledger.sqlite'), 1_500);
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  db.exec(`UPDATE results SET review = 'confirmed' WHERE page IN (7, 400, 1200)`);
  db.exec(`UPDATE results SET review = 'aside' WHERE page = 450`);
  db.close();
  const { ask } = await startBackend({ home });
  const service = 'vat-invoice' as const;
  expect((await ask('pages.list', { service })).map(({ id }) => id)).toEqual(range(501, 1_500));
  const first = await ask('pages.older', { service, before: null, limit: 300 });
  expect(first.pages.map(({ id }) => id)).toEqual(range(199, 500, 400, 450));
  expect(first).toMatchObject({ before: 199, left: 197 });
  const rest = await ask('pages.older', { service, before: first.before, limit: 1_000 });
  expect(rest.pages.map(({ id }) => id)).toEqual(range(1, 198, 7));
  expect(rest).toMatchObject({ before: 1, left: 0 });

  await ask('pages.remove', { ids: [3] });
  const counted = await ask('pages.older', { service, before: 501, limit: 0 });
  expect(counted).toEqual({ pages: [], before: 501, left: 496 });
});

test("shows a newer program's ledger without changing it", async () => {
  const first = await startBackend();
  const { added } = await first.ask('pages.addSamples', { service: 'face-detect' });
  await first.ended(added);
  await first.close();
  const db = new DatabaseSync(join(first.home, 'ledger.sqlite'));
  db.exec('PRAGMA user_version = 4711');
  db.close();
  const second = await startBackend({ home: first.home });
  const info = await second.ask('app.info', {});
  expect(info.notes?.map(({ id }) => id)).toEqual(['ledger-read-only']);
  expect((await second.ask('pages.list', { service: 'face-detect' })).map(({ id }) => id)).toEqual(added);
  expect(await second.failure('pages.remove', { ids: [...added] })).toBe('ledger-read-only');
  expect(await second.failure('pages.addSamples', { service: 'face-detect' })).toBe('ledger-read-only');
});

test.each([
  [{ filter: { text: 1 }, after: null, limit: 10 }],
  [{ filter: {}, after: null, limit: 100_000 }],
  [{ filter: { dayFrom: "2024' OR 1=1" }, after: null, limit: 1 }],
  [{ filter: { amountFrom: '1e9' }, after: null, limit: 1 }],
  [{ filter: { unknown: 'x' }, after: null, limit: 1 }],
])('rejects a search that no window sends: %j', async (input) => {
  const { failure } = await startBackend();
  expect(await failure('history.search', input)).toBe('bad-request');
});

test('makes up the words that an older version stored, on pages in every state, and changes nothing else', async () => {
  const first = await startBackend();
  const samples = demoPages('vat-invoice');
  const { added } = await first.ask('pages.add', { ...samples, files: samples.files.slice(0, 4) });
  await first.ended(added);
  await first.ask('queue.pause', { paused: true });
  const files = [asBytes({ name: '發票.png', bytes: Buffer.from('no picture') })];
  const { added: broken } = await first.ask('pages.add', { service: 'vat-invoice', sandbox: true, files });
  await first.ask('pages.cancel', { ids: 'all' });
  await first.close();

  const path = join(first.home, 'ledger.sqlite');
  const read = (sql: string) => {
    const db = new DatabaseSync(path, { readOnly: true });
    const rows = db.prepare(sql).all();
    db.close();
    return rows;
  };
  const results = 'SELECT * FROM results ORDER BY page';
  const joined = 'SELECT id, joined_to FROM pages ORDER BY id';
  const before = [read(results), read(joined)];
  const words = read('SELECT page, text FROM search ORDER BY page');
  const db = new DatabaseSync(path);
  db.exec(`UPDATE search SET form = NULL, text = lower(
    (SELECT name FROM documents JOIN pages ON pages.document = documents.id WHERE pages.id = search.page))`);
  db.close();

  const second = await startBackend({ home: first.home });
  const unformed = 'SELECT page FROM search WHERE form IS NULL';
  await vi.waitFor(() => expect(read(unformed)).toEqual([]), 60_000);
  const found = await second.ask('history.matching', { text: '发票.png', service: 'vat-invoice', from: 1 });
  expect(found.ids).toEqual(broken);
  const made = read('SELECT page, text FROM search ORDER BY page');
  const isRead = ({ page }: { readonly page?: unknown }) => added.some((id) => id === page);
  expect(made.filter(isRead)).toEqual(words.filter(isRead));
  expect([read(results), read(joined)]).toEqual(before);
});
