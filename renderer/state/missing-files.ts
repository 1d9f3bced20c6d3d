import type { DroppedFile } from '../../shared/contract/intake-commands.ts';

/** Names with the folders below a dropped folder: a dropped `File` knows only its own name. */
const namesInFolders = new WeakMap<File, string>();

/** Remembers where a file lies in a dropped folder. */
export const placeInFolder = (file: File, path: string): File => {
  namesInFolders.set(file, path);
  return file;
};

/** The name of a file with the folders below the one that was dropped or chosen. */
export const relativeNameOf = (file: File): string =>
  namesInFolders.get(file) ?? (file.webkitRelativePath || file.name);

type Missing = DroppedFile & { readonly place: number };

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Finds the missing files of a drop among chosen ones, by name and length. The name includes folders; without a match,
 * the last part decides. Each missing file is found once.
 */
export const matchMissing = <Chosen>(
  missing: readonly Missing[],
  chosen: readonly (DroppedFile & { readonly file: Chosen })[],
): ReadonlyMap<Chosen, number> => {
  const found = new Map<Chosen, number>();
  const open = new Set(missing);
  for (const nameOf of [(name: string) => name, lastPart]) {
    const keyOf = ({ name, bytes }: DroppedFile): string => `${bytes} ${nameOf(name)}`;
    const alike = Map.groupBy(open, keyOf);
    for (const one of chosen) {
      if (found.has(one.file)) continue;
      const match = alike.get(keyOf(one))?.shift();
      if (!match) continue;
      found.set(one.file, match.place);
      open.delete(match);
    }
  }
  return found;
};
