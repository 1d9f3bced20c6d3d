import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDataFolder } from '../../../../../electron/app/data-folder.ts';
import { migrate } from '../../../../../electron/store/sqlite/migrate.ts';
import { openLedger, openLedgerReadOnly } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { finishRecovery, recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import { migrations } from '../../../../../electron/store/sqlite/schema.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const now = () => new Date('2024-05-28T08:00:00Z');
const sha = (index: number) => index.toString(16).padStart(64, '0');

const replyOf = (index: number) => Buffer.from(JSON.stringify({ index, text: 'x'.repeat(3000) }));

/** A ledger of many answered pages, written by hand so that it does not depend on what is tried. */
const written = async (pages: number, version = migrations.length) => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const db = new DatabaseSync(path);
  migrate(db, migrations.slice(0, version));
  db.exec('BEGIN');
  for (let index = 1; index <= pages; index += 1) {
    db.prepare(`INSERT INTO documents (id, name, source, added_at) VALUES (?, ?, ?, '')`).run(
      index,
      `${index}.jpg`,
      '',
    );
    db.prepare(
      `INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES (?, 'jpg', 1, 1, 1)`,
    ).run(sha(index));
    db.prepare(
      `INSERT INTO calls (id, service, key, options, app_id, base_url, sandbox, picture, state, started_at)
       VALUES (?, 'vat-invoice', ?, '{}', '', '', 0, ?, 'answered', '')`,
    ).run(index, `key ${index}`, sha(index));
    db.prepare(`INSERT INTO replies (call, body) VALUES (?, ?)`).run(index, replyOf(index));
    db.prepare(
      `INSERT INTO pages (id, document, service, number, sandbox, options, state, picture, call)
       VALUES (?, ?, 'vat-invoice', 1, 0, '{}', 'recognized', ?, ?)`,
    ).run(index, index, sha(index), index);
  }
  db.exec('COMMIT');
  db.close();
  return path;
};

const opened = (path: string) => {
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.said);
  return result.value;
};

