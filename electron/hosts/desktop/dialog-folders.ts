import { statSync } from 'node:fs';
import { z } from 'zod';
import type { KeyValueStore } from '../../credentials/host.ts';

/** Where a dialog begins: files are often fetched from one place and written to another. */
export type DialogKind = 'open' | 'save';

export type DialogFolders = {
  /** The folder that was chosen the last time; the usual one at first, and where that is gone. */
  readonly of: (kind: DialogKind) => string;
  readonly remember: (kind: DialogKind, folder: string) => void;
};

const storeKey = 'dialogFolders';
const keptSchema = z.object({ open: z.string().catch(''), save: z.string().catch('') });

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // A drive that is not there any more, or not ours to look into.
    return false;
  }
};

export const createDialogFolders = (store: KeyValueStore, usual: () => string): DialogFolders => {
  const kept = () => keptSchema.catch({ open: '', save: '' }).parse(store.get(storeKey));
  return {
    of: (kind) => {
      const folder = kept()[kind];
      return folder !== '' && isFolder(folder) ? folder : usual();
    },
    remember: (kind, folder) => store.set(storeKey, { ...kept(), [kind]: folder }),
  };
};
