import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms, startPostgres } from '../../build/postgres.mjs';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { Client } from '../../electron/office/store/client.ts';
import { openPostgresStore, type OfficeStore } from '../../electron/office/store/open-store.ts';
import { officeMigrations } from '../../electron/office/store/schema.ts';
import { inventInvoices } from './large-ledger.ts';
import { addressOf } from './postgres.ts';

type Invented = ReturnType<typeof inventInvoices> extends Iterable<infer One> ? One : never;
type DatabaseClient = InstanceType<typeof Client>;
type Pool = OfficeStore['connection']['pool'];

/** Pages that share one number, as unreadable ones do. */
const sharedNumber = 20_000;
const rowsAtOnce = 5_000;
const password = 'only invented invoices';
/** Configured like an office with its own computer. The disk is not measured. */
const settings = [
  'maintenance_work_mem=1GB',
  'shared_buffers=512MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
];

/** The number of invoices that share one number, for a total number. */
export const sharingNumber = (count: number): number => Math.min(sharedNumber, Math.floor(count / 50));

const insert = async (client: DatabaseClient, rows: readonly Invented[]): Promise<void> => {
  const column = (name: keyof Invented) => rows.map((row) => row[name]);
  const numbers = rows.map(({ id, number }) =>
    id % 50 === 0 && id <= sharedNumber * 50 ? '00000000' : number,
  );
  await client.query(
    `INSERT INTO documents (id, name, source, added_at)
     SELECT id, name, name, day || 'T08:00:00.000Z' FROM unnest($1::bigint[], $2::text[], $3::text[]) AS t (id, name, day)`,
    [column('id'), column('name'), column('day')],
  );
  await client.query(
    `INSERT INTO pages (id, document, service, number, sandbox, options, state)
     SELECT id, id, 'vat-invoice', 1, 0, '{}', 'recognized' FROM unnest($1::bigint[]) AS t (id)`,
    [column('id')],
  );
  await client.query(
    `INSERT INTO results (page, kind, code, number, issue_date, seller, gross_total, gross_cents, counted_key, buyer, review, side, business)
     SELECT id, '04', '3100231130', number, day, seller, gross, replace(gross, '.', '')::bigint, '3100231130/' || number,
       buyer, CASE WHEN id % 50 = 1 THEN 'open' ELSE 'confirmed' END, 'unknown', 'none'
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS t (id, number, day, seller, gross, buyer)`,
    [column('id'), numbers, column('day'), column('seller'), column('gross'), column('buyer')],
  );
  await client.query(
    `INSERT INTO search (page, day, service, sandbox, state, kind, number, seller, buyer, cents, text)
     SELECT id, day, 'vat-invoice', 0, 'recognized', '04', number, seller, buyer, cents, text
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
       AS t (id, day, number, seller, buyer, cents, text)`,
    [
      column('id'),
      column('day'),
      numbers,
      column('seller'),
      column('buyer'),
      column('cents'),
      column('text'),
    ],
  );
};

/**
 * Writes in bulk into an empty office. Triggers and foreign keys are off, because every row is given. Indexes are
 * created afterwards, which takes less time than updating them row by row.
 */
const fill = async (pool: Pool, count: number): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE schemaname = 'vouch' AND tablename IN ('documents', 'pages', 'results', 'search')
         AND indexdef NOT LIKE '%UNIQUE%'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    let rows: Invented[] = [];
    for (const invoice of inventInvoices(count)) {
      rows.push(invoice);
      if (rows.length < rowsAtOnce) continue;
      await insert(client, rows);
      rows = [];
    }
    if (rows.length > 0) await insert(client, rows);
    for (const table of ['documents', 'pages'])
      await client.query(
        `SELECT setval(pg_get_serial_sequence('vouch.${table}', 'id'), ${count + 1}, false)`,
      );
    for (const { definition } of indexes) await client.query(definition);
    for (const table of ['documents', 'pages', 'results', 'search'])
      await client.query(`VACUUM (FREEZE, ANALYZE) ${table}`);
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
};

const withClient = async <Value>(
  url: string,
  work: (client: DatabaseClient) => Promise<Value>,
): Promise<Value> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const openOffice = async (url: string): Promise<OfficeStore> => {
  const address = addressOf(url);
  const opened = await openPostgresStore(address);
  if (!opened.ok) throw new Error(opened.failure.detail);
  return opened.value;
};

/** The schema of a filled database. A database with an earlier schema is filled again. */
const schemaDigest = (): string => sha256Of(Buffer.from(officeMigrations.join(';')));

/** Creates and fills the database, unless a complete one with the current schema exists. */
const prepare = async (url: (database?: string) => string, count: number): Promise<string> => {
  const name = `invoices_${count}`;
  const found = await withClient(url(), async (client) => {
    const { rows } = await client.query<{ digest: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS digest FROM pg_database WHERE datname = $1`,
      [name],
    );
    if (rows[0]?.digest === schemaDigest()) return true;
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name}`);
    return false;
  });
  if (found) return url(name);
  const office = await openOffice(url(name));
  try {
    await fill(office.connection.pool, count);
  } finally {
    await office.store.close();
  }
  await withClient(url(), (client) => client.query(`COMMENT ON DATABASE ${name} IS '${schemaDigest()}'`));
  return url(name);
};

/**
 * Offices with many invented invoices, each of a different size.
 * @param kept a folder that keeps the filled database for the next run; null for one that is removed. Its
 * PostgreSQL never runs as root, so as root the folder becomes one of the user nobody.
 */
export const startLargeOffices = async (kept: string | null) => {
  const programs = postgresPrograms();
  if ('why' in programs) throw new Error(programs.why);
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'vouch-large-')));
  const server = await startPostgres({ folder, password, programs, durable: false, settings });
  return {
    open: async (count: number): Promise<OfficeStore> => openOffice(await prepare(server.url, count)),
    close: async (): Promise<void> => {
      await server.stop();
      if (kept === null) await rm(folder, { recursive: true, force: true });
    },
  };
};
