import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import { openDataFolder } from '../../../electron/app/data-folder.ts';
import { startVouch, vouch } from '../../helpers/command-line.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sha256Of } from '../../../electron/infra/bytes.ts';
import { Client } from '../../../electron/office/store/client.ts';
import { copyLedger, type LocalFiles } from '../../../electron/office/store/copy-ledger.ts';
import { openPictureRows } from '../../../electron/office/store/pictures.ts';
import { openSqliteStore } from '../../../electron/store/sqlite/open-store.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openLedgerRows } from '../../../electron/store/sqlite/ledger-rows.ts';

let server: SharedServer;

const sandbox = { kind: 'sandbox', truth: 'none' } as const;
const lease = { owner: 'a', until: '2030-01-01T00:00:00.000Z' };

/** A local ledger with a page of every kind, and its files. */
const localLedger = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const opened = await openSqliteStore(path, () => new Date('2024-05-28T08:00:00.000Z'));
  if (!opened.ok) throw new Error(opened.failure.detail);
  const files = new Map<string, Buffer>();
  const { prepared } = newPage();
  if (!prepared) throw new Error('A page that is not prepared');
  for (let index = 0; index < 30; index += 1) {
    const bytes = Buffer.from(`picture ${index}`);
    const sha256 = sha256Of(bytes);
    files.set(`${sha256}.jpg`, bytes);
    await opened.value.transact(async (unit) => {
      const picture = { sha256, encoding: 'jpg', width: 4, height: 3, bytes: bytes.length } as const;
      const name = `发票 ${index}\u0000.jpg`;
      const [page = 0] = await unit.addPages([newPage({ name, prepared: { ...prepared, picture } })]);
      if (index % 3 === 0) return;
      const identity = { service: 'vat-invoice', originalSha256: sha256, page: 1, options: {} } as const;
      const begun = await unit.beginCall(
        { ...identity, answerer: sandbox, pageId: page, picture: sha256 },
        lease,
      );
      if (!begun.ok || index % 3 === 1) return;
      await unit.endCall({
        callId: begun.value,
        pageId: page,
        outcome: 'answered',
        httpStatus: 200,
        sid: 's',
        serverDate: null,
        response: Buffer.from([0, 1, 2, index]),
      });
      await unit.append(page, 0, 'local', [{ kind: 'correct', field: 'number', value: String(index) }]);
    });
  }
  const original = Buffer.from('<xml/>');
  files.set(`${sha256Of(original)}.bin`, original);
  await opened.value.close();
  const rows = openLedgerRows(path, () => new Date('2024-05-28T08:00:00.000Z'));
  onTestFinished(rows.close);
  const local: LocalFiles = {
    read: (sha256, extension) => Promise.resolve(files.get(`${sha256}.${extension}`) ?? null),
    originals: () => Promise.resolve([sha256Of(original)]),
  };
  return { rows, files, local };
};

/** A data folder with a small ledger, as the command finds it. */
const localHome = async () => {
  const home = await temporaryFolder();
  const ledger = join(home, 'ledger.sqlite');
  const opened = await openDataFolder(home, 'test', () => new Date('2024-05-28T08:00:00.000Z'));
  if (!opened.ok) throw new Error(opened.failure.id);
  const folder = opened.value;
  const { prepared } = newPage();
  if (!prepared) throw new Error('A page that is not prepared');
  for (const index of [1, 2]) {
    const bytes = Buffer.from(`picture ${index}`);
    const sha256 = sha256Of(bytes);
    await folder.pictures.put(sha256, 'jpg', bytes);
    const picture = { sha256, encoding: 'jpg', width: 4, height: 3, bytes: bytes.length } as const;
    await folder.store.transact(async (unit) => {
      const [page = 0] = await unit.addPages([newPage({ prepared: { ...prepared, picture } })]);
      if (index === 1) return;
      const identity = { service: 'vat-invoice', originalSha256: sha256, page: 1, options: {} } as const;
      const start = { ...identity, answerer: sandbox, pageId: page, picture: sha256 };
      const begun = await unit.beginCall(start, lease);
      if (!begun.ok) throw new Error(begun.failure.reason);
      await unit.endCall({
        callId: begun.value,
        pageId: page,
        outcome: 'answered',
        httpStatus: 200,
        sid: 's',
        serverDate: null,
        response: Buffer.from('{}'),
      });
    });
  }
  await folder.close();
  return { home, ledger };
};

/** A digest of all rows of a local ledger. */
const digestOf = (path: string): string => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = ['documents', 'pictures', 'pages', 'calls', 'responses', 'extractions', 'review_events'];
    return sha256Of(
      Buffer.from(JSON.stringify(tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all()))),
    );
  } finally {
    db.close();
  }
};

const openTarget = async (url: string) => {
  const office = await openOfficeAt(url);
  const pictures = openPictureRows(office, await temporaryFolder());
  const { db } = office.connection;
  return {
    office,
    move: ({ rows, local }: Awaited<ReturnType<typeof localLedger>>) =>
      copyLedger(office, rows, local, pictures, office.clock.now),
    bytesKept: async () =>
      (await db.selectFrom('picture_bytes').select('sha256').execute()).map(({ sha256 }) => sha256),
    pictures,
  };
};

