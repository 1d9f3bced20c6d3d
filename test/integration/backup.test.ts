import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { untreated } from '../../shared/contract/preparation.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { fillLedger } from '../helpers/large-ledger.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

type Started = Awaited<ReturnType<typeof startBackend>>;

const addInvoices = async ({ ask, ended }: Started, seeds: readonly number[]) => {
  const made = await Promise.all(seeds.map(madeInvoice));
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: made.map(({ name, bytes }) => ({ kind: 'bytes' as const, name, bytes: new Uint8Array(bytes) })),
  });
  await ended(added);
  return added;
};

/** Everything that a window can see of the data. */
const seen = async ({ ask, backend }: Pick<Started, 'ask' | 'backend'>) => {
  const pages = await ask('pages.list', { service: 'vat-invoice' });
  const details = [];
  for (const { id } of pages) {
    details.push({
      detail: await ask('pages.open', { id }),
      calls: await ask('pages.calls', { id }),
      full: (await backend.picture(id, 'full'))?.bytes.toString('base64'),
    });
  }
  const found = await ask('history.search', { filter: {}, after: null, limit: 200 });
  return { pages, details, found };
};

const withService = async (folder: string) => {
  const made = await Promise.all([1, 2, 3, 4].map(madeInvoice));
  const service = await startCountingService(made.map(({ truth }) => truth));
  const path = join(folder, 'kept.vouch');
  const started = await startBackend({
    home: join(folder, 'home'),
    environment: service.environment,
    chooseSavePath: () => Promise.resolve(path),
    chooseBackup: () => Promise.resolve(path),
  });
  return { ...started, service, path };
};

