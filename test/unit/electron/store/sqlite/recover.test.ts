import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDataFolder } from '../../../../../electron/app/data-folder.ts';
import { openLedger, openLedgerReadOnly } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { finishRecovery, recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import { migrations } from '../../../../../electron/store/sqlite/schema.ts';
import { idsIn, opened, responseOf, sha, written } from '../../../../helpers/damaged-ledger.ts';
import { randomFrom } from '../../../../helpers/random.ts';
import { bodyOf } from '../../../../helpers/test-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
import { now } from '../../../../helpers/now.ts';

describe('a damaged ledger', () => {
  test('is recovered as far as it is readable, and stays unchanged', async () => {
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
    const rows = ledger.pages.pagesOf('vat-invoice');
    expect(rows).toHaveLength(pages);
    expect(rows.length).toBeGreaterThan(100);
    // Every recognized page has its complete response.
    const recognized = rows.filter(({ state }) => state === 'recognized');
    expect(recognized.length).toBeGreaterThan(50);
    for (const row of recognized)
      expect(bodyOf(ledger, row.callId ?? 0)?.equals(responseOf(row.id))).toBe(true);
    expect(rows.filter(({ state }) => state !== 'recognized' && state !== 'interrupted')).toEqual([]);
    ledger.close();
  });

  test.each(['documents', 'pages', 'responses', 'pictures'])(
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
      // Without row ids, the row between two leaf pages is in their parent, and is reached through the first.
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

  test('keeps its exports, as far as their pages exist', async () => {
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
    expect(ledger.pages.pagesOf('vat-invoice').map(({ exportedAt }) => exportedAt)).toEqual([
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

  test('gives an empty one if no row is readable', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    writeFileSync(path, 'no database'.repeat(1000));
    expect(recoverLedger(path, now()).pages).toBe(0);
    const ledger = opened(path);
    expect(ledger.pages.pagesOf('vat-invoice')).toEqual([]);
    ledger.close();
  });
});

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** SQLite also reads a row with a flipped bit: it counts if its required values are unchanged. */
const isAsWritten = (table: string, id: number, row: Readonly<Record<string, unknown>>): boolean => {
  if (table === 'documents') return row['id'] === id;
  if (table === 'responses') return responseOf(id).equals(bytesOf(row['body']));
  if (table === 'calls')
    return row['key'] === `key ${id}` && row['picture'] === sha(id) && row['state'] === 'answered';
  return row['state'] === 'recognized' && row['document'] === id && row['service'] === 'vat-invoice';
};

/** The rows that SQLite itself reads from a damaged file in its tolerant mode, one query each. */
const readableBySqlite = (path: string, table: string, key: string, count: number): ReadonlySet<number> => {
  const copy = `${path}.probe`;
  copyFileSync(path, copy);
  const found = new Set<number>();
  const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false, defensive: false });
  try {
    db.exec('PRAGMA writable_schema = ON');
    for (let id = 1; id <= count; id += 1)
      try {
        const row = db.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`).get(id);
        if (row && isAsWritten(table, id, row)) found.add(id);
      } catch {
        // Not readable.
      }
  } catch {
    // No longer a database.
  } finally {
    db.close();
    rmSync(copy, { force: true });
  }
  return found;
};

/** Recovers the file and compares it with what SQLite reads from it; returns the number of responses. */
const expectAsMuchAsSqlite = (path: string, count: number): number => {
  const [documents, pages, calls, responses] = (
    [
      ['documents', 'id'],
      ['pages', 'id'],
      ['calls', 'id'],
      ['responses', 'call'],
    ] as const
  ).map(([table, key]) => readableBySqlite(path, table, key, count));
  recoverLedger(path, now());
  const missing = (wanted: ReadonlySet<number> | undefined, sql: string) => {
    const found = idsIn(path, sql);
    return [...(wanted ?? [])].filter((id) => !found.has(id));
  };
  // A page without its document can't be shown. In these ledgers both have the same id.
  const whole = new Set([...(pages ?? [])].filter((id) => documents?.has(id)));
  expect(missing(whole, 'SELECT id FROM pages')).toEqual([]);
  // A response that is found by its key is not billed again.
  const paid = new Set([...(calls ?? [])].filter((id) => responses?.has(id)));
  expect(missing(paid, `SELECT id FROM calls JOIN responses ON call = id WHERE state = 'answered'`)).toEqual(
    [],
  );
  const ledger = opened(path);
  expect(ledger.integrity()).toBe('ok');
  ledger.close();
  return paid.size;
};

describe('a ledger that SQLite refuses to read', () => {
  test.each([
    [0.99, 350],
    [0.9, 300],
    [0.5, 150],
  ])('cut to %d of its length is recovered as far as SQLite can read it', async (part, atLeast) => {
    const path = await written(400);
    truncateSync(path, Math.floor(statSync(path).size * part));
    expect(expectAsMuchAsSqlite(path, 400)).toBeGreaterThan(atLeast);
  });

  test.each([
    [50, 1],
    [50, 2],
    [50, 3],
    [300, 4],
    [300, 7],
    [300, 8],
  ])('with %i bits flipped (seed %i) is recovered as far as SQLite can read it', async (bits, seed) => {
    const path = await written(90);
    const bytes = readFileSync(path);
    const { whole } = randomFrom(seed);
    for (let flip = 0; flip < bits; flip += 1) {
      // The first 100 bytes identify a database: without them SQLite reads nothing either.
      const at = whole(100, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << whole(0, 7));
    }
    writeFileSync(path, bytes);
    expectAsMuchAsSqlite(path, 90);
  });

  test('keeps all other tables if one bit of the table definitions is wrong', async () => {
    const path = await written(90);
    const bytes = readFileSync(path);
    const at = bytes.indexOf('CREATE TABLE review_events');
    bytes[at] = 0x20;
    writeFileSync(path, bytes);
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
    expect(expectAsMuchAsSqlite(path, 90)).toBe(90);
  });
});

describe('schema versions', () => {
  test('copy an older ledger before it is changed, and lose nothing', async () => {
    const path = await written(3);
    const version = migrations.length;
    // A synthetic next version: nothing has been released yet.
    const result = openLedger(path, now, true, [...migrations, 'ALTER TABLE pages ADD COLUMN future TEXT']);
    if (!result.ok) throw new Error(result.failure.detail);
    const rows = result.value.pages.pagesOf('vat-invoice');
    expect(rows.map(({ state }) => state)).toEqual(['recognized', 'recognized', 'recognized']);
    result.value.close();
    const copy = new DatabaseSync(`${path}.version-${version}`, { readOnly: true });
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    expect(copy.prepare('SELECT count(*) AS count FROM responses').get()).toEqual({ count: 3 });
    copy.close();
  });

  test('make no copy of the newest', async () => {
    const path = await written(1);
    opened(path).close();
    expect(readdirSync(join(path, '..'))).toEqual(['ledger.sqlite']);
  });

  test('leave a newer ledger unchanged in any journal mode', async () => {
    const path = await written(2);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711');
    db.close();
    const before = readFileSync(path);
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('read a newer ledger without changing a byte', async () => {
    const path = await written(2);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711; ALTER TABLE pages ADD COLUMN future TEXT');
    db.close();
    const before = readFileSync(path);
    copyFileSync(path, `${path}.same`);
    const result = openLedgerReadOnly(path, now);
    if (!result.ok) throw new Error(result.failure.detail);
    expect(result.value.readOnly).toBe(true);
    expect(result.value.pages.pagesOf('vat-invoice')).toHaveLength(2);
    expect(() => result.value.pages.setState([1], 'waiting')).toThrow(/readonly/);
    result.value.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('refuse a ledger with unknown tables', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711; CREATE TABLE pages (x)');
    db.close();
    expect(openLedgerReadOnly(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });
});

/** The file of a recovery has room for this many pages of 4 KB. */
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

describe('an interrupted recovery', () => {
  test('leaves the damaged ledger in place on a full disk, for another recovery', async () => {
    const path = await written(200);
    const before = readFileSync(path);
    withRoomFor(100);
    expect(() => recoverLedger(path, now())).toThrow(/full/);
    vi.restoreAllMocks();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['ledger.sqlite', 'ledger.sqlite.suspect']);
    expect(recoverLedger(path, now()).pages).toBe(200);
  });

  test('starts over if the damaged ledger is still in place', async () => {
    const path = await written(3);
    writeFileSync(`${path}.recovered`, 'half');
    writeFileSync(`${path}.recovered-journal`, 'half');
    expect(finishRecovery(path)).toBeNull();
    expect(recoverLedger(path, now()).pages).toBe(3);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('recovered'))).toEqual([]);
  });

  test('is completed by the next start if the damaged ledger was moved away', async () => {
    const path = await written(3);
    const { setAside } = recoverLedger(path, now());
    renameSync(path, `${path}.recovered`);
    writeFileSync(`${path}-wal`, 'of the damaged one');
    const folder = await openDataFolder(dirname(path), 'test', now);
    if (!folder.ok) throw new Error(folder.failure.message.en);
    expect(await folder.value.store.pageIds('vat-invoice')).toHaveLength(3);
    expect(folder.value.notes).toMatchObject([{ id: 'ledger-recovered' }]);
    await folder.value.close();
    expect(readFileSync(`${setAside}-wal`, 'utf8')).toBe('of the damaged one');
    expect(existsSync(`${path}.recovered`)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('creates a file that others can’t read', async () => {
    const path = await written(1);
    recoverLedger(path, now());
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