describe.skipIf(noPostgres !== null)('moving a local ledger into an office', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('copies every row and file; repeating it changes nothing, and new rows get later ids', async () => {
    const ledger = await localLedger();
    const { office, move, pictures } = await openTarget(await server.database());
    expect(await move(ledger)).toMatchObject({ ok: true, value: { kind: 'moved', pages: 30, files: 31 } });
    expect(await office.store.counts()).toEqual({ waiting: 10, calling: 10, recognized: 10 });
    const [row] = await office.store.pagesInState('recognized');
    expect(row).toMatchObject({ name: '发票 2\uFFFD.jpg', sid: 's' });
    expect((await office.store.events(row?.id ?? 0))[0]?.change).toMatchObject({
      field: 'number',
      value: '2',
    });
    expect((await office.store.response(row?.callId ?? 0))?.body).toEqual(Buffer.from([0, 1, 2, 2]));
    for (const [name, bytes] of ledger.files) {
      const [sha256 = '', extension = ''] = name.split('.');
      expect(await pictures.get(sha256, extension)).toEqual(bytes);
    }
    expect(await move(ledger)).toMatchObject({ ok: true, value: { kind: 'already-there', pages: 30 } });
    const [added] = await office.store.transact((unit) => unit.addPages([newPage()]));
    expect(added).toBe(31);
  });

  test('is refused if the office has other data, which stays unchanged', async () => {
    const ledger = await localLedger();
    const { office, move, bytesKept } = await openTarget(await server.database());
    await office.store.transact((unit) => unit.addPages([newPage()]));
    expect(await move(ledger)).toEqual({ ok: false, failure: { reason: 'other-there' } });
    expect(await office.store.counts()).toEqual({ waiting: 1 });
    expect(await bytesKept()).toEqual([]);
  });

  test('is rolled back completely after a damaged file', async () => {
    const ledger = await localLedger();
    const { office, move, bytesKept } = await openTarget(await server.database());
    const [last = ''] = [...ledger.files.keys()].slice(-2);
    ledger.files.delete(last);
    expect(await move(ledger)).toMatchObject({ ok: false, failure: { reason: 'file-missing', name: last } });
    expect(await office.store.counts()).toEqual({});
    expect(await bytesKept()).toEqual([]);
    ledger.files.set(last, Buffer.from(`picture 29`));
    expect(await move(ledger)).toMatchObject({ ok: true, value: { kind: 'moved' } });
  });

  test('leaves both sides unchanged after a kill, and can be repeated', async () => {
    const url = await server.database();
    const { home, ledger } = await localHome();
    const before = digestOf(ledger);
    const environment = { VOUCH_HOME: home, VOUCH_DATABASE_URL: url };
    const { office, bytesKept } = await openTarget(url);
    // Held in the middle of its transaction: the move waits for this lock.
    const blocker = await office.connection.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE vouch.responses IN EXCLUSIVE MODE');
    const killed = startVouch(['migrate', '--lang', 'en'], environment);
    const isWaiting = async () => {
      const { rows } = await office.connection.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%responses%'`,
      );
      return rows.length > 0;
    };
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
    await blocker.query('ROLLBACK');
    blocker.release();
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(false);
    expect(await office.store.counts()).toEqual({});
    expect(digestOf(ledger)).toBe(before);
    const again = await vouch(['migrate', '--lang', 'en'], environment);
    expect(again).toMatchObject({ code: 0 });
    expect(await office.store.counts()).toEqual({ waiting: 1, recognized: 1 });
    // Data that the killed run had stored is reused, and nothing is stored twice.
    expect((await bytesKept()).length).toBe(new Set(await bytesKept()).size);
    expect(digestOf(ledger)).toBe(before);
  });

  test('changes nothing with the address of somebody who does not own the database', async () => {
    const url = await server.database();
    const { home } = await localHome();
    const other = new URL(url);
    [other.username, other.password] = ['not_owner_here', 'not owner'];
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE ROLE not_owner_here LOGIN PASSWORD 'not owner'`);
    await client.query(`GRANT CREATE ON DATABASE "${other.pathname.slice(1)}" TO not_owner_here`);
    const { code, stderr } = await vouch(['migrate', '--lang', 'en'], {
      VOUCH_HOME: home,
      VOUCH_DATABASE_URL: other.href,
    });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('own') });
    const { rows } = await client.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'vouch%'`);
    await client.end();
    expect(rows).toEqual([]);
  });

  test('copies the settings that the office has not set, and overwrites none', async () => {
    const url = await server.database();
    const { home } = await localHome();
    const own = [{ name: '甲公司', taxId: '91310000MA1K31AC6B' }];
    await writeFile(
      join(home, 'settings.json'),
      JSON.stringify({ settings: { ownCompanies: own, confidenceLimit: 0.7, language: 'en' } }),
    );
    const { office } = await openTarget(url);
    const { pool } = office.connection;
    const kept = async () =>
      (await pool.query('SELECT key, value FROM vouch.settings ORDER BY key')).rows as readonly unknown[];
    await pool.query("INSERT INTO vouch.settings (key, value) VALUES ('settings.confidenceLimit', '0.9')");
    const environment = { VOUCH_HOME: home, VOUCH_DATABASE_URL: url };
    const ran = await vouch(['migrate', '--lang', 'en'], environment);
    expect(ran).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Copied settings.*: 1$/mu) as string,
    });
    // Each user's own settings stay on the computer.
    expect(await kept()).toEqual([
      { key: 'settings.confidenceLimit', value: '0.9' },
      { key: 'settings.ownCompanies', value: JSON.stringify(own) },
    ]);
    await pool.query("UPDATE vouch.settings SET value = '[]' WHERE key = 'settings.ownCompanies'");
    expect(await vouch(['migrate', '--lang', 'en'], environment)).toMatchObject({ code: 0 });
    expect(await kept()).toContainEqual({ key: 'settings.ownCompanies', value: '[]' });
  });
});