describe('a backup', () => {
  test('restores all data, keeps the old data aside, and makes no call', async () => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    const { ask, events, home, path, service } = app;
    const [first = 0, second = 0] = await addInvoices(app, [1, 2]);
    await ask('pages.correct', { id: first, field: 'seller.name', value: '北京更正有限公司' });
    const plain = { layout: 'vouch', language: 'zh', encoding: 'utf8', unresolved: 'keep' } as const;
    const offered = await app.backend.offerExport({ service: 'vat-invoice', format: 'csv', ...plain });
    await app.backend.takeDownload(z.object({ value: z.object({ id: z.string() }) }).parse(offered).value.id);
    const before = await seen(app);
    expect(before.details[0]?.detail.exports.last).toMatchObject([{ form: 'csv', place: 'dragged' }]);

    const saved = await ask('data.backup', {});
    expect(saved).toMatchObject({ kind: 'saved', path, pages: 2, missing: 0 });
    expect(await readdir(folder)).toEqual(['home', 'kept.vouch']);

    await ask('pages.remove', { ids: [second] });
    await ask('pages.correct', { id: first, field: 'seller.name', value: null });
    const [third = 0] = await addInvoices(app, [3]);
    const calls = service.calls();

    expect(await ask('data.restore', { name: null })).toMatchObject({ kind: 'restored', pages: 2 });
    expect(events.filter(({ type }) => type === 'data.replaced')).toHaveLength(1);
    expect(await seen(app)).toEqual(before);
    expect(service.calls()).toBe(calls);
    expect(await app.failure('pages.open', { id: third })).toBe('page-not-found');
    expect(existsSync(join(home, 'restore'))).toBe(false);

    // The old data is complete in the separate folder, with what was removed to the bin.
    const aside = (await readdir(home)).find((name) => name.startsWith('before-restore-')) ?? '';
    const old = new DatabaseSync(join(home, aside, 'ledger.sqlite'), { readOnly: true });
    const rows = old.prepare('SELECT id, removed_at IS NULL AS listed FROM pages ORDER BY id').all();
    expect(rows).toEqual([
      { id: first, listed: 1 },
      { id: second, listed: 0 },
      { id: third, listed: 1 },
    ]);
    old.close();
    const pictures = await readdir(join(home, aside, 'pictures'), { recursive: true });
    expect(pictures.filter((name) => name.endsWith('.png'))).toHaveLength(3);

    // It works like any data folder, and reuses its responses without a call.
    const [again = 0] = await addInvoices(app, [1]);
    expect((await ask('pages.open', { id: again })).summary.reused).toBe(true);
    expect(service.calls()).toBe(calls);
  });

  test('replaces a ledger that a thread is searching, and the new one can be searched', async () => {
    const folder = await temporaryFolder();
    const home = join(folder, 'home');
    mkdirSync(home);
    fillLedger(join(home, 'ledger.sqlite'), 400);
    const path = join(folder, 'kept.vouch');
    const { ask } = await startBackend({
      home,
      chooseSavePath: () => Promise.resolve(path),
      chooseBackup: () => Promise.resolve(path),
    });
    const all = { filter: {}, after: null, limit: 200 };
    const before = await ask('history.search', all);
    await ask('data.backup', {});
    await ask('pages.remove', { ids: before.pages.map(({ id }) => id) });
    const after = await ask('history.search', all);
    expect(after.pages.some(({ id }) => id === before.pages[0]?.id)).toBe(false);

    await ask('data.restore', { name: null });
    expect(await ask('history.search', all)).toEqual(before);
    // No connection to the old ledger was left open, because its log is merged.
    const aside = readdirSync(home).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(readdirSync(join(home, aside)).filter((name) => name.startsWith('ledger'))).toEqual([
      'ledger.sqlite',
    ]);
  });

  test('is opened at the next request if the disk failed after the restore', async () => {
    const path = join(await temporaryFolder(), 'kept.vouch');
    const kept = new Map<string, unknown>();
    let isBroken = false;
    const { ask, backend, events } = await startBackend({
      store: {
        get: (key) => {
          if (isBroken) throw new Error('EIO: i/o error, read');
          return kept.get(key);
        },
        set: (key, value) => void kept.set(key, value),
        delete: (key) => void kept.delete(key),
      },
      chooseSavePath: () => Promise.resolve(path),
      chooseBackup: () => {
        isBroken = true;
        return Promise.resolve(path);
      },
    });
    await ask('data.backup', {});
    await expect(backend.invoke('data.restore', { name: null })).rejects.toThrow('EIO');
    await expect(backend.invoke('pages.list', { service: 'vat-invoice' })).rejects.toThrow('EIO');

    isBroken = false;
    expect(await ask('pages.list', { service: 'vat-invoice' })).toEqual([]);
    expect(events.filter(({ type }) => type === 'data.replaced')).toHaveLength(1);
  });

  test('is restored in another data folder, where waiting pages don’t start automatically', async () => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    await addInvoices(app, [1]);
    await app.ask('queue.pause', { paused: true });
    const made = await madeInvoice(2);
    const file = { kind: 'bytes', name: 'waits.png', bytes: new Uint8Array(made.bytes) } as const;
    const { added } = await app.ask('pages.add', { service: 'vat-invoice', sandbox: false, files: [file] });
    await app.ask('data.backup', {});
    await app.close();

    const other = await startBackend({
      home: join(folder, 'other'),
      environment: app.service.environment,
      chooseBackup: () => Promise.resolve(app.path),
    });
    await other.ask('data.restore', { name: null });
    const pages = await other.ask('pages.list', { service: 'vat-invoice' });
    expect(pages.map(({ name, state }) => [name, state])).toEqual([
      ['invoice-1.png', 'recognized'],
      ['waits.png', 'cancelled'],
    ]);
    expect(app.service.calls()).toBe(1);
    // The paths of our copies are updated: a page can be made again from its copy.
    const treated = await other.ask('pages.treat', {
      id: pages[0]?.id ?? 0,
      treatment: { turn: 90, masks: [] },
      was: untreated,
    });
    expect(treated.sent).toMatchObject({ width: 48, height: 64 });
    await other.ask('pages.recognize', { ids: added });
    await other.ended(added);
    expect(app.service.calls()).toBe(2);
  });

  test('is saved in the data folder if there is no dialog, and is restored by its name', async () => {
    const app = await startBackend({ now: () => new Date(2024, 4, 28, 9, 30) });
    const { added } = await app.ask('pages.addSamples', { service: 'face-detect' });
    await app.ended(added);
    const saved = await app.ask('data.backup', {});
    const name = 'Vouch 2024-05-28 09.30.00.vouch';
    expect(saved).toMatchObject({ kind: 'saved', path: join(app.home, 'backups', name) });
    const { backups } = await app.ask('data.backups', {});
    expect(backups).toEqual([{ name, bytes: saved.kind === 'saved' ? saved.bytes : 0 }]);
    const { pictures, ledger, backups: kept, total } = await app.ask('data.size', {});
    expect(Math.min(pictures, ledger, kept)).toBeGreaterThan(1000);
    expect(kept).toBe(backups[0]?.bytes);
    expect(total).toBeGreaterThanOrEqual(pictures + ledger + kept);
    await app.ask('pages.remove', { ids: added });
    await app.ask('data.restore', { name });
    expect(await app.ask('pages.list', { service: 'face-detect' })).toHaveLength(added.length);
    expect(await app.failure('data.restore', { name: 'other.vouch' })).toBe('backup-gone');
    expect(await app.failure('data.restore', { name: '../config.vouch' })).toBe('bad-request');
  });
});

