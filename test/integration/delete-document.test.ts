import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
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
    for (const turn of [90, 180] as const) {
      const masks = turn === 180 ? [{ x: 0.1, y: 0.1, w: 0.2, h: 0.2 }] : [];
      await app.ask('pages.treat', { id, treatment: { turn, masks } });
      await app.ask('pages.send', { ids: [id] });
      await app.ended([id]);
      await app.backend.picture(id, 'thumbnail');
    }
  };
  return { ...app, made, add, work };
};

test('deletes a document with everything that belongs to it, after any work on it, and nothing else', async () => {
  const { ask, home, made, add, work } = await start();
  const kept = await add('kept.png', made[1]?.bytes ?? Buffer.alloc(0));
  await work(kept);
  const before = everythingIn(home);

  const gone = await add('gone.png', made[0]?.bytes ?? Buffer.alloc(0));
  await work(gone);
  const refused = await add('no picture.txt', Buffer.from('just words'));
  expect(everythingIn(home).length).toBeGreaterThan(before.length + 10);

  await ask('pages.remove', { ids: [gone, refused] });
  expect(everythingIn(home)).toEqual(before);
  await ask('pages.remove', { ids: [kept] });
  expect(everythingIn(home)).toEqual([]);
});

test('keeps what two documents share until the last of them is deleted', async () => {
  const { ask, home, made, add, work } = await start();
  const bytes = made[0]?.bytes ?? Buffer.alloc(0);
  const first = await add('first.png', bytes);
  const second = await add('second.png', bytes);
  const answered = await ask('pages.open', { id: second });
  await work(first);
  await ask('pages.remove', { ids: [first] });
  // The second uses the response of the first one's call.
  expect((await ask('pages.open', { id: second })).invoice?.value).toEqual(answered.invoice?.value);
  expect((await ask('pages.calls', { id: second })).calls).toHaveLength(1);
  await ask('pages.remove', { ids: [second] });
  expect(everythingIn(home)).toEqual([]);
});

test('exports a digital invoice with the names of all its files, and deletes every copy of them', async () => {
  const { ask, backend, home, add } = await start();
  const truth = makeDigitalInvoice(seededRandom(5), { lines: 2, isRed: false, hasSpecialCharacters: false });
  const id = await add('a.xml', Buffer.from(writeEInvoice(truth)));
  await add('a.ofd', packOfd(ofdInvoiceParts(truth)));
  expect((await ask('pages.list', { service: 'vat-invoice' })).map((page) => page.id)).toEqual([id]);
  expect(filesBelow(join(home, 'originals'))).toHaveLength(2);

  const plain = { layout: 'vouch', language: 'zh', encoding: 'utf8', unresolved: 'keep' } as const;
  const exported = await ask('pages.export', { service: 'vat-invoice', format: 'json', ...plain });
  const bytes = exported.kind === 'download' ? (await backend.takeDownload(exported.id))?.bytes : undefined;
  expect(JSON.parse(String(bytes))).toMatchObject([{ source: 'a.xml', renditions: ['a.ofd'] }]);

  await ask('pages.remove', { ids: [id] });
  expect(everythingIn(home)).toEqual([]);
});
