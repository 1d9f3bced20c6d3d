import { copyFile, link, lstat, mkdir, open, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../error-code.ts';

const moveSchema = z.object({ from: z.string().min(1), to: z.string().min(1) });
const journalSchema = z.object({
  mode: z.enum(['move', 'copy']),
  /** `running` until every file has its new name; afterwards the run can be undone once. */
  state: z.enum(['running', 'done']),
  moves: z.array(moveSchema),
  /** The folders that did not exist before, outer ones first. */
  folders: z.array(z.string().min(1)).default([]),
});
export type FileMove = z.infer<typeof moveSchema>;
type RenameMode = 'move' | 'copy';
type Journal = z.infer<typeof journalSchema>;

/** The result for a file: an error code if it kept its name. */
export type MoveOutcome = FileMove & { readonly code: string | null };

/** Renames or copies files as one unit: after an interrupted run, the next one restores everything. */
export type RenameJournal = {
  /** Gives every file its new name, or none if one of them fails. */
  readonly run: (moves: readonly FileMove[], mode: RenameMode) => Promise<readonly MoveOutcome[]>;
  /** Reverts an interrupted run; returns the number of files. */
  readonly recover: () => Promise<number>;
  /** Undoes the last run, once; null if there is none. */
  readonly undo: () => Promise<readonly MoveOutcome[] | null>;
  /** Number of files of the last run, if it can be undone. */
  readonly undoable: () => Promise<number>;
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const isSameFile = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })]);
  return a.ino === b.ino && a.dev === b.dev;
};

const hasSameContent = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = await Promise.all([lstat(one), lstat(other)]);
  return a.isFile() && b.isFile() && a.size === b.size && (await readFile(one)).equals(await readFile(other));
};

/** Path of an unfinished copy, next to the target, so that the final name appears in one step. */
const unfinishedOf = (to: string): string =>
  join(dirname(to), `.vouch-${Buffer.from(to).toString('base64url').slice(-24)}.tmp`);

/**
 * Removes an unfinished copy of an ended run. If its folder is missing or is not a folder, there is no copy, and
 * files still get their names back.
 */
const dropUnfinished = (to: string): Promise<void> =>
  rm(unfinishedOf(to), { force: true }).catch(() => undefined);

/** Copies a file to an unused name, completely or not at all. */
const copyNew = async (from: string, to: string): Promise<void> => {
  const unfinished = unfinishedOf(to);
  await rm(unfinished, { force: true });
  await copyFile(from, unfinished);
  const handle = await open(unfinished, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(unfinished, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || (await exists(to)))
      throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    // A file system without links: renames after a check of the name.
    await rename(unfinished, to);
  }
  await rm(unfinished, { force: true });
};

/** Moves a file to an unused name. A link cannot overwrite, unlike a rename. */
const moveNew = async (from: string, to: string): Promise<void> => {
  if ((await exists(to)) && (await isSameFile(from, to))) {
    // The same name in other case, on a file system that treats both as one.
    await rename(from, to);
    return;
  }
  try {
    await link(from, to);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    await copyNew(from, to);
  }
  await unlink(from);
};

/** Moves a file back. It may have both names, or only its old one. */
const moveBack = async ({ from, to }: FileMove): Promise<boolean> => {
  await dropUnfinished(to);
  if (!(await exists(to))) return false;
  if (!(await exists(from))) {
    await mkdir(dirname(from), { recursive: true });
    await moveNew(to, from);
    return true;
  }
  if (from !== to && ((await isSameFile(from, to)) || (await hasSameContent(from, to)))) await unlink(to);
  return false;
};

/** Removes a copy if it is still identical to the original. */
const removeCopy = async ({ from, to }: FileMove): Promise<boolean> => {
  await dropUnfinished(to);
  if (!(await exists(to)) || !(await exists(from)) || !(await hasSameContent(from, to))) return false;
  await unlink(to);
  return true;
};

/** The folders of new names that don't exist, outer ones first. */
const missingFolders = async (moves: readonly FileMove[]): Promise<string[]> => {
  const missing = new Set<string>();
  for (const { to } of moves) {
    const here: string[] = [];
    let folder = dirname(to);
    while (!missing.has(folder) && dirname(folder) !== folder && !(await exists(folder))) {
      here.unshift(folder);
      folder = dirname(folder);
    }
    for (const one of here) missing.add(one);
  }
  return [...missing];
};

/** Removes the folders that a run made, unless something else lies in them now. */
const removeFolders = async ({ folders }: Pick<Journal, 'folders'>): Promise<void> => {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
};

const takeBackOne = (mode: RenameMode, move: FileMove): Promise<boolean> =>
  mode === 'move' ? moveBack(move) : removeCopy(move);

const takeBack = async (journal: Journal): Promise<number> => {
  let count = 0;
  for (const move of journal.moves.toReversed()) if (await takeBackOne(journal.mode, move)) count += 1;
  await removeFolders(journal);
  return count;
};

/** @param path of the journal; it is in the data folder */
export const createRenameJournal = (path: string): RenameJournal => {
  const read = async (): Promise<Journal | null> => {
    try {
      return journalSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      // The journal is missing or incomplete, so nothing was renamed.
      return null;
    }
  };

  const write = async (journal: Journal): Promise<void> => {
    const fresh = `${path}.new`;
    const handle = await open(fresh, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(journal));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path);
  };

  return {
    run: async (moves, mode) => {
      if (moves.length === 0) return [];
      // The folders are known before they are made: a kill at any moment leaves none.
      const folders = await missingFolders(moves);
      const journal: Journal = { mode, state: 'running', moves: [...moves], folders };
      await write(journal);
      for (const { from, to } of moves) {
        try {
          await mkdir(dirname(to), { recursive: true });
          await (mode === 'move' ? moveNew(from, to) : copyNew(from, to));
        } catch (error) {
          // If one file fails, all files keep their names.
          await takeBack(journal);
          await rm(path, { force: true });
          const code = codeOf(error) || 'error';
          return moves.map((move) => ({ ...move, code: move.from === from ? code : 'ECANCELED' }));
        }
      }
      await write({ ...journal, state: 'done' });
      return moves.map((move) => ({ ...move, code: null }));
    },
    recover: async () => {
      const journal = await read();
      if (journal?.state !== 'running') return 0;
      const count = await takeBack(journal);
      await rm(path, { force: true });
      return count;
    },
    undoable: async () => {
      const journal = await read();
      return journal?.state === 'done' ? journal.moves.length : 0;
    },
    undo: async () => {
      const journal = await read();
      if (journal?.state !== 'done') return null;
      // After a kill, the next run finishes it.
      await write({ ...journal, state: 'running' });
      const outcomes: MoveOutcome[] = [];
      for (const move of journal.moves.toReversed()) {
        const undone = await takeBackOne(journal.mode, move).catch(() => false);
        outcomes.push({ from: move.to, to: move.from, code: undone ? null : 'changed' });
      }
      await removeFolders(journal);
      await rm(path, { force: true });
      return outcomes;
    },
  };
};