const sql = (statement: string) => (path: string) => {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA writable_schema = ON');
  db.exec(statement);
  db.close();
};

describe('a foreign backup', () => {
  test.each([
    ['another computer', String.raw`\\\\host\share\a.jpg`, `sha256`],
    ['a file of this user', '/etc/passwd', `sha256`],
    ['a file without a digest', '/etc/passwd', `NULL`],
    ['a stored copy of another data folder', '/elsewhere/originals/ab.bin', `sha256`],
    ['a path with `..` segments', '/home/x/originals/../../../etc/passwd', `sha256`],
  ])('drops a path outside of this folder: %s', async (_, path, sha256) => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    await addInvoices(app, [1, 2]);
    await app.ask('data.backup', {});
    sql(`UPDATE documents SET path = '${path}', sha256 = ${sha256} WHERE id = 1`)(app.path);
    const home = join(folder, 'other');
    const other = await startBackend({ home, chooseBackup: () => Promise.resolve(app.path) });
    expect(await other.ask('data.restore', { name: null })).toMatchObject({ kind: 'restored', pages: 2 });
    const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
    const paths = db
      .prepare('SELECT path FROM documents ORDER BY id')
      .all()
      .map((row) => row['path']);
    db.close();
    // Only our own copies are named, with their current paths.
    expect(paths[0]).toBeNull();
    expect(paths[1]).toContain(join(home, 'originals'));
  });

  test('keeps the path of a file that this data folder has under the same path', async () => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    const made = await madeInvoice(1);
    const file = join(folder, made.name);
    writeFileSync(file, made.bytes);
    const files = [{ kind: 'path' as const, path: file }];
    const { added } = await app.ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
    await app.ended(added);
    await app.ask('data.backup', {});
    await app.ask('data.restore', { name: null });
    const db = new DatabaseSync(join(app.home, 'ledger.sqlite'), { readOnly: true });
    expect(db.prepare('SELECT path FROM documents').all()).toEqual([{ path: file }]);
    db.close();
  });
});

