import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import type { Connection } from './connection.ts';
import { isMissing } from './failures.ts';
import { ledgerSchema, officeMigrations } from './schema.ts';
import type { Tables } from './tables.ts';

/** What every process of an office needs to know about its database. */
export type OfficeRecord = { readonly id: string; readonly version: number };

/** PostgreSQL 15, the oldest supported version. */
const oldestServer = 150_000;
/** An arbitrary number that never changes: one process at a time checks and changes the schema. */
const schemaLock = 7_602_513;

const serverRow = z.object({ version: z.coerce.number(), named: z.string() });
const tablesRow = z.object({ tables: z.int(), ours: z.int() });
const officeRow = z.object({ id: z.string(), version: z.int() });

const tablesIn = async (db: Transaction<Tables>): Promise<z.infer<typeof tablesRow>> => {
  const found = await sql`
    SELECT count(*) AS tables, count(*) FILTER (WHERE table_name = 'office') AS ours
    FROM information_schema.tables WHERE table_schema = ${ledgerSchema}`.execute(db);
  return tablesRow.parse(found.rows[0]);
};

const ownsRow = z.object({ owns: z.boolean() });

/** Whether the user of a connection may change the tables of a schema, or create it. */
export const ownsSchema = async <Any>(db: Kysely<Any>, schema: string): Promise<boolean> => {
  const { rows } = await sql`SELECT coalesce(
    (SELECT pg_has_role(current_user, nspowner, 'USAGE') FROM pg_namespace WHERE nspname = ${schema}),
    has_database_privilege(current_database(), 'CREATE')) AS owns`.execute(db);
  return ownsRow.parse(rows[0]).owns;
};

const notPrepared = (detail: string): Result<never, OfficeFailure> =>
  failed({ reason: 'not-prepared', detail });

/** The office as its owner has prepared it, for a user who may not change its tables. */
const prepared = async ({ db }: Connection, newest: number): Promise<Result<OfficeRecord, OfficeFailure>> => {
  try {
    const { rows } = await sql`SELECT id, version FROM ${sql.table(`${ledgerSchema}.office`)}`.execute(db);
    const office = officeRow.parse(rows[0]);
    if (office.version > newest) return failed({ reason: 'newer', detail: `${office.version} > ${newest}` });
    return office.version < newest ? notPrepared(`${office.version} < ${newest}`) : success(office);
  } catch (error) {
    if (isMissing(error)) return notPrepared(ledgerSchema);
    throw error;
  }
};

const create = async (
  db: Transaction<Tables>,
  now: () => Date,
  migrations: readonly string[],
): Promise<Result<OfficeRecord, OfficeFailure>> => {
  const { tables, ours } = await tablesIn(db);
  if (tables > 0 && ours === 0) return failed({ reason: 'foreign', detail: ledgerSchema });
  const found =
    ours === 0
      ? undefined
      : (await sql`SELECT id, version FROM ${sql.table(`${ledgerSchema}.office`)}`.execute(db)).rows[0];
  const known = found === undefined ? null : officeRow.parse(found);
  const version = known?.version ?? 0;
  if (version > migrations.length)
    return failed({ reason: 'newer', detail: `${version} > ${migrations.length}` });
  if (known && version === migrations.length) return success(known);
  await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(ledgerSchema)}`.execute(db);
  await sql`SET LOCAL search_path = ${sql.id(ledgerSchema)}`.execute(db);
  for (const migration of migrations.slice(version)) await sql.raw(migration).execute(db);
  const office = { id: known?.id ?? randomUUID(), version: migrations.length };
  await db
    .insertInto('office')
    .values({ ...office, created_at: now().toISOString() })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ version: office.version }))
    .execute();
  return success(office);
};

/**
 * Creates or migrates the schema in one transaction. Other processes wait for the lock. A user who does not own it only
 * checks its version.
 */
export const ensureSchema = async (
  connection: Connection,
  now: () => Date,
  migrations: readonly string[] = officeMigrations,
): Promise<Result<OfficeRecord, OfficeFailure>> => {
  const { db } = connection;
  const server = await sql`
    SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS named`.execute(
    db,
  );
  const { version, named } = serverRow.parse(server.rows[0]);
  if (version < oldestServer) return failed({ reason: 'server-too-old', detail: named });
  if (!(await ownsSchema(db, ledgerSchema))) return prepared(connection, migrations.length);
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${schemaLock}::bigint)`.execute(trx);
    return create(trx, now, migrations);
  });
};
