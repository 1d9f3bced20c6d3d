import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';

const holderSchema = z.object({ pid: z.int(), program: z.string(), since: z.string() });
/** Who writes in a data folder. */
export type Holder = z.infer<typeof holderSchema>;

export type Lock = { readonly release: () => void };

/** SQLITE_BUSY and SQLITE_LOCKED. */
const busyCodes = new Set([5, 6]);
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  busyCodes.has(error.errcode & 0xff);

/**
 * The lock is SQLite's own on a file that holds nothing: the system drops it the moment its process ends, however it
 * ends, so a dead process's lock is free at once, a process id used again misleads nobody, and there is no instant at
 * which two can have it.
 */
const hold = (path: string): DatabaseSync | null => {
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

const readHolder = (path: string): Holder | null => {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Not written yet, or half-written: the lock itself is what counts.
    return null;
  }
};

/**
 * Makes this process the one writer of a data folder, waiting a moment for one that is just ending.
 * @returns who holds it instead (null where that is not known)
 */
export const lockFolder = async (
  home: string,
  holder: Holder,
  patienceMs = 1000,
): Promise<Result<Lock, Holder | null>> => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const holderPath = join(home, 'holder.json');
  const deadline = performance.now() + patienceMs;
  let db = hold(join(home, 'lock.sqlite'));
  while (db === null) {
    if (performance.now() >= deadline) return failed(readHolder(holderPath));
    await wait(50);
    db = hold(join(home, 'lock.sqlite'));
  }
  const held = db;
  try {
    writeFileSync(holderPath, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    // A full or read-only disk: whoever mends it finds the folder free.
    held.close();
    throw error;
  }
  return success({
    release: () => {
      if (!held.isOpen) return;
      rmSync(holderPath, { force: true });
      held.close();
    },
  });
};
