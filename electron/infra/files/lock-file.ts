import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode } from '../error-code.ts';

const primaryCode = (error: unknown): number => (sqliteCode(error) ?? 0) & 0xff;

/** SQLITE_BUSY and SQLITE_LOCKED. */
const isBusy = (error: unknown): boolean => [5, 6].includes(primaryCode(error));

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean => [11, 26].includes(primaryCode(error));

const lockPath = (home: string): string => join(home, 'lock.sqlite');

const tryToHold = (path: string): DatabaseSync | null => {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
};

/**
 * SQLite locks an empty file: the system releases the lock when its process ends, however it ends. So a dead
 * process's lock is free at once, a reused process id does no harm, and two processes can never hold it.
 * @returns null if another process holds it
 */
export const hold = (home: string): DatabaseSync | null => {
  const path = lockPath(home);
  try {
    return tryToHold(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    // The file must be empty, so any content is damage. Emptied in place: other processes that have it open
    // keep the same file.
    truncateSync(path);
    return tryToHold(path);
  }
};

/** Whether another process holds the folder now; it may release it a moment later. */
export const isFolderHeld = (home: string): boolean => {
  if (!existsSync(lockPath(home))) return false;
  try {
    const db = hold(home);
    db?.close();
    return db === null;
  } catch {
    // Opening the folder reports the error of the disk.
    return false;
  }
};
