import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseDatabaseAddress } from '../../../electron/office/store/address.ts';
import { Client } from '../../../electron/office/store/client.ts';
import { ensureSchema } from '../../../electron/office/store/create-schema.ts';
import { openPostgresStore } from '../../../electron/office/store/open-store.ts';
import { openOfficePictures } from '../../../electron/office/store/pictures.ts';
import { officeMigrations } from '../../../electron/office/store/schema.ts';
import { sha256Of } from '../../../electron/infra/bytes.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { addressOf, noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let server: TestServer;

const open = async (url: string) => {
  const address = addressOf(url);
  const opened = await openPostgresStore(address);
  if (opened.ok) await opened.value.store.close();
  return opened;
};

const query = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

const now = () => new Date();

/** A connection to the database that a test can cut. Returns its address. */
const wireTo = async (url: string) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const beforeResponse: (() => void)[] = [];
  const target = new URL(url);
  const port = Number(target.port);
  const wire = createServer((socket) => {
    sockets.add(socket);
    if (isCut) {
      socket.destroy();
      return;
    }
    const there = dial(port, '127.0.0.1');
    sockets.add(there);
    for (const end of [socket, there]) end.on('error', () => {});
    socket.pipe(there);
    there.on('data', (bytes) => {
      // "COMMIT", the name of the command that PostgreSQL has just completed.
      if (beforeResponse.length > 0 && bytes.includes('COMMIT\0')) {
        beforeResponse.shift()?.();
        return;
      }
      socket.write(bytes);
    });
    there.on('close', () => socket.destroy());
    socket.on('close', () => there.destroy());
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const address = wire.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    wire.close();
  });
  target.port = String(address.port);
  return {
    url: target.href,
    cut,
    mend: () => {
      isCut = false;
    },
    /** Closes the connection after the next commit, before the client is notified. */
    cutAtCommit: () => beforeResponse.push(cut),
  };
};

