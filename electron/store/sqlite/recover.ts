import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { migrate } from './migrate.ts';
import { markSuspect } from './open-ledger.ts';
import { unpackedResponse } from './packed-response.ts';
import { makePrivate } from '../folder/private-files.ts';
import { migrations } from './schema.ts';
import { isDiskFailure } from './error-codes.ts';
import { scanRows } from './scan-rows.ts';

/** The result of recovering a damaged ledger. */
export type Recovered = {
  /** The path of the damaged file, with everything that it still contains. */
  readonly setAside: string;
  /** Number of pages that could be read from it. */
  readonly pages: number;
  /** Number of the service's answers that could be read from it: they are not billed again. */
  readonly answers: number;
};

type Table = {
  readonly name: string;
  readonly key: string;
  /** Its keys are names: rows behind a damaged place can't be searched, and rows of other tables have the same form. */
  readonly isNamed?: true;
};

/**
 * Every table that can't be derived again, with the column that it is ordered by; tables that others refer to
 * come first. Results are derived again from the responses, and triggers fill the search table.
 */
const tables: readonly Table[] = [
  { name: 'documents', key: 'id' },
  { name: 'pictures', key: 'sha256' },
  { name: 'pages', key: 'id' },
  { name: 'calls', key: 'id' },
  { name: 'responses', key: 'call' },
  { name: 'extractions', key: 'id' },
  { name: 'review_events', key: 'id' },
  { name: 'renditions', key: 'id' },
  { name: 'other_names', key: 'document', isNamed: true },
  { name: 'exports', key: 'id' },
  { name: 'export_pages', key: 'page' },
  { name: 'book_files', key: 'id' },
  { name: 'vouchers', key: 'id' },
  { name: 'voucher_pages', key: 'page' },
  { name: 'watched_folders', key: 'folder', isNamed: true },
  { name: 'watched_files', key: 'path', isNamed: true },
  { name: 'mails', key: 'folder', isNamed: true },
  { name: 'drops', key: 'id', isNamed: true },
  { name: 'drop_files', key: 'parent', isNamed: true },
];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsOf = (db: DatabaseSync, table: string): readonly string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info(?)`)
    .all(table)
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));

type Row = readonly SQLInputValue[];

/** A key as a number, so that a key after the damaged place can be computed. */
const placeOf = (key: SQLInputValue): bigint => {
  if (typeof key === 'number' || typeof key === 'bigint') return BigInt(key);
  return typeof key === 'string' && /^[0-9a-f]{64}$/.test(key) ? BigInt(`0x${key}`) : -1n;
};

const keyAt = (place: bigint, key: string): SQLInputValue =>
  key === 'sha256' ? place.toString(16).padStart(64, '0') : place;

const lastPlaceOf = (key: string): bigint => (key === 'sha256' ? 2n ** 256n : 2n ** 63n) - 1n;

function* rowsUpToDamage(from: DatabaseSync, name: string, columns: readonly string[]): Generator<Row> {
  try {
    for (const row of from.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${name}`).iterate())
      yield columns.map((column) => row[column] ?? null);
  } catch {
    // The rest can't be reached.
  }
}

/**
 * The rows that can be read. At a damaged place, searches for the next readable key: in growing steps, then back by
 * halving. So two damaged places cost only their own rows, and not the rows between them.
 */
