import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createRenameJournal,
  type FileMove,
  type MoveOutcome,
  type RenameJournal,
} from '../../infra/files/rename-journal.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import { sha256Of } from '../../infra/bytes.ts';

/** The journal of the last run, which the window and the command line share. */
export const renameJournalOf = (home: string): RenameJournal =>
  createRenameJournal(join(home, 'renames.json'));

/** Updates the paths in the ledger after files were moved. A file that can't be read is found by its content later. */
const followMoves = async (
  { store }: Pick<DataFolder, 'store'>,
  outcomes: readonly MoveOutcome[],
): Promise<void> => {
  const moved: { readonly sha256: string; readonly from: string; readonly to: string }[] = [];
  for (const { from, to, code } of outcomes) {
    const bytes = code === null ? await readFile(to).catch(() => null) : null;
    if (bytes) moved.push({ sha256: sha256Of(bytes), from, to });
  }
  await store.transact(async (unit) => {
    for (const { sha256, from, to } of moved) await unit.moveFile(sha256, from, to);
  });
};

type NamedFiles = {
  readonly outcomes: readonly MoveOutcome[];
  /** If there are any, no file was renamed: finished steps were reverted. */
  readonly failures: readonly MoveOutcome[];
};

/** Gives files their new names, all or none, and updates the ledger. */
export const nameFiles = async (
  journal: RenameJournal,
  moves: readonly FileMove[],
  as: 'move' | 'copy',
  folder: Pick<DataFolder, 'store'>,
): Promise<NamedFiles> => {
  const outcomes = await journal.run(moves, as);
  const failures = outcomes.filter(({ code }) => code !== null && code !== 'ECANCELED');
  if (failures.length === 0 && as === 'move') await followMoves(folder, outcomes);
  return { outcomes, failures };
};

/** Reverts the last run, and updates the ledger; null if there is none. */
export const undoNaming = async (
  journal: RenameJournal,
  folder: Pick<DataFolder, 'store'>,
): Promise<readonly MoveOutcome[] | null> => {
  const outcomes = await journal.undo();
  if (outcomes !== null) await followMoves(folder, outcomes);
  return outcomes;
};
