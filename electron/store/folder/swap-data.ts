import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** All data. Settings, logs and backups are not moved. */
const items = [
  'ledger.sqlite',
  'ledger.sqlite-wal',
  'ledger.sqlite-shm',
  'pictures',
  'originals',
  'thumbnails',
  'best',
] as const;

/** A checked and unpacked backup, until it replaces the data. */
export const waitingFolder = (home: string): string => join(home, 'restore');

/** Prefix of the folder with the data that a restored backup replaced. */
export const keptAsidePrefix = 'before-restore-';

const readySchema = z.object({ at: z.string(), ledgerOnly: z.boolean().default(false) });
const readyFile = (folder: string): string => join(folder, 'ready.json');

/** The last file that is written of an unpacked backup: without it, the backup is not used. */
export const markReady = (folder: string, at: string, ledgerOnly = false): void =>
  writeFileSync(readyFile(folder), JSON.stringify({ at, ledgerOnly }), { flush: true });

const readReady = (folder: string): z.infer<typeof readySchema> | null => {
  try {
    return readySchema.parse(JSON.parse(readFileSync(readyFile(folder), 'utf8')));
  } catch {
    return null;
  }
};

const move = (from: string, to: string): void => {
  if (existsSync(from) && !existsSync(to)) renameSync(from, to);
};

/**
 * Replaces the data with an unpacked backup, and keeps the old data aside. Each step is a rename. Running it
 * again completes a run that crashed between two steps. Run it before the ledger is opened, and with the
 * folder locked.
 * @returns the path of the old data; null if no backup waits
 */
export const swapData = (home: string): string | null => {
  const waiting = waitingFolder(home);
  // An incomplete backup is useless.
  rmSync(`${waiting}.part`, { recursive: true, force: true });
  const ready = readReady(waiting);
  if (ready === null) {
    // The ready marker is deleted first: without a ledger, this is the useless rest of an interrupted
    // restore.
    if (!existsSync(join(waiting, 'ledger.sqlite'))) rmSync(waiting, { recursive: true, force: true });
    return null;
  }
  const { at, ledgerOnly } = ready;
  // Pictures and originals are named by their digests: those of the folder serve the restored ledger.
  const replaced = ledgerOnly ? items.filter((item) => item.startsWith('ledger.')) : items;
  const aside = join(home, `${keptAsidePrefix}${at.replaceAll(/[^0-9TZ]/g, '')}`);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  // All old data is moved away before any new data is moved in; a marker separates the two halves.
  const moved = join(waiting, 'moved');
  if (!existsSync(moved)) {
    for (const item of replaced) move(join(home, item), join(aside, item));
    writeFileSync(moved, '', { flush: true });
  }
  for (const item of replaced) move(join(waiting, item), join(home, item));
  rmSync(readyFile(waiting), { force: true });
  rmSync(waiting, { recursive: true, force: true });
  return aside;
};

/** How long the data stays that a restored backup has replaced. */
const keptDays = 30;

/** `before-restore-20240528T080000000Z` */
const stampShape = /^before-restore-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/u;

/**
 * Deletes replaced data that is older than 30 days.
 * @returns the days on which it was replaced (ISO)
 */
export const clearReplacedData = (home: string, now: Date): readonly string[] =>
  readdirSync(home).flatMap((name) => {
    const day = stampShape.exec(name)?.slice(1, 4).join('-');
    if (day === undefined || now.getTime() - Date.parse(day) <= keptDays * 86_400_000) return [];
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // Another program has a file of it open: the next start tries again.
      return [];
    }
    return [day];
  });
