import { createHash, type Hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { PictureStore } from '../../store/pictures/picture-store.ts';
import type { OfficeStore } from './open-store.ts';
import type { Tables } from './tables.ts';
import { bufferOver, sha256Of } from '../../infra/bytes.ts';

/**
 * The ledger's tables; a table comes after those that it references. Rows of a table are read in the order of
 * its key.
 */
const tables = [
  ['documents', 'id'],
  ['renditions', 'id'],
  ['other_names', 'document, name'],
  ['pictures', 'sha256'],
  ['pages', 'id'],
  ['calls', 'id'],
  ['responses', 'call'],
  ['extractions', 'id'],
  ['review_events', 'id'],
  ['results', 'page'],
  ['search', 'page'],
  ['exports', 'id'],
  ['export_pages', 'page, export'],
  ['book_files', 'id'],
  ['vouchers', 'id'],
  ['voucher_pages', 'page, voucher'],
  ['watched_folders', 'folder'],
  ['watched_files', 'folder, path'],
  ['mails', 'mailbox, folder, validity, uid'],
  ['drops', 'id'],
  ['drop_files', 'parent, place'],
] as const;
type TableName = (typeof tables)[number][0];
const counted: readonly TableName[] = [
  'documents',
  'renditions',
  'pages',
  'calls',
  'extractions',
  'review_events',
  'exports',
];

export type MoveFailure =
  | { readonly reason: 'other-there' }
  | { readonly reason: 'not-the-same'; readonly table: string }
  | { readonly reason: 'file-missing'; readonly name: string };

export type Moved = {
  readonly kind: 'moved' | 'already-there';
  readonly rows: number;
  readonly pages: number;
  readonly files: number;
};

/** Files of the local data folder: sent pictures, and the originals of digital invoices. */
export type LocalFiles = {
  readonly read: (sha256: string, extension: string) => Promise<Buffer | null>;
  readonly originals: () => Promise<readonly string[]>;
};

type Row = Readonly<Record<string, unknown>>;

type LocalRows = {
  /** @param key the columns to order by */
  readonly of: (table: string, key: string) => AsyncIterable<Row>;
  /** The sent pictures that the data folder keeps as files. */
  readonly pictures: () => AsyncIterable<{ readonly sha256: string; readonly encoding: string }>;
};

const rowSchema = z.record(z.string(), z.unknown());
const pageCount = z.object({ pages: z.int() });
/** PostgreSQL accepts 65,535 parameters per statement, and responses can have megabytes. */
const rowsAtOnce = (table: TableName): number => (table === 'responses' ? 8 : 500);

const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return sha256Of(value);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
};

/** A row in a form that is equal for both engines, independent of the order of columns. */
const addRow = (digest: Hash, row: Row): void => {
  const columns = Object.keys(row).toSorted();
  digest.update(JSON.stringify(columns.map((column) => [column, plain(row[column] ?? null)])));
};

const localDigest = async (from: LocalRows, table: TableName, key: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const row of from.of(table, key)) addRow(digest, row);
  return digest.digest('hex');
};

const officeDigest = async (db: Transaction<Tables>, table: TableName, key: string): Promise<string> => {
  const digest = createHash('sha256');
  await sql`DECLARE copied NO SCROLL CURSOR FOR
    SELECT * FROM ${sql.table(table)} ORDER BY ${sql.raw(key)}`.execute(db);
  const fetch = sql`FETCH ${sql.raw(String(rowsAtOnce(table)))} FROM copied`;
  for (;;) {
    const { rows } = await fetch.execute(db);
    if (rows.length === 0) break;
    for (const row of rows) addRow(digest, rowSchema.parse(row));
  }
  await sql`CLOSE copied`.execute(db);
  return digest.digest('hex');
};

const insert = async (db: Transaction<Tables>, table: TableName, rows: readonly Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => bound(row[column])))})`);
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    VALUES ${sql.join(values)}`.execute(db);
};

const bound = (value: unknown) => sql`${value instanceof Uint8Array ? bufferOver(value) : value}`;