describe.skipIf(noPostgres !== null)('opening an office', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  test('reports a wrong password, without revealing it', async () => {
    const url = new URL(await server.database());
    url.password = 'wrong-secret';
    const opened = await open(url.href);
    expect(opened).toMatchObject({ ok: false, failure: { reason: 'login' } });
    expect(JSON.stringify(opened)).not.toContain('wrong-secret');
    const address = parseDatabaseAddress(url.href);
    expect(inspect(address, { depth: 9, showHidden: false }) + JSON.stringify(address)).not.toContain(
      'wrong-secret',
    );
  });

  test.each([
    ['an unused port', (url: URL) => (url.port = '1'), 'unreachable'],
    ['an unknown host', (url: URL) => (url.host = 'nowhere.invalid'), 'unknown-host'],
    ['a missing database', (url: URL) => (url.pathname = '/nothing'), 'no-database'],
    ['TLS, which the server does not offer', (url: URL) => (url.search = '?sslmode=verify-full'), 'tls'],
  ])('%s', async (_, change, reason) => {
    const url = new URL(await server.database());
    change(url);
    expect(await open(url.href)).toMatchObject({ ok: false, failure: { reason } });
  });

  test('reports a newer schema', async () => {
    const url = await server.database();
    await openOfficeAt(url);
    await query(url, 'UPDATE vouch.office SET version = 99');
    expect(await open(url)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });

  test('upgrades an older schema in one step, with all its data', async () => {
    const url = await server.database();
    const { store, connection, office } = await openOfficeAt(url);
    const [page = 0] = await store.transact((unit) => unit.addPages([newPage({ name: 'kept' })]));
    const next = [...officeMigrations, 'CREATE TABLE later (one integer); INSERT INTO later VALUES (1)'];
    const broken = [...next, 'CREATE TABLE after (one integer); SELECT nothing FROM nowhere'];
    await expect(ensureSchema(connection, now, broken)).rejects.toThrow('nowhere');
    expect(await store.page(page)).toMatchObject({ name: 'kept' });
    expect(await open(url)).toMatchObject({ ok: true });
    // Two processes of the newer program at once: one of them migrates.
    const both = await Promise.all([
      ensureSchema(connection, now, next),
      ensureSchema(connection, now, next),
    ]);
    for (const one of both)
      expect(one).toMatchObject({ ok: true, value: { id: office.id, version: next.length } });
    expect((await connection.pool.query('SELECT one FROM later')).rows).toEqual([{ one: 1 }]);
    expect(await store.page(page)).toMatchObject({ name: 'kept' });
    // The older program does not use it.
    expect(await open(url)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });

  test('works for a session without its search path, as repair by hand and replication have', async () => {
    const url = await server.database();
    const { store } = await openOfficeAt(url);
    const [page = 0] = await store.transact((unit) => unit.addPages([newPage()]));
    await query(
      url,
      `INSERT INTO vouch.pages (document, number, service, sandbox, state, options)
        SELECT document, 2, service, sandbox, state, options FROM vouch.pages WHERE id = ${page}`,
    );
    await query(url, `UPDATE vouch.pages SET state = 'cancelled' WHERE id = ${page}`);
    expect(await store.page(page)).toMatchObject({ state: 'cancelled' });
    // A table of the same name in the session's own schema is not used.
    await query(
      url,
      `CREATE TEMP TABLE search (page bigint, state text); INSERT INTO search VALUES (${page}, 'untouched');
       UPDATE vouch.pages SET state = 'waiting' WHERE id = ${page};
       DO $$ BEGIN ASSERT (SELECT state FROM search) = 'untouched'; END $$`,
    );
  });

  test('refuses a second office in one database', async () => {
    const url = await server.database();
    const { office } = await openOfficeAt(url);
    const second = (one: number): Promise<unknown> =>
      query(
        url,
        `INSERT INTO vouch.office (one, id, version, created_at) VALUES (${one}, 'other', 1, '2024-05-28')`,
      );
    await expect(second(1)).rejects.toThrow(/duplicate key/u);
    await expect(second(2)).rejects.toThrow(/check constraint/u);
    expect((await openOfficeAt(url)).office.id).toBe(office.id);
  });

  test('reports tables of another program', async () => {
    const url = await server.database();
    await query(url, 'CREATE SCHEMA vouch; CREATE TABLE vouch.pages (id int)');
    expect(await open(url)).toMatchObject({ ok: false, failure: { reason: 'foreign' } });
  });

  test('creates the schema once for twelve first processes', async () => {
    const url = await server.database();
    const opened = await Promise.all(Array.from({ length: 12 }, () => openOfficeAt(url, { connections: 2 })));
    expect(new Set(opened.map(({ office }) => office.id)).size).toBe(1);
  });

  test('reports another office’s folder of pictures, and a missing folder setting', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [
      await openOfficeAt(await server.database()),
      await openOfficeAt(await server.database()),
    ];
    const atHand = await temporaryFolder();
    expect(await openOfficePictures(one, folder, atHand)).toMatchObject({ ok: true });
    expect(await openOfficePictures(one, folder, atHand)).toMatchObject({ ok: true });
    expect(await openOfficePictures(other, folder, atHand)).toMatchObject({
      ok: false,
      failure: { reason: 'other-pictures' },
    });
    expect(await openOfficePictures(one, null, atHand)).toMatchObject({ ok: false });
  });

  test.each([null, 'a folder'])('stores pictures in %s, and rejects a damaged one', async (where) => {
    const url = await server.database();
    const office = await openOfficeAt(url);
    const folder = where === null ? null : await mkdtemp(join(tmpdir(), 'vouch-pictures-'));
    onTestFinished(() => (folder === null ? undefined : rm(folder, { recursive: true })));
    const pictures = await openOfficePictures(office, folder, await temporaryFolder());
    if (!pictures.ok) throw new Error(pictures.failure.detail);
    const bytes = Buffer.from('a picture');
    const digest = sha256Of(bytes);
    await pictures.value.put(digest, 'jpg', bytes);
    expect(await pictures.value.get(digest, 'jpg', bytes.length)).toEqual(bytes);
    expect(await pictures.value.get(digest, 'png')).toBeNull();
    expect(await pictures.value.file(digest, 'jpg')).toContain(digest);
    if (folder === null) await query(url, `UPDATE vouch.picture_bytes SET body = 'x'`);
    else await writeFile(join(folder, digest.slice(0, 2), `${digest}.jpg`), 'x');
    expect(await pictures.value.get(digest, 'jpg')).toBeNull();
    await pictures.value.put(digest, 'jpg', bytes);
    expect(await pictures.value.get(digest, 'jpg')).toEqual(bytes);
    await pictures.value.remove(digest, ['jpg']);
    expect(await pictures.value.get(digest, 'jpg')).toBeNull();
  });
});

