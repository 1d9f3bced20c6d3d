import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { untreated } from '../../shared/contract/preparation.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

/** Every row of every table of a data folder, and every file of its folders. */
const everythingIn = (home: string): readonly string[] => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));
  const rows = tables.flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
  db.close();
  const files = ['pictures', 'originals', 'thumbnails', 'best'].flatMap((folder) =>
    filesBelow(join(home, folder)).map((path) => relative(home, path)),
  );
  return [...rows, ...files].toSorted();
};

const filesBelow = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
};

const start = async () => {
  const made = await Promise.all([1, 2].map(madeInvoice));
  const service = await startCountingService(made.map(({ truth }) => truth));
  const home = join(await temporaryFolder(), 'home');
  const app = await startBackend({ home, environment: service.environment });
  const add = async (name: string, bytes: Uint8Array) => {
    const { added } = await app.ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'bytes', name, bytes: new Uint8Array(bytes) }],
    });
    await app.ended(added);
    for (const id of added) {
      await app.backend.picture(id, 'thumbnail');
      await app.backend.picture(id, 'best');
    }
    return added[0] ?? 0;
  };
  const exportPages = async (...ids: number[]) => {
    const plain = { layout: 'vouch', language: 'zh', encoding: 'utf8', unresolved: 'keep' } as const;
    const exported = await app.ask('pages.export', { service: 'vat-invoice', format: 'csv', ids, ...plain });
    if (exported.kind === 'download') await app.backend.takeDownload(exported.id);
  };
  const work = async (id: number) => {
    await app.ask('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    await exportPages(id);
    let was = untreated;
    for (const turn of [90, 180] as const) {
      const masks = turn === 180 ? [{ x: 0.1, y: 0.1, w: 0.2, h: 0.2 }] : [];
      const treatment = { turn, masks };
      await app.ask('pages.treat', { id, treatment, was });
      was = treatment;
      await app.ask('pages.send', { ids: [id] });
      await app.ended([id]);
      await app.backend.picture(id, 'thumbnail');
    }
  };
  /** Removes documents and empties the bin. */
  const purge = async (...ids: number[]) => {
    await app.ask('pages.remove', { ids });
    await app.ask('pages.purge', { ids });
  };
  return { ...app, service, made, add, work, purge };
};

test('deletes a document with everything that belongs to it, after any work on it, and nothing else', async () => {
  const { home, made, add, work, purge } = await start();
  const kept = await add('kept.png', made[1]?.bytes ?? Buffer.alloc(0));
  await work(kept);
  const before = everythingIn(home);

  const gone = await add('gone.png', made[0]?.bytes ?? Buffer.alloc(0));
  await work(gone);
  const refused = await add('no picture.txt', Buffer.from('just words'));
  expect(everythingIn(home).length).toBeGreaterThan(before.length + 10);

  await purge(gone, refused);
  expect(everythingIn(home)).toEqual(before);
  await purge(kept);
  expect(everythingIn(home)).toEqual([]);
});

test('keeps what two documents share until the last of them is deleted', async () => {
  const { ask, home, made, add, work, purge } = await start();
  const bytes = made[0]?.bytes ?? Buffer.alloc(0);
  const first = await add('first.png', bytes);
  const second = await add('second.png', bytes);
  const answered = await ask('pages.open', { id: second });
  await work(first);
  await purge(first);
  // The second uses the response of the first one's call.
  expect((await ask('pages.open', { id: second })).invoice?.value).toEqual(answered.invoice?.value);
  expect((await ask('pages.calls', { id: second })).calls).toHaveLength(1);
  await purge(second);
  expect(everythingIn(home)).toEqual([]);
});

test('exports a digital invoice with the names of all its files, and deletes every copy of them', async () => {
  const { ask, backend, home, add, purge } = await start();
  const truth = makeDigitalInvoice(seededRandom(5), { lines: 2, isRed: false, hasSpecialCharacters: false });
  const id = await add('a.xml', Buffer.from(writeEInvoice(truth)));
  await add('a.ofd', packOfd(ofdInvoiceParts(truth)));
  expect((await ask('pages.list', { service: 'vat-invoice' })).map((page) => page.id)).toEqual([id]);
  expect(filesBelow(join(home, 'originals'))).toHaveLength(2);

  const plain = { layout: 'vouch', language: 'zh', encoding: 'utf8', unresolved: 'keep' } as const;
  const exported = await ask('pages.export', { service: 'vat-invoice', format: 'json', ...plain });
  const bytes = exported.kind === 'download' ? (await backend.takeDownload(exported.id))?.bytes : undefined;
  expect(JSON.parse(String(bytes))).toMatchObject([{ source: 'a.xml', renditions: ['a.ofd'] }]);

  await purge(id);
  expect(everythingIn(home)).toEqual([]);
});