function* readableRows(
  from: DatabaseSync,
  { name, key, isNamed }: Table,
  columns: readonly string[],
): Generator<Row> {
  if (isNamed) {
    yield* rowsUpToDamage(from, name, columns);
    return;
  }
  const keyColumn = columns.indexOf(key);
  if (keyColumn === -1) return;
  const sql = `SELECT ${columns.map(quoted).join(', ')} FROM ${name} WHERE ${key} >= ? ORDER BY ${key}`;
  const lastPlace = lastPlaceOf(key);
  const canRead = (place: bigint): boolean => {
    try {
      // A new statement: one that has failed would repeat its error.
      from.prepare(sql).get(keyAt(place, key));
      return true;
    } catch {
      return false;
    }
  };
  const behind = (damage: bigint): bigint | null => {
    let bad = damage;
    let good = damage + 1n;
    while (!canRead(good)) {
      if (good === lastPlace) return null;
      bad = good;
      const next = damage + ((good - damage) * 5n) / 4n + 1n;
      good = next < lastPlace ? next : lastPlace;
    }
    while (good - bad > 1n) {
      const middle = (bad + good) / 2n;
      if (canRead(middle)) good = middle;
      else bad = middle;
    }
    return good;
  };

  let place: bigint | null = 0n;
  while (place !== null && place <= lastPlace) {
    try {
      for (const row of from.prepare(sql).iterate(keyAt(place, key))) {
        const values = columns.map((column) => row[column] ?? null);
        const found = placeOf(values[keyColumn] ?? null);
        // A key out of order means damage, not a stored row.
        if (found < place) continue;
        yield values;
        place = found + (key === 'page' && name !== 'results' ? 0n : 1n);
      }
      return;
    } catch {
      place = behind(place);
    }
  }
}

/** Adds rows as far as they are valid; a row that is there already stays. */
const inserterOf = (to: DatabaseSync, table: string, columns: readonly string[]): ((row: Row) => void) => {
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.map(quoted).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => {
    try {
      insert.run(...row);
    } catch (error) {
      if (isDiskFailure(error)) throw error;
      // A row that the damage made invalid is left out; the others are unaffected.
    }
  };
};

const copyTable = (from: DatabaseSync, to: DatabaseSync, table: Table): void => {
  const known = new Set(columnsOf(to, table.name));
  let columns: readonly string[];
  try {
    columns = columnsOf(from, table.name).filter((column) => known.has(column));
  } catch {
    return;
  }
  if (columns.length === 0) return;
  const insert = inserterOf(to, table.name, columns);
  for (const row of readableRows(from, table, columns)) insert(row);
};

/** A row of two numbers could be one of an index, too. */
const unmistakable = tables.filter(({ name, isNamed }) => name !== 'export_pages' && !isNamed);

/**
 * Adds the rows that SQLite does not find, because a table definition or an inner page of a tree is damaged: by their
 * form, from all pages of the file that are in use.
 */
const copyScanned = (damaged: string, to: DatabaseSync): void => {
  const there = new Map(
    unmistakable.map(({ name, key }) => [name, to.prepare(`SELECT 1 FROM ${name} WHERE ${key} = ?`)]),
  );
  const isWanted = (table: string, rowId: number): boolean => {
    const find = there.get(table);
    return find !== undefined && (rowId === 0 || find.get(rowId) === undefined);
  };
  const inserters = new Map<string, (row: Row) => void>();
  for (const { table, columns, values } of scanRows(damaged, to, isWanted)) {
    const key = `${table} ${columns.length}`;
    const insert = inserters.get(key) ?? inserterOf(to, table, columns);
    inserters.set(key, insert);
    insert(values);
  }
};

const isJson = (body: unknown): boolean => {
  if (!(body instanceof Uint8Array)) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
};

/** A damaged page of the file may be read without an error: an invalid response counts as lost. */
const dropBrokenExtractions = (db: DatabaseSync): void => {
  const select = db.prepare(
    `SELECT call, body, unpacked FROM responses WHERE call IN (SELECT id FROM calls WHERE state = 'answered')`,
  );
  const broken = [];
  for (const { call, body, unpacked } of select.iterate()) {
    const response = unpacked !== null && body instanceof Uint8Array ? unpackedResponse(body) : body;
    if (!isJson(response)) broken.push(call ?? null);
  }
  const drop = db.prepare(`DELETE FROM responses WHERE call = ?`);
  for (const call of broken) drop.run(call);
};

/**
 * If a row is lost that others need, a placeholder replaces it; rows that are useless without it are deleted.
 */