describe('a damaged ledger', () => {
  test('gives what can be read of it, and is itself left as it was', async () => {
    const path = await written(200);
    const bytes = readFileSync(path);
    // Whole pages of 4 KB in the middle of the file are overwritten.
    const middle = Math.floor(bytes.length / 8192) * 4096;
    bytes.fill(0xa5, middle, middle + 64 * 1024);
    writeFileSync(path, bytes);
    const { setAside, pages } = recoverLedger(path, now());
    expect(readFileSync(setAside).equals(bytes)).toBe(true);
    const ledger = opened(path);
    expect(ledger.integrity()).toBe('ok');
    const rows = ledger.pages.list('vat-invoice');
    expect(rows).toHaveLength(pages);
    expect(rows.length).toBeGreaterThan(100);
    // What counts as recognized has its answer, whole.
    const recognized = rows.filter(({ state }) => state === 'recognized');
    expect(recognized.length).toBeGreaterThan(50);
    for (const row of recognized)
      expect(ledger.calls.reply(row.callId ?? 0)?.equals(replyOf(row.id))).toBe(true);
    expect(rows.filter(({ state }) => state !== 'recognized' && state !== 'interrupted')).toEqual([]);
    ledger.close();
  });

  test.each(['documents', 'pages', 'replies', 'pictures'])(
    'loses no row of %s between two damaged places',
    async (table) => {
      const path = await written(1000);
      const db = new DatabaseSync(path, { readOnly: true });
      const leaves = db
        .prepare(`SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`)
        .all(table);
      db.close();
      const bad = [0.05, 0.95].map((part) => leaves[Math.floor(part * leaves.length)]);
      const bytes = readFileSync(path);
      for (const leaf of bad) {
        const start = (Number(leaf?.['pageno']) - 1) * 4096;
        bytes.fill(0xa5, start, start + 4096);
      }
      writeFileSync(path, bytes);
      // Without row ids the row between two leaves stands above them, and is reached through the first.
      const above = table === 'pictures' ? 1 : 0;
      const lost = bad.reduce((sum, leaf) => sum + Number(leaf?.['ncell']) + above, 0);
      const { pages } = recoverLedger(path, now());
      const left = new DatabaseSync(path, { readOnly: true });
      const count = (name: string) => Number(left.prepare(`SELECT count(*) AS c FROM ${name}`).get()?.['c']);
      expect(count(table)).toBeGreaterThanOrEqual(1000 - lost);
      expect(count('pages')).toBe(pages);
      expect(left.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
      left.close();
    },
  );

  test('keeps what was exported, as far as its pages are there', async () => {
    const path = await written(3);
    const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    db.exec(`INSERT INTO exports (id, service, at, form, place, target, pages, left_out) VALUES
        (1, 'vat-invoice', '2024-05-28T08:00:00Z', 'csv', 'file', '/out/a.csv', 3, 0),
        (2, 'vat-invoice', '2024-05-28T09:00:00Z', 'csv', 'file', '/out/b.csv', 1, 0);
      INSERT INTO export_pages (page, export) VALUES (1, 1), (2, 1), (9, 1), (9, 2)`);
    db.close();
    recoverLedger(path, now());
    const ledger = opened(path);
    expect(ledger.integrity()).toBe('ok');
    expect(ledger.pages.list('vat-invoice').map(({ exportedAt }) => exportedAt)).toEqual([
      '2024-05-28T08:00:00Z',
      '2024-05-28T08:00:00Z',
      null,
    ]);
    ledger.close();
    const left = new DatabaseSync(path, { readOnly: true });
    expect(left.prepare('SELECT id FROM exports').all()).toEqual([{ id: 1 }]);
    expect(left.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    left.close();
  });

  test('of which nothing is left gives an empty one', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    writeFileSync(path, 'no database'.repeat(1000));
    expect(recoverLedger(path, now()).pages).toBe(0);
    const ledger = opened(path);
    expect(ledger.pages.list('vat-invoice')).toEqual([]);
    ledger.close();
  });
});

describe('versions', () => {
  test.each(migrations.map((_, index) => index).slice(1))(
    'version %i is kept beside before it is changed, and nothing of it is lost',
    async (version) => {
      const path = await written(3, version);
      const ledger = opened(path);
      expect(ledger.pages.list('vat-invoice').map(({ state }) => state)).toEqual([
        'recognized',
        'recognized',
        'recognized',
      ]);
      ledger.close();
      const copy = new DatabaseSync(`${path}.version-${version}`, { readOnly: true });
      expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
      expect(copy.prepare('SELECT count(*) AS count FROM replies').get()).toEqual({ count: 3 });
      copy.close();
    },
  );

  test('the newest has no copy made', async () => {
    const path = await written(1);
    opened(path).close();
    expect(readdirSync(join(path, '..'))).toEqual(['ledger.sqlite']);
  });

  test('a newer one is left alone, whatever way its journal is kept', async () => {
    const path = await written(2);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711');
    db.close();
    const before = readFileSync(path);
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('a newer one can be looked at, and not a byte of it changes', async () => {
    const path = await written(2);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711; ALTER TABLE pages ADD COLUMN future TEXT');
    db.close();
    const before = readFileSync(path);
    copyFileSync(path, `${path}.same`);
    const result = openLedgerReadOnly(path, now);
    if (!result.ok) throw new Error(result.failure.said);
    expect(result.value.readOnly).toBe(true);
    expect(result.value.pages.list('vat-invoice')).toHaveLength(2);
    expect(() => result.value.pages.setState([1], 'waiting')).toThrow(/readonly/);
    result.value.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('one whose tables are others is refused', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711; CREATE TABLE pages (x)');
    db.close();
    expect(openLedgerReadOnly(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });
});

/** The file that a recovery fills has room for so many pages of 4 KB. */
const withRoomFor = (pages: number): void => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the database that it is of
  const exec = DatabaseSync.prototype.exec;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function limited(
    this: DatabaseSync,
    sql: string,
  ) {
    exec.call(this, sql);
    if (sql === 'BEGIN') exec.call(this, `PRAGMA max_page_count = ${pages}`);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
};

describe('a recovery that does not come to its end', () => {
  test('leaves the damaged ledger where it is on a full disk, to be looked at and recovered anew', async () => {
    const path = await written(200);
    const before = readFileSync(path);
    withRoomFor(100);
    expect(() => recoverLedger(path, now())).toThrow(/full/);
    vi.restoreAllMocks();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['ledger.sqlite', 'ledger.sqlite.suspect']);
    expect(recoverLedger(path, now()).pages).toBe(200);
  });

  test('is begun anew where the damaged ledger is still there', async () => {
    const path = await written(3);
    writeFileSync(`${path}.recovered`, 'half');
    writeFileSync(`${path}.recovered-journal`, 'half');
    expect(finishRecovery(path)).toBeNull();
    expect(recoverLedger(path, now()).pages).toBe(3);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('recovered'))).toEqual([]);
  });

  test('is ended by the next start where the damaged one had left already', async () => {
    const path = await written(3);
    const { setAside } = recoverLedger(path, now());
    renameSync(path, `${path}.recovered`);
    writeFileSync(`${path}-wal`, 'of the damaged one');
    const folder = await openDataFolder(dirname(path), 'test', now);
    if (!folder.ok) throw new Error(folder.failure.message.en);
    expect(folder.value.ledger.pages.list('vat-invoice')).toHaveLength(3);
    expect(folder.value.notes).toMatchObject([{ id: 'ledger-recovered' }]);
    folder.value.close();
    expect(readFileSync(`${setAside}-wal`, 'utf8')).toBe('of the damaged one');
    expect(existsSync(`${path}.recovered`)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('makes a file that is closed to others', async () => {
    const path = await written(1);
    recoverLedger(path, now());
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
