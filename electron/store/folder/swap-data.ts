import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** All that is data; settings, logs and backups stay where they are. */
const items = [
  'ledger.sqlite',
  'ledger.sqlite-wal',
  'ledger.sqlite-shm',
  'pictures',
  'originals',
  'thumbnails',
  'best',
] as const;

/** A backup that was checked and unpacked, until it is taken in. */
export const waitingFolder = (home: string): string => join(home, 'restore');

/** Where the data lies that a restored backup took the place of. */
export const keptAsidePrefix = 'before-restore-';

const readySchema = z.object({ at: z.string() });
const readyFile = (folder: string): string => join(folder, 'ready.json');

/** The last thing that is written of an unpacked backup: without it, nothing is taken in. */
export const markReady = (folder: string, at: string): void =>
  writeFileSync(readyFile(folder), JSON.stringify({ at }), { flush: true });

const readyAt = (folder: string): string | null => {
  try {
    return readySchema.parse(JSON.parse(readFileSync(readyFile(folder), 'utf8'))).at;
  } catch {
    return null;
  }
};

const move = (from: string, to: string): void => {
  if (existsSync(from) && !existsSync(to)) renameSync(from, to);
};

/**
 * Puts an unpacked backup in the place of the data, which is kept aside. Each step is a rename, and a crash between
 * two of them is made good by running it again: it is run before the ledger is opened, and with the folder locked.
 * @returns where the data lies that was there before; null where no backup waits
 */
export const swapData = (home: string): string | null => {
  const waiting = waitingFolder(home);
  // What was never finished is of no use to anybody.
  rmSync(`${waiting}.part`, { recursive: true, force: true });
  const at = readyAt(waiting);
  if (at === null) {
    // Its last file leaves first: what is left of a restore that was cut off there is of no use.
    if (!existsSync(join(waiting, 'ledger.sqlite'))) rmSync(waiting, { recursive: true, force: true });
    return null;
  }
  const aside = join(home, `${keptAsidePrefix}${at.replaceAll(/[^0-9TZ]/g, '')}`);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  // All of the old data leaves before any of the new comes; a marker tells the second half from the first.
  const moved = join(waiting, 'moved');
  if (!existsSync(moved)) {
    for (const item of items) move(join(home, item), join(aside, item));
    writeFileSync(moved, '', { flush: true });
  }
  for (const item of items) move(join(waiting, item), join(home, item));
  rmSync(readyFile(waiting), { force: true });
  rmSync(waiting, { recursive: true, force: true });
  return aside;
};