const mendReferences = (db: DatabaseSync): void =>
  db.exec(`
    UPDATE pages SET picture = NULL, preparation = NULL
      WHERE picture IS NOT NULL AND picture NOT IN (SELECT sha256 FROM pictures);
    -- A page is worth more than the name of its file, which is restored when that file is read again.
    INSERT INTO documents (id, name, source, added_at)
      SELECT document, 'recovered-' || document, '', coalesce(max(finished_at), '1970-01-01T00:00:00.000Z')
      FROM pages WHERE document NOT IN (SELECT id FROM documents) GROUP BY document;
    -- The response was paid for. It is found by its key when the picture is prepared again, which also sets the
    -- size.
    INSERT INTO pictures (sha256, encoding, width, height, bytes)
      SELECT DISTINCT picture, 'jpg', 0, 0, 0 FROM calls
      WHERE picture NOT IN (SELECT sha256 FROM pictures)
        AND length(picture) = 64 AND picture NOT GLOB '*[^0-9a-f]*';
    DELETE FROM calls WHERE picture NOT IN (SELECT sha256 FROM pictures);
    UPDATE calls SET page = NULL WHERE page IS NOT NULL AND page NOT IN (SELECT id FROM pages);
    DELETE FROM responses WHERE call NOT IN (SELECT id FROM calls);
    UPDATE calls SET state = 'interrupted'
      WHERE state = 'answered' AND id NOT IN (SELECT call FROM responses);
    UPDATE pages SET call = NULL WHERE call IS NOT NULL AND call NOT IN (SELECT id FROM calls);
    DELETE FROM extractions WHERE page NOT IN (SELECT id FROM pages)
      OR (call IS NOT NULL AND call NOT IN (SELECT call FROM responses));
    INSERT OR IGNORE INTO extractions (page, reader, version, created_at, call)
      SELECT pages.id, CASE calls.sandbox WHEN 1 THEN 'sandbox' ELSE 'service' END, 1,
        coalesce(calls.finished_at, ''), calls.id
      FROM pages JOIN calls ON calls.id = pages.call JOIN responses ON responses.call = calls.id
      WHERE pages.state = 'recognized' AND calls.state = 'answered';
    UPDATE pages SET extraction = (SELECT max(id) FROM extractions
        WHERE extractions.page = pages.id AND extractions.call IS pages.call)
      WHERE state = 'recognized' AND (extraction IS NULL OR extraction NOT IN (SELECT id FROM extractions));
    UPDATE pages SET extraction = NULL
      WHERE extraction IS NOT NULL AND extraction NOT IN (SELECT id FROM extractions);
    UPDATE pages SET call = NULL, state = 'interrupted' WHERE state = 'recognized' AND extraction IS NULL;
    DELETE FROM watched_files WHERE folder NOT IN (SELECT folder FROM watched_folders);
    DELETE FROM drop_files WHERE parent NOT IN (SELECT id FROM drops);
    DELETE FROM renditions WHERE document NOT IN (SELECT id FROM documents);
    DELETE FROM other_names WHERE document NOT IN (SELECT id FROM documents);
    DELETE FROM review_events WHERE page NOT IN (SELECT id FROM pages);
    UPDATE pages SET joined_to = NULL, joined_place = NULL WHERE joined_to NOT IN (SELECT id FROM pages);
    DELETE FROM export_pages
      WHERE page NOT IN (SELECT id FROM pages) OR export NOT IN (SELECT id FROM exports);
    DELETE FROM exports WHERE id NOT IN (SELECT export FROM export_pages);
    UPDATE review_events SET extraction = NULL
      WHERE extraction IS NOT NULL AND extraction NOT IN (SELECT id FROM extractions);
  `);

type Counts = Pick<Recovered, 'pages' | 'answers'>;

