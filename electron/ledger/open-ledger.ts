import { DatabaseSync } from 'node:sqlite';
import { failed, success, type Result } from '../../shared/result.ts';
import { openCalls, type Calls } from './calls.ts';
import { migrate, type Migration } from './migrate.ts';
import { openPages, type Pages } from './pages.ts';
import { openResults, type Results } from './results.ts';
import { migrations as allMigrations } from './schema.ts';

/** Documents, pages, calls with their raw replies, results and corrections, in one SQLite file. */
export type Ledger = {
  readonly pages: Pages;
  readonly calls: Calls;
  readonly results: Results;
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

const configure = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL');
  // An answer costs money: it has to outlive a power cut, not only a crash.
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA foreign_keys = ON');
};

const faultOf = (error: unknown): LedgerFault => {
  const code = sqliteCode(error);
  if (code === null || !(error instanceof Error)) throw error;
  return { reason: damageCodes.has(code & 0xff) ? 'damaged' : 'unusable', said: error.message };
};

/** Opens the ledger and brings its schema to the newest version; calls cut off by an earlier end are marked. */
export const openLedger = (
  path: string,
  now: () => Date,
  migrations: readonly Migration[] = allMigrations,
): Result<Ledger, LedgerFault> => {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: 5000 });
    configure(db);
    if (migrate(db, migrations) === 'newer') {
      db.close();
      return failed({ reason: 'newer', said: path });
    }
    return success(ledgerOver(db, now));
  } catch (error) {
    if (db?.isOpen) db.close();
    return failed(faultOf(error));
  }
};

const ledgerOver = (db: DatabaseSync, now: () => Date): Ledger => {
  const calls = openCalls(db, now);
  calls.interrupt();
  return {
    pages: openPages(db, now),
    calls,
    results: openResults(db, now),
    integrity: () => {
      const verdict = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      return typeof verdict === 'string' ? verdict : 'no verdict';
    },
    close: () => {
      db.close();
    },
  };
};