test('keeps a removed document in the bin, where it counts nowhere, until it is restored or purged', async () => {
  const { ask, events, failure, home, service, made, add, ended } = await start();
  const bytes = made[0]?.bytes ?? Buffer.alloc(0);
  const [id, copy] = [await add('a.png', bytes), await add('b.png', bytes)];
  await ask('pages.correct', { id, field: 'seller.name', value: '北京回收有限公司' });
  await ask('pages.review', { id, mark: 'confirmed' });
  const before = await ask('pages.open', { id });
  const stored = everythingIn(home);
  const doubles = async () =>
    (await ask('pages.open', { id: copy })).invoice?.checks.filter((one) => one.id === 'duplicate') ?? [];
  expect(await doubles()).toHaveLength(1);

  await ask('pages.remove', { ids: [id] });
  expect(events.filter(({ type }) => type === 'pages.removed')).toEqual([
    { type: 'pages.removed', ids: [id] },
  ]);
  expect((await ask('pages.list', { service: 'vat-invoice' })).map((page) => page.id)).toEqual([copy]);
  expect(await failure('pages.open', { id })).toBe('page-not-found');
  expect(await failure('pages.correct', { id, field: 'total', value: '1.00' })).toBe('page-not-found');
  expect(await doubles()).toEqual([]);
  expect(everythingIn(home).length).toBeGreaterThanOrEqual(stored.length - 1);
  const { removed, count } = await ask('pages.bin', { service: 'vat-invoice' });
  expect({ removed, count }).toMatchObject({
    removed: [{ page: { id, headline: { seller: '北京回收有限公司' } }, by: null }],
    count: 1,
  });

  // Handed in again, it is offered back: no page, no call.
  await ask('pages.remove', { ids: [copy] });
  const again = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: [{ kind: 'bytes', name: 'c.png', bytes: new Uint8Array(bytes) }],
    drop: { id: '7c2f5a52-1111-4222-8333-444455556666', left: 0 },
  });
  expect(again).toEqual({ added: [], binned: [id, copy] });
  expect((await ask('pages.bin', { service: 'vat-invoice', ids: [id] })).removed).toHaveLength(1);
  const calls = service.calls();

  await ask('pages.restore', { ids: [id, copy] });
  await ended([id, copy]);
  const back = await ask('pages.open', { id });
  expect({ ...back, summary: { ...back.summary, review: null } }).toEqual({
    ...before,
    summary: { ...before.summary, review: null },
  });
  expect(back.summary.review).toBe('confirmed');
  expect(await doubles()).toHaveLength(1);
  expect(service.calls()).toBe(calls);

  // What was paid for is not taken back.
  expect(await failure('pages.withdraw', { ids: [copy] })).toBe('not-withdrawn');
  expect((await ask('pages.list', { service: 'vat-invoice' })).map((page) => page.id)).toEqual([id, copy]);

  // Only what is in the bin is purged.
  await ask('pages.remove', { ids: [copy] });
  await ask('pages.purge', { ids: [id, copy] });
  expect((await ask('pages.list', { service: 'vat-invoice' })).map((page) => page.id)).toEqual([id]);
  expect(await ask('pages.bin', { service: 'vat-invoice' })).toEqual({ removed: [], count: 0 });
  // Nothing of it can return.
  expect(await failure('pages.restore', { ids: [copy] })).toBe('gone-from-bin');
  expect(await failure('pages.open', { id: copy })).toBe('page-not-found');
});

test('takes back a copy that was just added, and the other one is no duplicate any more', async () => {
  const { ask, failure, add } = await start();
  const truth = makeDigitalInvoice(seededRandom(5), { lines: 2, isRed: false, hasSpecialCharacters: false });
  const xml = writeEInvoice(truth);
  const [id, copy] = [await add('a.xml', Buffer.from(xml)), await add('b.xml', Buffer.from(`${xml}\n`))];
  const stored = async () =>
    (await ask('pages.list', { service: 'vat-invoice' })).map((page) => [
      page.id,
      page.findings.warn + page.findings.error,
    ]);
  const [[, warned = 0] = []] = await stored();
  await ask('pages.withdraw', { ids: [copy] });
  expect(await stored()).toEqual([[id, warned - 1]]);
  // Somebody works on it.
  await ask('pages.note', { id, text: 'mine' });
  expect(await failure('pages.withdraw', { ids: [id] })).toBe('not-withdrawn');
  expect(await stored()).toHaveLength(1);
});

test('a sample in the bin returns when the samples are added again', async () => {
  const { ask, ended } = await start();
  const { added } = await ask('pages.addSamples', { service: 'face-detect' });
  await ended(added);
  const stored = async () =>
    (await ask('pages.list', { service: 'face-detect' })).map(({ id, state }) => `${id} ${state}`).toSorted();
  const before = await stored();
  await ask('pages.remove', { ids: [...added] });
  expect(await stored()).toEqual([]);
  const again = await ask('pages.addSamples', { service: 'face-detect' });
  await ended(again.added);
  expect(new Set(again.added)).toEqual(new Set(added));
  expect(await stored()).toEqual(before);
});

test('takes back what was just added, with everything that belongs to it', async () => {
  const { ask, home, service, made } = await start();
  await ask('queue.pause', { paused: true });
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    held: true,
    files: [{ kind: 'bytes', name: 'a.png', bytes: new Uint8Array(made[0]?.bytes ?? []) }],
  });
  await ask('pages.withdraw', { ids: added });
  expect(everythingIn(home)).toEqual([]);
  expect((await ask('pages.bin', { service: 'vat-invoice' })).count).toBe(0);
  expect(service.calls()).toBe(0);
});