const countsIn = (db: DatabaseSync): Counts => {
  const counted = db
    .prepare(
      `SELECT (SELECT count(*) FROM pages) AS pages,
         (SELECT count(*) FROM calls JOIN responses ON responses.call = calls.id
          WHERE calls.state = 'answered' AND calls.sandbox = 0) AS answers`,
    )
    .get();
  return { pages: Number(counted?.['pages'] ?? 0), answers: Number(counted?.['answers'] ?? 0) };
};

/** Copies what SQLite reads from a damaged file. */
const copyReadable = (damaged: string, to: DatabaseSync): void => {
  let from: DatabaseSync;
  try {
    from = new DatabaseSync(damaged, { enableForeignKeyConstraints: false, defensive: false });
  } catch {
    return;
  }
  try {
    // Without it SQLite refuses every read of a file that is too short, or that has one bad bit in its
    // table definitions. A defensive connection would ignore the pragma. Nothing is written to this file.
    from.exec('PRAGMA writable_schema = ON');
    for (const table of tables) copyTable(from, to, table);
  } finally {
    // Moves the content of the write-ahead log into the file.
    from.close();
  }
};

/** Fills a new file with what can be read from a damaged one. */
const fillFrom = (damaged: string, fresh: string): Counts => {
  const to = new DatabaseSync(fresh, { enableForeignKeyConstraints: false });
  try {
    migrate(to, migrations);
    to.exec('BEGIN');
    copyReadable(damaged, to);
    copyScanned(damaged, to);
    dropBrokenExtractions(to);
    mendReferences(to);
    to.exec('COMMIT');
    // Counted last: a page whose document is lost no longer exists.
    return countsIn(to);
  } finally {
    to.close();
  }
};

const suffixes = ['', '-wal', '-shm', '-journal'];

const move = (from: string, to: string): void => {
  for (const suffix of suffixes)
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`);
};

const remove = (path: string): void => {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true });
};

const damagedMark = '.damaged-';
const freshOf = (path: string): string => `${path}.recovered`;

/**
 * Sets a damaged ledger aside, never to be written again, and replaces it with what can be read from it. The
 * damaged file stays in place until the new one is complete: after a full disk or a crash, recovery starts
 * over.
 * @throws if the disk fails
 */
export const recoverLedger = (path: string, now: Date): Recovered => {
  const setAside = `${path}${damagedMark}${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const fresh = freshOf(path);
  // Reading it deletes the log, the only sign of a killed process.
  markSuspect(path);
  remove(fresh);
  try {
    makePrivate(fresh);
    const counts = fillFrom(path, fresh);
    move(path, setAside);
    move(fresh, path);
    return { setAside, ...counts };
  } catch (error) {
    // An incomplete file is useless and takes room on a full disk. Once the damaged file has been moved, the
    // new one is complete.
    if (existsSync(path)) remove(fresh);
    throw error;
  }
};

/** The ledger that was set aside last; null if there is none. */
const lastSetAside = (path: string): string | null => {
  const name = readdirSync(dirname(path))
    .filter(
      (entry) => entry.startsWith(`${basename(path)}${damagedMark}`) && !/-(?:wal|shm|journal)$/.test(entry),
    )
    .toSorted()
    .at(-1);
  return name === undefined ? null : join(dirname(path), name);
};

/**
 * Completes a recovery that ended after the damaged ledger was moved away and before the new one was moved
 * in.
 * @returns null if there is no such recovery
 * @throws if the disk fails
 */
export const finishRecovery = (path: string): Recovered | null => {
  const fresh = freshOf(path);
  if (existsSync(path) || !existsSync(fresh)) return null;
  const setAside = lastSetAside(path);
  if (setAside === null) return null;
  const db = new DatabaseSync(fresh);
  let counts: Counts;
  try {
    counts = countsIn(db);
  } finally {
    db.close();
  }
  // SQLite would take the rest of the damaged ledger's log for the new ledger's log.
  move(path, setAside);
  move(fresh, path);
  return { setAside, ...counts };
};
