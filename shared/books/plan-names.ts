import { fileNameKey, nameByPattern, type FilePattern, type PatternField } from './file-pattern.ts';
import type { Invoice } from '../invoice/model.ts';

/** A file to rename; null if nothing could be extracted from it. */
export type FileToName = {
  /** Whole path, as the system writes it. */
  readonly path: string;
  readonly stem: string;
  /** With its dot; may be empty. */
  readonly extension: string;
  readonly invoice: Invoice | null;
};

/** The planned name of a file. `to` is relative to the chosen folder, with forward slashes. */
export type PlannedName =
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly numbered: boolean }
  | { readonly kind: 'unchanged'; readonly path: string; readonly to: string }
  | { readonly kind: 'missing'; readonly path: string; readonly fields: readonly PatternField[] }
  | { readonly kind: 'unread'; readonly path: string }
  | { readonly kind: 'taken'; readonly path: string; readonly to: string };

/** The highest suffix ` (2)`, ` (3)` … that is tried. */
const mostNumbers = 9_999;

/**
 * Plans names for files. Files with equal names are numbered. If another file already has a name, the name is
 * taken, and that file is not changed.
 * @param relative the file's current path below the folder that `to` is relative to; null if it is elsewhere
 * @param isThere whether a file exists at a relative path
 */
export const planNames = (
  files: readonly FileToName[],
  pattern: FilePattern,
  relative: (path: string) => string | null,
  isThere: (to: string) => boolean,
): readonly PlannedName[] => {
  const used = new Set<string>();
  const own = new Set(files.map(({ path }) => relative(path)).filter((path) => path !== null));
  const ownKeys = new Set([...own].map(fileNameKey));
  return files.map((file): PlannedName => {
    const { path, stem, extension, invoice } = file;
    if (invoice === null) return { kind: 'unread', path };
    const named = nameByPattern(pattern, { invoice, stem });
    if (named.kind === 'missing') return { kind: 'missing', path, fields: named.fields };
    const present = relative(path);
    const nameOf = (number: number): string =>
      [
        ...named.folders,
        `${named.stem}${number === 1 ? '' : ` (${String(number)})`}${extension.toLowerCase()}`,
      ].join('/');
    for (let number = 1; number <= mostNumbers; number += 1) {
      const to = nameOf(number);
      const key = fileNameKey(to);
      if (used.has(key)) continue;
      if (present === to) {
        used.add(key);
        return { kind: 'unchanged', path, to };
      }
      // Another file of this batch with this path keeps it, so the next number is tried.
      const isOwnCase = present !== null && fileNameKey(present) === key;
      if (!isOwnCase && ownKeys.has(key)) continue;
      if (!isOwnCase && isThere(to)) return { kind: 'taken', path, to };
      used.add(key);
      return { kind: 'move', path, to, numbered: number > 1 };
    }
    return { kind: 'taken', path, to: nameOf(mostNumbers) };
  });
};
