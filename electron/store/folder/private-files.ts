import { chmodSync, closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The files that any version of Vouch puts into a data folder. */
const ours =
  /^(?:pictures|originals|thumbnails|best|backups|restore(?:\.part)?|before-restore-.*|logs|desktop|dragged|open|holder\.json|lock\.sqlite.*|ledger\.sqlite.*|settings.*\.json|renames\.json.*)$/iu;

/** Whether Vouch itself writes files with this name into a data folder; some disks ignore case. */
export const isOwnName = (name: string): boolean => ours.test(name);

/** Fails on another user's file and on file systems without permissions; nothing can be done then. */
const tryTo = (work: () => void): void => {
  try {
    work();
  } catch {
    // Opening the file, which is next, reports its error.
  }
};

/**
 * Makes a file that only its user can read, before SQLite makes one that all can read: the log gets the mode
 * of its database.
 */
export const makePrivate = (path: string): void =>
  tryTo(() => {
    closeSync(openSync(path, 'a', 0o600));
    if (process.platform !== 'win32') chmodSync(path, 0o600);
  });

/**
 * Makes our files in a data folder unreadable for other users of the computer. The folder itself stays
 * unchanged: the user may have made it and may share it.
 */
export const keepPrivate = (home: string): void => {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(home, { withFileTypes: true })) {
    if (!isOwnName(entry.name) || entry.isSymbolicLink()) continue;
    tryTo(() => chmodSync(join(home, entry.name), entry.isDirectory() ? 0o700 : 0o600));
  }
};
