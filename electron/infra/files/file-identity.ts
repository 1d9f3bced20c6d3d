import { randomUUID } from 'node:crypto';
import { access, lstat, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { codeOf } from '../error-code.ts';

/** The limit of Linux. */
const mostLinks = 40;

const linkTarget = async (path: string): Promise<string | null> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch {
    return null;
  }
};

/**
 * The real path of a file, with every link followed. The file need not exist: the result is then the path
 * where it would be created, also through a dangling link.
 * @throws ELOOP for circular links, EACCES for a folder that may not be entered
 */
export const realPlace = async (path: string, links = 0): Promise<string> => {
  try {
    return await realpath(path);
  } catch (error) {
    const code = codeOf(error);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || links > mostLinks) throw error;
    const target = await linkTarget(path);
    if (target !== null) {
      // A relative target starts in the real folder of the link.
      const from = isAbsolute(target) ? target : join(await realPlace(dirname(path), links + 1), target);
      return await realPlace(from, links + 1);
    }
    const parent = dirname(path);
    return parent === path ? path : join(await realPlace(parent, links), basename(path));
  }
};

/**
 * The file that a path refers to: its real path, and its device and inode (null if it does not exist yet).
 */
export type FileIdentity = { readonly place: string; readonly file: string | null };

/** @throws as realPlace */
export const identityOf = async (path: string): Promise<FileIdentity> => {
  const place = await realPlace(path);
  try {
    // Inodes of some file systems exceed the integers that a number can hold exactly.
    const { dev, ino } = await stat(place, { bigint: true });
    return { place, file: `${dev}:${ino}` };
  } catch {
    return { place, file: null };
  }
};

/** A name as seen by a disk that ignores case and the composition of accents. */
const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Whether the disk treats two names as one, tested with a temporary file. */
const diskFolds = async (folder: string, one: string, other: string): Promise<boolean> => {
  const prefix = `.vouch-${randomUUID()}.`;
  const made = join(folder, `${prefix}${one}`);
  try {
    await (await open(made, 'wx', 0o600)).close();
  } catch {
    // Unknown, so two names count as one if some disks treat them as one.
    return true;
  }
  try {
    await access(join(folder, `${prefix}${other}`));
    return true;
  } catch {
    return false;
  } finally {
    await rm(made, { force: true });
  }
};

/**
 * Whether two paths refer to one file, through links and on disks that ignore case; also before it exists.
 */
export const isSameFile = async (
  a: FileIdentity,
  b: FileIdentity,
  folds: typeof diskFolds = diskFolds,
): Promise<boolean> => {
  if (a.place === b.place) return true;
  if (a.file !== null || b.file !== null) return a.file === b.file;
  if (foldedName(a.place) !== foldedName(b.place)) return false;
  const folders = await Promise.all([identityOf(dirname(a.place)), identityOf(dirname(b.place))]);
  if (folders[0].file === null || folders[0].file !== folders[1].file) return folders[0].file === null;
  return await folds(folders[0].place, basename(a.place), basename(b.place));
};