describe.skipIf(noPostgres !== null)('a lost database', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  test('holds queries and writes until it returns; nothing is lost or done twice', async () => {
    const { store } = await openOfficeAt(await server.database());
    await store.transact((unit) => unit.addPages([newPage()]));
    await server.crash();
    const asked = store.counts();
    const written = store.transact((unit) => unit.addPages([newPage(), newPage()]));
    await server.restart();
    expect((await written).length).toBe(2);
    await asked;
    expect(await store.counts()).toEqual({ waiting: 3 });
  });

  test('within a unit runs the unit again', async () => {
    const { store } = await openOfficeAt(await server.database());
    let runs = 0;
    const ids = await store.transact(async (unit) => {
      runs += 1;
      const added = await unit.addPages([newPage()]);
      if (runs === 1) {
        await server.crash();
        await server.restart();
      }
      await unit.setHeld(added, true);
      return added;
    });
    expect(runs).toBe(2);
    expect(await store.counts()).toEqual({ waiting: 1 });
    expect(await store.pages(ids)).toMatchObject([{ held: true }]);
  });

  test('does not repeat an unconfirmed commit', async () => {
    const url = await server.database();
    const wire = await wireTo(url);
    const { store } = await openOfficeAt(wire.url);
    await store.counts();
    wire.cutAtCommit();
    const written = store.transact((unit) => unit.addPages([newPage()]));
    const other = await openOfficeAt(url);
    await expect.poll(() => other.store.counts()).toEqual({ waiting: 1 });
    wire.mend();
    const [id = 0] = await written;
    expect(await store.counts()).toEqual({ waiting: 1 });
    expect(await store.page(id)).toMatchObject({ id });
  });

  test('does not repeat an unconfirmed commit of a unit that reserves, and touches no page', async () => {
    const url = await server.database();
    const wire = await wireTo(url);
    const { store } = await openOfficeAt(wire.url);
    await store.counts();
    const mail = { mailbox: 'a@mail.example', folder: 'INBOX', validity: '7', uid: 1, message: '', bytes: 9 };
    let runs = 0;
    wire.cutAtCommit();
    const reserved = store.transact((unit) => {
      runs += 1;
      return unit.reserveMail(mail, '1999-01-01T00:00:00.000Z');
    });
    const other = await openOfficeAt(url);
    const { pool } = other.connection;
    await expect.poll(async () => (await pool.query('SELECT uid FROM mails')).rows).toEqual([{ uid: 1 }]);
    wire.mend();
    expect(await reserved).toBe(true);
    expect(runs).toBe(1);
  });

  test('is awaited up to the caller’s time limit', async () => {
    const url = await server.database();
    const { store } = await openOfficeAt(url, { patienceMs: 200 });
    await server.crash();
    await expect(store.counts()).rejects.toThrow();
    await server.restart();
    expect(await store.counts()).toEqual({});
  });

  test('reports the gap, and then the changes of other processes again', async () => {
    const url = await server.database();
    const [one, other] = [await openOfficeAt(url), await openOfficeAt(url)];
    const told: (readonly number[])[] = [];
    let gaps = 0;
    other.store.listen(
      (pages, by) => by === 'other' && told.push(pages),
      () => (gaps += 1),
    );
    await other.notices.ready();
    const ids = await one.store.transact((unit) => unit.addPages([newPage()]));
    await expect.poll(() => told).toEqual([ids]);
    await server.crash();
    await server.restart();
    await expect.poll(() => gaps).toBe(1);
    await one.store.transact((unit) => unit.setHeld(ids, true));
    await expect.poll(() => told).toEqual([ids, ids]);
  });
});
