import { DatabaseSync } from 'node:sqlite';
import { serviceIds } from '../../../shared/services/service.ts';
import { pageColumns } from '../records/page-columns.ts';
import {
  damagedRow,
  demoFlag,
  isNotInBin,
  pageRowReader,
  pageTables,
  isOwnInvoice,
} from '../records/page-row.ts';
import { mailReads, mailWrites } from '../sql/mails.ts';
import { watchedFileReads, watchedFileWrites } from '../sql/watched-files.ts';
import { dropReads, dropWrites } from '../sql/drops.ts';
import { bookFileReads, bookFileWrites } from '../sql/book-files.ts';
import { figureWrites, lookalikeReads, pairReads } from '../sql/figures.ts';
import { reviewReads, reviewWrites } from '../sql/reviews.ts';
import { sqliteMethods } from './run-steps.ts';
import {
  exportReads,
  exportWrites,
  extractionReads,
  extractionWrites,
  documentReads,
  documentWrites,
} from '../sql/documents.ts';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { failed, success, type Result } from '../../../shared/result.ts';
import { openCallRecords, type CallRecords, openCalls, type Calls } from './calls.ts';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { openBatches, openHistory, type History } from './history.ts';
import { openLeases, type LeaseQueries } from './leases.ts';
import { openLasting, type Lasting } from './lasting.ts';
import { inTransaction, migrate, versionOf, type Migration } from './migrate.ts';
import { makePrivate } from '../folder/private-files.ts';
import { openPages, type Pages } from './pages.ts';
import { migrations as allMigrations } from './schema.ts';
import { isDamage } from './error-codes.ts';
import { sqliteCode } from '../../infra/error-code.ts';

const quoted = serviceIds.map((id) => `'${id}'`);
const known = quoted.join(', ');
const [first = "''"] = quoted;

/**
 * Gives every page whose row can't be read valid values: it becomes a failed page, and its responses and review
 * events stay. SQLite's own check does not report such a row, so the rows are read one by one.
 */
const repairPages = (db: DatabaseSync): void => {
  const rows = db.prepare(`SELECT ${pageColumns} FROM ${pageTables}`).all();
  const bad: number[] = [];
  for (const row of rows)
    pageRowReader(() => {
      if (typeof row['id'] === 'number') bad.push(row['id']);
    })(row);
  // A damaged result is derived again from the response.
  const dropResult = db.prepare(`DELETE FROM results WHERE page = ?`);
  const repair = db.prepare(
    `UPDATE pages SET
       options = '{}', masks = '[]', corners = NULL, preparation = NULL, state = 'failed', failure = ?, reused = 0,
       service = iif(service IN (${known}), service,
         coalesce((SELECT service FROM calls WHERE page = pages.id AND service IN (${known}) LIMIT 1), ${first}))
     WHERE id = ?`,
  );
  db.exec(`UPDATE documents SET seal = NULL WHERE seal IS NOT NULL AND NOT json_valid(seal)`);
  for (const id of bad) {
    dropResult.run(id);
    repair.run(JSON.stringify(damagedRow), id);
  }
};

const near = (condition: string, preferred: string): string => `
  SELECT * FROM (
    SELECT near.page FROM results AS near CROSS JOIN pages ON pages.id = near.page
    WHERE ${condition} AND pages.id <> asked.page AND ${demoFlag} = asked.demo AND pages.state = 'recognized'
      AND pages.service = 'vat-invoice' AND near.review <> 'aside' AND ${isOwnInvoice}
      AND ${isNotInBin}
    ORDER BY ${preferred} DESC, near.page LIMIT $1)`;

/**
 * For `lookalikeReads`. CROSS JOIN fixes the order: the few that are near, and then what they belong to, however many
 * pages there are.
 */
const nearInSqlite = `asked CROSS JOIN json_each((SELECT json_group_array(page) FROM (
    ${near('near.number = asked.number', 'near.code IS asked.code')}
    UNION ${near(
      'near.gross_total = asked.gross_total AND near.issue_date = asked.issue_date',
      'near.seller IS asked.seller OR coalesce(near.seller_tax_id = asked.seller_tax_id, false)',
    )}))) AS found
  CROSS JOIN results ON results.page = found.value
  CROSS JOIN pages ON pages.id = results.page
  CROSS JOIN documents ON documents.id = pages.document`;

type Results = ReturnType<typeof openResults>;

/** Figures from the extractions, and the user's review events. */
const openResults = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return {
    ...reading({ ...reviewReads, ...lookalikeReads(nearInSqlite), ...pairReads }),
    ...writing({ ...reviewWrites(now), ...figureWrites }),
  };
};

const listed = 'SELECT value AS asked, key AS place FROM json_each($2)';

type Exports = ReturnType<typeof openExports>;

const openExports = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return {
    ...reading({ ...exportReads(listed), ...bookFileReads }),
    ...writing({ ...exportWrites(now), ...bookFileWrites(now) }),
  };
};

type Extractions = ReturnType<typeof openExtractions>;

const openExtractions = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return { ...reading(extractionReads), ...writing(extractionWrites(now)) };
};

