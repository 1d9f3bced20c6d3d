import { copyFile, link, lstat, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const moveSchema = z.object({ from: z.string().min(1), to: z.string().min(1) });
const journalSchema = z.object({
  mode: z.enum(['move', 'copy']),
  /** `running` until every file has its new name; then it can be undone once. */
  state: z.enum(['running', 'done']),
  moves: z.array(moveSchema),
});
export type FileMove = z.infer<typeof moveSchema>;
export type RenameMode = 'move' | 'copy';
type Journal = z.infer<typeof journalSchema>;

/** What became of a file: an error's code where it kept its name. */
export type MoveOutcome = FileMove & { readonly code: string | null };

/** Renames or copies files so that a run that is ended leaves nothing half: the next one puts everything back. */
export type RenameJournal = {
  /** Gives every file its new name, and none where one of them can't have it. */
  readonly run: (moves: readonly FileMove[], mode: RenameMode) => Promise<readonly MoveOutcome[]>;
  /** Puts back what an ended run had begun; returns how many files. */
  readonly recover: () => Promise<number>;
  /** Takes the last run back, once; null where there is none. */
  readonly undo: () => Promise<readonly MoveOutcome[] | null>;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';

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

/** Where a copy is made before it has its name: beside it, so that the name comes in one step. */
const unfinishedOf = (to: string): string =>
  join(dirname(to), `.vouch-${Buffer.from(to).toString('base64url').slice(-24)}.tmp`);

/** Copies a file to a name that must be free: whole or not at all. */
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
    // A file system without links: a rename does it, after a look at the name.
    await rename(unfinished, to);
  }
  await rm(unfinished, { force: true });
};

/** Gives a file a name that must be free. A link can't overwrite, which a rename would. */
const moveNew = async (from: string, to: string): Promise<void> => {
  if ((await exists(to)) && (await isSameFile(from, to))) {
    // The same name in other case, where a file system takes both for one.
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

/** Brings a file back to where it was; it may have both names, or still its old one. */
const moveBack = async ({ from, to }: FileMove): Promise<boolean> => {
  await rm(unfinishedOf(to), { force: true });
  if (!(await exists(to))) return false;
  if (!(await exists(from))) {
    await mkdir(dirname(from), { recursive: true });
    await moveNew(to, from);
    return true;
  }
  if (from !== to && ((await isSameFile(from, to)) || (await hasSameContent(from, to)))) await unlink(to);
  return false;
};

/** Removes a copy, as long as it is one. */
const removeCopy = async ({ from, to }: FileMove): Promise<boolean> => {
  await rm(unfinishedOf(to), { force: true });
  if (!(await exists(to)) || !(await exists(from)) || !(await hasSameContent(from, to))) return false;
  await unlink(to);
  return true;
};

const takeBack = async ({ mode, moves }: Journal): Promise<number> => {
  let count = 0;
  for (const move of moves.toReversed())
    if (await (mode === 'move' ? moveBack(move) : removeCopy(move))) count += 1;
  return count;
};

/** @param path of the journal; it lies in the data folder */
export const createRenameJournal = (path: string): RenameJournal => {
  const read = async (): Promise<Journal | null> => {
    try {
      return journalSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      // None, or one that was never finished being written: nothing was renamed by it.
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
      const journal: Journal = { mode, state: 'running', moves: [...moves] };
      await write(journal);
      for (const { from, to } of moves) {
        try {
          await mkdir(dirname(to), { recursive: true });
          await (mode === 'move' ? moveNew(from, to) : copyNew(from, to));
        } catch (error) {
          // All or nothing: one that can't have its name leaves all as they were.
          await takeBack(journal);
          await rm(path, { force: true });
          const code = codeOf(error);
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
    undo: async () => {
      const journal = await read();
      if (journal?.state !== 'done') return null;
      const outcomes: MoveOutcome[] = [];
      for (const move of journal.moves.toReversed()) {
        const undone = await (journal.mode === 'move' ? moveBack(move) : removeCopy(move)).catch(() => false);
        outcomes.push({ from: move.to, to: move.from, code: undone ? null : 'changed' });
      }
      await rm(path, { force: true });
      return outcomes;
    },
  };
};