const copyTable = async (
  db: Transaction<Tables>,
  from: LocalRows,
  table: TableName,
  key: string,
): Promise<number> => {
  // The triggers on pages have already created these rows.
  if (table === 'search') await sql`DELETE FROM search`.execute(db);
  let rows: Row[] = [];
  let copied = 0;
  for await (const row of from.of(table, key)) {
    rows.push(row);
    if (rows.length < rowsAtOnce(table)) continue;
    await insert(db, table, rows);
    copied += rows.length;
    rows = [];
  }
  if (rows.length > 0) await insert(db, table, rows);
  return copied + rows.length;
};

/** Ids of new rows continue after the copied ones. */
const continueIds = async (db: Transaction<Tables>): Promise<void> => {
  for (const table of counted)
    await sql`SELECT setval(pg_get_serial_sequence(${`vouch.${table}`}, 'id'),
      (SELECT coalesce(max(id), 0) + 1 FROM ${sql.table(table)}), false)`.execute(db);
};

class Undone extends Error {
  readonly failure: MoveFailure;
  constructor(failure: MoveFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const pagesIn = async (db: Transaction<Tables>): Promise<number> => {
  const { rows } = await sql`SELECT count(*) AS pages FROM pages`.execute(db);
  return pageCount.parse(rows[0]).pages;
};

/**
 * Copies a local ledger into an empty office. All rows are one transaction, in which both sides are compared;
 * the files exist before it ends. If anything differs, the office stays unchanged.
 * @param from the local ledger with the newest schema; no process may write to it meanwhile
 */
export const copyLedger = async (
  { connection: { db } }: Pick<OfficeStore, 'connection'>,
  from: LocalRows,
  files: LocalFiles,
  pictures: PictureStore,
  now: () => Date,
): Promise<Result<Moved, MoveFailure>> => {
  const digests = new Map<TableName, string>();
  for (const [table, key] of tables) digests.set(table, await localDigest(from, table, key));
  const move = createHash('sha256')
    .update([...digests.values()].join())
    .digest('hex');
  const added: (readonly [string, string])[] = [];

  const keepFile = async (sha256: string, extension: string): Promise<void> => {
    const bytes = await files.read(sha256, extension);
    if (!bytes) throw new Undone({ reason: 'file-missing', name: `${sha256}.${extension}` });
    if (await pictures.get(sha256, extension, bytes.length)) return;
    added.push([sha256, extension]);
    await pictures.put(sha256, extension, bytes);
    if (!(await pictures.get(sha256, extension, bytes.length)))
      throw new Undone({ reason: 'file-missing', name: `${sha256}.${extension}` });
  };

  const keepFiles = async (): Promise<number> => {
    let kept = 0;
    for await (const { sha256, encoding } of from.pictures()) {
      await keepFile(sha256, encoding);
      kept += 1;
    }
    const originals = await files.originals();
    for (const sha256 of originals) await keepFile(sha256, 'bin');
    return kept + originals.length;
  };

  const copy = async (trx: Transaction<Tables>): Promise<Moved> => {
    await sql`LOCK TABLE moves IN EXCLUSIVE MODE`.execute(trx);
    const known = await sql`SELECT 1 FROM moves WHERE digest = ${move}`.execute(trx);
    if (known.rows.length > 0) return { kind: 'already-there', rows: 0, files: 0, pages: await pagesIn(trx) };
    if ((await pagesIn(trx)) > 0) throw new Undone({ reason: 'other-there' });
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(trx);
    const kept = await keepFiles();
    let rows = 0;
    for (const [table, key] of tables) rows += await copyTable(trx, from, table, key);
    for (const [table, key] of tables)
      if ((await officeDigest(trx, table, key)) !== digests.get(table))
        throw new Undone({ reason: 'not-the-same', table });
    await continueIds(trx);
    await sql`INSERT INTO moves (digest, at) VALUES (${move}, ${now().toISOString()})`.execute(trx);
    return { kind: 'moved', rows, files: kept, pages: await pagesIn(trx) };
  };

  try {
    return success(await db.transaction().execute(copy));
  } catch (error) {
    // Nothing in the office references them.
    for (const [sha256, extension] of added) await pictures.remove(sha256, [extension]);
    if (error instanceof Undone) return failed(error.failure);
    throw error;
  }
};
