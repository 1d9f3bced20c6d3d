import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, success, type Result } from '../../../../shared/result.ts';
import {
  backupApplicationId,
  backupFormat,
  digestIn,
  filePath,
  backupNumber,
  readStoredFile,
  type BackupFailure,
  type UnpackBackup,
  type Unpacked,
} from './backup-format.ts';
import { migrate, versionOf } from '../migrate.ts';
import { migrations } from '../schema.ts';
import { markReady, waitingFolder } from '../../folder/swap-data.ts';
import { sha256Of } from '../../../infra/bytes.ts';
import { isDamage } from '../error-codes.ts';

/** Opens a file as a database for reading; null if it is none. Throws if it can't be read at all. */
const openOrNull = (path: string): DatabaseSync | null => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    if (isDamage(error)) return null;
    throw error;
  }
};

const names = (db: DatabaseSync, sql: string, ...values: readonly string[]): readonly string[] =>
  db
    .prepare(sql)
    .all(...values)
    .flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'));

const failureOf = (db: DatabaseSync): BackupFailure | null => {
  if (backupNumber(db, 'PRAGMA application_id') !== backupApplicationId) return { reason: 'not-a-backup' };
  if (backupNumber(db, 'SELECT max(format) FROM backup') > backupFormat) return { reason: 'newer' };
  const version = versionOf(db);
  if (version > migrations.length) return { reason: 'newer' };
  const isSound = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
  return isSound && version > 0 ? null : { reason: 'damaged' };
};

/**
 * Copies the ledger's rows into a file made by our own migrations: anything else in a foreign file's schema,
 * such as triggers and views, is left out.
 */
