import { chmodSync, closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** What Vouch itself puts into a data folder, whichever version did. */
const ours =
  /^(?:pictures|originals|thumbnails|best|backups|restore(?:\.part)?|before-restore-.*|logs|desktop|dragged|open|holder\.json|lock\.sqlite.*|ledger\.sqlite.*|settings.*\.json|renames\.json.*)$/iu;

/** Whether a name in a data folder is one that Vouch writes itself; some disks ignore case. */
export const isOwnName = (name: string): boolean => ours.test(name);

/** On another's file, and where a file system knows no such thing, there is nothing to be done. */
const tryTo = (work: () => void): void => {
  try {
    work();
  } catch {
    // The file itself is opened next: what is wrong with it is said then.
  }
};

/** A file that only its user can read, before SQLite makes one for all: its log takes the mode of its database. */
export const makePrivate = (path: string): void =>
  tryTo(() => {
    closeSync(openSync(path, 'a', 0o600));
    if (process.platform !== 'win32') chmodSync(path, 0o600);
  });

/**
 * Closes what of a data folder is ours to other users of the computer. The folder itself may be one that the user made
 * and shares: it stays as it is.
 */
export const keepPrivate = (home: string): void => {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(home, { withFileTypes: true })) {
    if (!isOwnName(entry.name) || entry.isSymbolicLink()) continue;
    tryTo(() => chmodSync(join(home, entry.name), entry.isDirectory() ? 0o700 : 0o600));
  }
};