type Documents = ReturnType<typeof openDocumentTable>;

const openDocumentTable = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return {
    ...reading({ ...documentReads, ...dropReads, ...watchedFileReads, ...mailReads }),
    ...writing({ ...documentWrites(now), ...dropWrites(now), ...watchedFileWrites, ...mailWrites(now) }),
  };
};

/** Documents, pages, calls with their raw responses, results and review events, in one SQLite file. */
export type Ledger = {
  readonly pages: Pages;
  readonly documents: Documents;
  readonly calls: Calls;
  readonly callRecords: CallRecords;
  readonly extractions: Extractions;
  readonly leases: LeaseQueries;
  readonly results: Results;
  readonly history: History;
  readonly exports: Exports;
  /** Runs several writes as one unit: all of them are stored, or none. */
  readonly transact: <Value>(work: () => Value) => Value;
  /** Begins and ends a unit of work; `read` begins one with a consistent snapshot. */
  readonly control: (what: 'begin' | 'read' | 'commit' | 'rollback') => void;
  /** The last batches, newest first. */
  readonly recentBatches: (limit: number) => readonly RecentBatch[];
  /** Written by a newer program: read-only. */
  readonly readOnly: boolean;
  /** Waits, outside this thread, until everything that was committed is on the disk. */
  readonly lasting: Lasting;
  /** The result of SQLite's integrity check: `ok`, or what it found. */
  readonly integrity: () => string;
  readonly close: () => void;
};

export type LedgerFailure = {
  /**
   * newer: written by a newer program. damaged: no ledger can be read from it. unusable: the file can't be
   * opened.
   */
  readonly reason: 'newer' | 'damaged' | 'unusable';
  readonly detail: string;
};

/** A search scans the whole table: mapping it into memory avoids copies. */
const readThroughMemory = (db: DatabaseSync): void => db.exec('PRAGMA mmap_size = 268435456');

const configure = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL');
  // `lasting` syncs the log outside this thread, once for all commits in between.
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec('PRAGMA foreign_keys = ON');
};

const failureOf = (error: unknown): LedgerFailure => {
  if (sqliteCode(error) === null || !(error instanceof Error)) throw error;
  return { reason: isDamage(error) ? 'damaged' : 'unusable', detail: error.message };
};

const markOf = (path: string): string => `${path}.suspect`;

/**
 * Records damage that was found in use: the next opening checks the whole file, and sets it aside if
 * necessary.
 */
export const markSuspect = (path: string): void => {
  try {
    writeFileSync(markOf(path), '', { mode: 0o600 });
  } catch {
    // The disk accepts no writes. The caller still reports the original error.
  }
};

/** A copy of the file next to it, before its schema is changed. */
const keepCopy = (db: DatabaseSync, path: string, version: number): void => {
  const copy = `${path}.version-${version}`;
  rmSync(copy, { force: true });
  makePrivate(copy);
  // Includes the content of the write-ahead log.
  db.prepare('VACUUM INTO ?').run(copy);
};

/** A killed process leaves its log behind: the file is checked before it is trusted. */
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
 * @param marksInterrupted whether every running call counts as interrupted: true for the only user of the file
 */
export const openLedger = (
  path: string,
  now: () => Date,
  marksInterrupted = true,
  migrations: readonly Migration[] = allMigrations,
): Result<Ledger, LedgerFailure> => {
  let db: DatabaseSync | null = null;
  try {
    const cutOff = wasCutOff(path);
    const suspect = existsSync(markOf(path));
    makePrivate(path);
    db = new DatabaseSync(path, { timeout: 5000 });
    const version = versionOf(db);
    if (version > migrations.length) {
      // Before any setting: the journal mode is stored in the file, too.
      db.close();
      return failed({ reason: 'newer', detail: path });
    }
    configure(db);
    if ((cutOff || suspect) && !isSound(db, suspect ? 'integrity_check' : 'quick_check')) {
      db.close();
      return failed({ reason: 'damaged', detail: path });
    }
    if (suspect) repairPages(db);
    rmSync(markOf(path), { force: true });
    if (version > 0 && version < migrations.length) keepCopy(db, path, version);
    migrate(db, migrations);
    if (marksInterrupted) openCalls(db, now).interrupt();
    return success(ledgerOver(db, path, now, false));
  } catch (error) {
    if (db?.isOpen) db.close();
    return failed(failureOf(error));
  }
};

/**
 * Opens a ledger for reading only: next to the connection that writes, or because a newer program wrote it.
 * Refused if its tables are unknown to this version.
 *
 * @param maps whether the file is mapped into memory, for searches
 */
export const openLedgerReadOnly = (
  path: string,
  now: () => Date,
  maps = true,
): Result<Ledger, LedgerFailure> => {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    if (maps) readThroughMemory(db);
    return success(ledgerOver(db, path, now, true));
  } catch (error) {
    if (db?.isOpen) db.close();
    if (sqliteCode(error) === null) throw error;
    return failed({ reason: 'newer', detail: path });
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
    documents: openDocumentTable(db, now),
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