const copyLedger = (source: string, target: string, version: number, at: string): boolean => {
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    migrate(db, migrations.slice(0, version));
    db.exec('PRAGMA trusted_schema = OFF');
    db.prepare('ATTACH ? AS backup').run(source);
    const tables = names(
      db,
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite_%')`,
    );
    const given = new Set(
      names(
        db,
        `SELECT name FROM backup.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
      ),
    );
    if (!tables.every((table) => given.has(table))) return false;
    db.exec('BEGIN');
    for (const table of tables) {
      const columns = names(db, `SELECT name FROM pragma_table_info(?, 'main')`, table);
      const list = columns.map((column) => `"${column}"`).join(', ');
      // Deletes what a trigger wrote for an earlier table: the rows are copied.
      db.exec(`DELETE FROM main.${table}`);
      db.exec(`INSERT OR REPLACE INTO main.${table} (${list}) SELECT ${list} FROM backup.${table}`);
    }
    // Restoring a backup must not send anything: pages that waited then may have been recognized since.
    db.prepare(`UPDATE main.pages SET state = 'cancelled', finished_at = ? WHERE state = 'waiting'`).run(at);
    db.exec('COMMIT');
    db.exec('DETACH backup');
    return db.prepare('PRAGMA foreign_key_check').all().length === 0;
  } finally {
    db.close();
  }
};

/** Our copy of a file. */
const ownFile = (sha256: string) => ({ folder: 'originals', sha256, extension: 'bin' }) as const;

type Place = { readonly path: string; readonly sha256: string };

/**
 * The paths in the ledger of this data folder: the user added them, so a restored page may use them again.
 */
const knownPlaces = (home: string): ReadonlySet<string> => {
  let db: DatabaseSync | null = null;
  try {
    db = openOrNull(join(home, 'ledger.sqlite'));
    if (!db) return new Set();
    const rows =
      db.prepare(`SELECT DISTINCT path, sha256 FROM documents WHERE path IS NOT NULL AND sha256 IS NOT NULL
      UNION SELECT DISTINCT path, sha256 FROM renditions WHERE path IS NOT NULL`);
    return new Set(
      rows.all().map(({ path, sha256 }) => placeKey({ path: String(path), sha256: String(sha256) })),
    );
  } catch {
    // The ledger is missing, older or damaged, so no path is known.
    return new Set();
  } finally {
    db?.close();
  }
};

const placeKey = ({ path, sha256 }: Place): string => JSON.stringify([path, sha256]);

/**
 * Points our copies to this data folder, and removes every other path that only the backup contains. A
 * foreign backup could name any file, or another computer (`\\\\host\\share`), which Windows would log in to
 * when the page is opened.
 * @param part where the files of the backup are
 */
const placePaths = (ledger: string, part: string, home: string): void => {
  const known = knownPlaces(home);
  const db = new DatabaseSync(ledger);
  try {
    db.exec('BEGIN');
    for (const table of ['documents', 'renditions']) {
      const place = db.prepare(`UPDATE ${table} SET path = ?, sha256 = ? WHERE id = ?`);
      const rows = db.prepare(`SELECT id, path, sha256 FROM ${table} WHERE path IS NOT NULL`).all();
      for (const { id = null, path, sha256 = null } of rows) {
        const digest = digestIn(String(path));
        const isOwn = digest !== null && (sha256 === null || sha256 === digest);
        if (isOwn && existsSync(filePath(part, ownFile(digest))))
          place.run(filePath(home, ownFile(digest)), digest, id);
        else if (!known.has(placeKey({ path: String(path), sha256: String(sha256) })))
          place.run(null, sha256, id);
      }
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
};

/** Writes the files; false if one does not match its name. */
const copyFiles = (from: DatabaseSync, into: string): boolean => {
  for (const row of from.prepare(`SELECT folder, sha256, extension, body FROM backup_files`).iterate()) {
    const file = readStoredFile(row);
    if (!file || sha256Of(file.body) !== file.sha256) return false;
    const path = filePath(into, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, file.body, { mode: 0o600 });
  }
  return true;
};

/** The first 100 bytes of a SQLite file hold its application id at 68 (SQLite, Database File Format, 1.3). */
const hasOurHeader = (path: string): boolean => {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) === 100 && header.readUInt32BE(68) === backupApplicationId;
  } finally {
    closeSync(file);
  }
};

/** SQLite's errors about invalid content: logic, damage, constraints, types; never the disk. */
const tellsOfContent = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [1, 11, 19, 20, 25, 26].includes(error.errcode & 0xff);

/**
 * Checks a backup completely and unpacks it in the data folder, where `swapData` finds it. The existing data
 * stays untouched. Throws if the disk fails; nothing incomplete is left then.
 */
export const unpackBackup = ({ source, home, at }: UnpackBackup): Result<Unpacked, BackupFailure> => {
  const db = openOrNull(source);
  if (!db) return failed({ reason: hasOurHeader(source) ? 'damaged' : 'not-a-backup' });
  const part = `${waitingFolder(home)}.part`;
  const giveUp = (): void => rmSync(part, { recursive: true, force: true });
  try {
    db.exec('PRAGMA trusted_schema = OFF');
    const failure = failureOf(db);
    if (failure) return failed(failure);
    giveUp();
    mkdirSync(part, { recursive: true, mode: 0o700 });
    const ledger = join(part, 'ledger.sqlite');
    if (!copyFiles(db, part) || !copyLedger(source, ledger, versionOf(db), at)) {
      giveUp();
      return failed({ reason: 'damaged' });
    }
    // Earlier versions have no such column.
    const { at: madeAt, ledger_only: ledgerOnly } = db.prepare('SELECT * FROM backup').get() ?? {};
    const isLedgerOnly = ledgerOnly === 1;
    placePaths(ledger, isLedgerOnly ? home : part, home);
    const pages = backupNumber(db, 'SELECT count(*) FROM pages');
    markReady(part, at, isLedgerOnly);
    rmSync(waitingFolder(home), { recursive: true, force: true });
    renameSync(part, waitingFolder(home));
    return success({ pages, madeAt: typeof madeAt === 'string' ? madeAt : '' });
  } catch (error) {
    giveUp();
    if (tellsOfContent(error)) return failed({ reason: 'damaged' });
    throw error;
  } finally {
    db.close();
  }
};
