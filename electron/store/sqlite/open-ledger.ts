import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failed, success, type Result } from '../../../shared/result.ts';
import { openCallRecords, type CallRecords } from './call-records.ts';
import { openCalls, type Calls } from './calls.ts';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { openBatches } from './batches.ts';
import { openDocuments, type Documents } from './documents.ts';
import { openExports, type Exports } from './exports.ts';
import { openExtractions, type Extractions } from './extractions.ts';
import { openHistory, type History } from './history.ts';
import { openLeases, type Leases } from './leases.ts';
import { openLasting, type Lasting } from './lasting.ts';
import { inTransaction, migrate, versionOf, type Migration } from './migrate.ts';
import { repairPages } from './repair-pages.ts';
import { makePrivate } from '../folder/private-files.ts';
import { openPages, type Pages } from './pages.ts';
import { openResults, type Results } from './results.ts';
import { migrations as allMigrations } from './schema.ts';

/** Documents, pages, calls with their raw replies, results and corrections, in one SQLite file. */
export type Ledger = {
  readonly pages: Pages;
  readonly documents: Documents;
  readonly calls: Calls;
  readonly callRecords: CallRecords;
  readonly extractions: Extractions;
  readonly leases: Leases;
  readonly results: Results;
  readonly history: History;
  readonly exports: Exports;
  /** Runs several writes as one unit: all of them are kept, or none. */
  readonly transact: <Value>(work: () => Value) => Value;
  /** Begins and ends a unit of work; `read` begins one that sees the same instant throughout. */
  readonly control: (what: 'begin' | 'read' | 'commit' | 'rollback') => void;
  /** The last batches, newest first. */
  readonly recentBatches: (limit: number) => readonly RecentBatch[];
  /** Written by a newer program: it can be read, and nothing else. */
  readonly readOnly: boolean;
  /** Waits, beside the main thread, until the disk has what was committed without waiting for it. */
  readonly lasting: Lasting;
  /** SQLite's own verdict: `ok`, or what it found. */
  readonly integrity: () => string;
  readonly close: () => void;
};

export type LedgerFault = {
  /** newer: written by a newer program; damaged: no ledger can be read from it; unusable: the file can't be opened. */
  readonly reason: 'newer' | 'damaged' | 'unusable';
  readonly said: string;
};

/** SQLite's extended code of an error from node:sqlite; null for any other error. */
export const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

/** SQLITE_CORRUPT and SQLITE_NOTADB: the low byte names the family. */
const damageCodes = new Set([11, 26]);

/** A search reads the whole table of what is searched: not through copies of it. */
const readThroughMemory = (db: DatabaseSync): void => db.exec('PRAGMA mmap_size = 268435456');

const configure = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL');
  // The log is synced beside this thread (`lasting`), once for all that was committed meanwhile.
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec('PRAGMA foreign_keys = ON');
  readThroughMemory(db);
};

const faultOf = (error: unknown): LedgerFault => {
  const code = sqliteCode(error);
  if (code === null || !(error instanceof Error)) throw error;
  return { reason: damageCodes.has(code & 0xff) ? 'damaged' : 'unusable', said: error.message };
};

/** Whether an error tells that the file itself is damaged. */
export const isDamage = (error: unknown): boolean => damageCodes.has((sqliteCode(error) ?? 0) & 0xff);

const markOf = (path: string): string => `${path}.suspect`;

/** Damage was met in use: at its next opening the whole file is looked at, and set aside if need be. */
export const markSuspect = (path: string): void => {
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // A disk that takes nothing: the error that led here is told all the same.
  }
};

/** A copy of the file as it is, beside it, before its schema is changed. */
const keepCopy = (db: DatabaseSync, path: string, version: number): void => {
  const copy = `${path}.version-${version}`;
  rmSync(copy, { force: true });
  makePrivate(copy);
  // Takes in what still stands in the write-ahead log.
  db.prepare('VACUUM INTO ?').run(copy);
};

/** A process that was killed leaves its log behind: what it did not finish is looked at before it is trusted. */
const wasCutOff = (path: string): boolean => {
  try {
    return statSync(`${path}-wal`).size > 0;
  } catch {
    return false;
  }
};

const isSound = (db: DatabaseSync, check: 'quick_check' | 'integrity_check'): boolean =>
  db.prepare(`PRAGMA ${check}(1)`).get()?.[check] === 'ok';

/**
 * Opens the ledger and brings its schema to the newest version.
 * @param marksInterrupted whether every call that is under way counts as cut off: true for the only user of the file
 */
export const openLedger = (
  path: string,
  now: () => Date,
  migrations: readonly Migration[] = allMigrations,
  marksInterrupted = true,
): Result<Ledger, LedgerFault> => {
  let db: DatabaseSync | null = null;
  try {
    const cutOff = wasCutOff(path);
    const suspect = existsSync(markOf(path));
    makePrivate(path);
    db = new DatabaseSync(path, { timeout: 5000 });
    const version = versionOf(db);
    if (version > migrations.length) {
      // Before anything is set: the way of its journal stands in the file, too.
      db.close();
      return failed({ reason: 'newer', said: path });
    }
    configure(db);
    if ((cutOff || suspect) && !isSound(db, suspect ? 'integrity_check' : 'quick_check')) {
      db.close();
      return failed({ reason: 'damaged', said: path });
    }
    if (suspect) repairPages(db);
    rmSync(markOf(path), { force: true });
    if (version > 0 && version < migrations.length) keepCopy(db, path, version);
    migrate(db, migrations);
    if (marksInterrupted) openCalls(db, now).interrupt();
    return success(ledgerOver(db, path, now, false));
  } catch (error) {
    if (db?.isOpen) db.close();
    return failed(faultOf(error));
  }
};

/**
 * Opens a ledger that is read and nothing else: beside the connection that writes, or because it is a newer program's.
 * Refused where its tables are not what this one knows.
 */
export const openLedgerReadOnly = (path: string, now: () => Date): Result<Ledger, LedgerFault> => {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    readThroughMemory(db);
    return success(ledgerOver(db, path, now, true));
  } catch (error) {
    if (db?.isOpen) db.close();
    if (sqliteCode(error) === null) throw error;
    return failed({ reason: 'newer', said: path });
  }
};

const controlOf = (db: DatabaseSync) => ({
  begin: () => db.exec('BEGIN IMMEDIATE'),
  read: () => db.exec('BEGIN'),
  commit: () => db.exec('COMMIT'),
  rollback: () => {
    // A failed COMMIT (a full disk) may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
  },
});

function ledgerOver(db: DatabaseSync, path: string, now: () => Date, readOnly: boolean): Ledger {
  return {
    pages: openPages(db, now, () => markSuspect(path)),
    documents: openDocuments(db, now),
    calls: openCalls(db, now),
    callRecords: openCallRecords(db),
    extractions: openExtractions(db, now),
    leases: openLeases(db, now),
    results: openResults(db, now),
    history: openHistory(db),
    exports: openExports(db, now),
    recentBatches: openBatches(db),
    transact: (work) => inTransaction(db, work),
    control: (what) => controlOf(db)[what](),
    readOnly,
    lasting: openLasting(path),
    integrity: () => {
      const verdict = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      return typeof verdict === 'string' ? verdict : 'no verdict';
    },
    close: () => {
      db.close();
    },
  };
}
