import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  backupApplicationId,
  backupFormat,
  backupTables,
  digestIn,
  filePath,
  backupNumber,
  type KeptFolder,
  type WriteBackup,
  type Written,
} from './backup-format.ts';
import { codeOf } from '../../../infra/error-code.ts';
import { sha256Of } from '../../../infra/bytes.ts';

type FileName = { readonly folder: KeptFolder; readonly sha256: string; readonly extension: string };

const named = (folder: KeptFolder, sha256: unknown, extension: unknown): readonly FileName[] =>
  typeof sha256 === 'string' && typeof extension === 'string' ? [{ folder, sha256, extension }] : [];

/**
 * The files that belong to the ledger's rows. The user's own files, which the ledger only points to, are left
 * out.
 */
const filesOf = (db: DatabaseSync, home: string): readonly FileName[] => {
  const pictures = db.prepare(`SELECT sha256, encoding FROM pictures`).all();
  const places = db
    .prepare(
      `SELECT sha256, path FROM documents WHERE path IS NOT NULL
       UNION SELECT sha256, path FROM renditions WHERE path IS NOT NULL`,
    )
    .all();
  const attachments = db
    .prepare(
      `SELECT DISTINCT body ->> '$.verification.attachment.sha256' AS sha256 FROM review_events
       WHERE kind = 'verify' AND json_valid(body)`,
    )
    .all();
  return [
    ...attachments.flatMap(({ sha256 }) => named('originals', sha256, 'att')),
    ...pictures.flatMap(({ sha256, encoding }) => named('pictures', sha256, encoding)),
    ...places.flatMap(({ sha256, path }) =>
      // For a file that was not read yet, only its name contains the digest.
      named('originals', sha256 ?? digestIn(String(path)), 'bin').filter(
        (file) => filePath(home, file) === path,
      ),
    ),
  ];
};

/** Null if it is missing, or does not match its name. */
const readWhole = (path: string, sha256: string): Buffer | null => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  return sha256Of(bytes) === sha256 ? bytes : null;
};

const addFiles = (db: DatabaseSync, home: string): number => {
  const insert = db.prepare(
    `INSERT INTO backup_files (folder, sha256, extension, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  let missing = 0;
  for (const file of filesOf(db, home)) {
    const bytes = readWhole(filePath(home, file), file.sha256);
    if (bytes) insert.run(file.folder, file.sha256, file.extension, bytes);
    else missing += 1;
  }
  return missing;
};

const fill = (
  aside: string,
  { home, at, program, ledgerOnly = false }: WriteBackup,
): Omit<Written, 'bytes'> => {
  const db = new DatabaseSync(aside);
  try {
    // No process uses this file yet, and an incomplete one is deleted, so it needs no journal.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    db.exec(`PRAGMA application_id = ${backupApplicationId}`);
    db.exec(backupTables);
    db.prepare(`INSERT INTO backup (format, at, program, ledger_only) VALUES (?, ?, ?, ?)`).run(
      backupFormat,
      at,
      program,
      ledgerOnly ? 1 : 0,
    );
    const missing = ledgerOnly ? 0 : addFiles(db, home);
    if (db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok')
      throw new Error('The backup is damaged');
    return { missing, pages: backupNumber(db, `SELECT count(*) FROM pages`) };
  } finally {
    db.close();
  }
};

const toDisk = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** The path of a backup until it is complete. */
export const asideOf = (target: string): string => `${target}.part`;

/**
 * Writes a whole data folder, or its ledger alone, into one file, while other processes continue to write into it: the ledger is
 * copied from one snapshot. The file exists completely, or not at all. Throws if the disk fails.
 */
export const writeBackup = (task: WriteBackup): Written => {
  const aside = asideOf(task.target);
  rmSync(aside, { force: true });
  try {
    const ledger = new DatabaseSync(join(task.home, 'ledger.sqlite'), { readOnly: true, timeout: 5000 });
    try {
      ledger.prepare('VACUUM INTO ?').run(aside);
    } finally {
      ledger.close();
    }
    const written = fill(aside, task);
    toDisk(aside);
    renameSync(aside, task.target);
    return { ...written, bytes: statSync(task.target).size };
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
};
