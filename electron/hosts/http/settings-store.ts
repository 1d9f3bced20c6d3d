import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyValueStore } from '../../credentials/host.ts';

/** Name of the file in the data folder, the same for every host. */
export const settingsFile = 'settings';

/** The used members of conf (and of electron-store, which is built on it). */
type Backing = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
};

const asStore = (backing: Backing): KeyValueStore => ({
  get: (key) => backing.get(key),
  set: (key, value) => backing.set(key, value),
  delete: (key) => backing.delete(key),
});

/**
 * Opens the settings of a data folder. An unreadable file is renamed, never overwritten, and the program
 * starts with an empty one.
 */
export const openStore = (home: string, open: () => Backing, now: () => Date): KeyValueStore => {
  try {
    const backing = open();
    backing.get('');
    return asStore(backing);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SyntaxError')) throw error;
    const path = join(home, `${settingsFile}.json`);
    renameSync(path, join(home, `${settingsFile}.damaged-${now().getTime()}.json`));
    return asStore(open());
  }
};