describe('an invalid backup changes nothing', () => {
  const escape = `INSERT INTO backup_files VALUES ('pictures', '../../../../${'a'.repeat(52)}', 'png', x'00')`;

  test.each<readonly [string, string, (path: string) => void]>([
    ['a text file', 'not-a-backup', (path) => writeFileSync(path, 'hello '.repeat(1000))],
    ['an empty file', 'not-a-backup', (path) => writeFileSync(path, '')],
    ['another database', 'not-a-backup', sql('PRAGMA application_id = 7')],
    ['a backup by a newer version', 'newer', sql('PRAGMA user_version = 999')],
    ['a newer backup format', 'newer', sql('UPDATE backup SET format = 2')],
    ['a truncated backup', 'damaged', (path) => truncateSync(path, 40_960)],
    ['a picture with other bytes', 'damaged', sql(`UPDATE backup_files SET body = x'00'`)],
    ['a name outside the folder', 'damaged', sql(escape)],
    ['an unknown folder', 'damaged', sql(`UPDATE backup_files SET folder = '../' || folder`)],
    ['a missing table', 'damaged', sql('DROP TABLE review_events')],
    [
      'a view instead of a table',
      'damaged',
      sql('ALTER TABLE review_events RENAME TO c; CREATE VIEW review_events AS SELECT * FROM c'),
    ],
    ['a page whose document is missing', 'damaged', sql('DELETE FROM documents')],
    ['an unknown state', 'damaged', sql(`PRAGMA ignore_check_constraints = 1; UPDATE pages SET state = 'x'`)],
  ])('refuses %s', async (_, reason, spoil) => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    await addInvoices(app, [1]);
    const before = await seen(app);
    await app.ask('data.backup', {});
    spoil(app.path);
    const response = await app.backend.invoke('data.restore', { name: null });
    expect(response).toMatchObject({ ok: false, failure: { id: 'backup-refused' } });
    const words = { 'not-a-backup': /not a Vouch backup/, newer: /newer/, damaged: /damaged/ }[reason];
    expect(response.ok ? '' : response.failure.message.en).toMatch(words ?? /./);
    expect(response.ok ? '' : response.failure.remedy?.zh).toMatch(/现有数据未改动/);
    expect(await seen(app)).toEqual(before);
    expect((await readdir(app.home)).filter((name) => /restore/.test(name))).toEqual([]);
    expect(await readdir(folder)).toEqual(['home', 'kept.vouch']);
  });

  test('detects any changed byte, or is unaffected by it', async () => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    await addInvoices(app, [1]);
    const before = await seen(app);
    await app.ask('data.backup', {});
    const whole = readFileSync(app.path);
    for (let at = 101; at < whole.length; at += Math.ceil(whole.length / 10)) {
      const spoiled = Buffer.from(whole);
      spoiled.writeUInt8(spoiled.readUInt8(at) ^ 0xff, at);
      writeFileSync(app.path, spoiled);
      const response = await app.backend.invoke('data.restore', { name: null });
      if (!response.ok) expect(response.failure.id).toBe('backup-refused');
      expect((await app.ask('pages.list', { service: 'vat-invoice' })).length).toBe(1);
      // Pictures are checked by their digest, rows of the ledger by their schema.
      expect((await seen(app)).details[0]?.full).toBe(before.details[0]?.full);
    }
  });

  test('drops foreign additions to the schema', async () => {
    const folder = await temporaryFolder();
    const app = await withService(folder);
    const [id = 0] = await addInvoices(app, [1]);
    await app.ask('data.backup', {});
    sql(`CREATE TRIGGER evil AFTER INSERT ON review_events BEGIN DELETE FROM responses; END;
      CREATE TABLE more (a); CREATE VIEW look AS SELECT * FROM pages`)(app.path);
    await app.ask('data.restore', { name: null });
    await app.ask('pages.correct', { id, field: 'seller.name', value: 'x' });
    expect((await app.ask('pages.open', { id })).invoice?.value.number).toBe('10000001');
    const db = new DatabaseSync(join(app.home, 'ledger.sqlite'), { readOnly: true });
    const names = db
      .prepare(`SELECT name FROM sqlite_schema`)
      .all()
      .map(({ name }) => name);
    db.close();
    expect(names).not.toContain('evil');
    expect(names).not.toContain('more');
    expect(names).not.toContain('look');
    expect(names).not.toContain('backup_files');
  });
});

test.skipIf(!existsSync('/dev/full'))('leaves no files if a backup can’t be written', async () => {
  const folder = await temporaryFolder();
  const nowhere = join(folder, 'nowhere', 'kept.vouch');
  const app = await startBackend({ chooseSavePath: () => Promise.resolve(nowhere) });
  expect(await app.failure('data.backup', {})).toBe('storage');
  expect(readdirSync(folder)).toEqual([]);
  copyFileSync(join(app.home, 'ledger.sqlite'), join(folder, 'plain.vouch'));
  expect(await app.failure('data.openFolder', {})).toBe('no-open-folder');
});
