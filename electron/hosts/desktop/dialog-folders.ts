import { statSync } from 'node:fs';
import { z } from 'zod';
import type { KeyValueStore } from '../../credentials/host.ts';

/** The two have separate start folders: files often come from one folder and go to another. */
type DialogKind = 'open' | 'save';

export type DialogFolders = {
  /** The last chosen folder; the default one at first, or if that folder is missing. */
  readonly of: (kind: DialogKind) => string;
  readonly remember: (kind: DialogKind, folder: string) => void;
};

const storeKey = 'dialogFolders';
const keptSchema = z.object({ open: z.string().catch(''), save: z.string().catch('') });

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // A missing or unreadable drive.
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
