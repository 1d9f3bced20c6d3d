import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestHex } from '../../export/archive/digests.ts';
import {
  createRenameJournal,
  type MoveOutcome,
  type RenameJournal,
} from '../../infra/files/rename-journal.ts';
import type { DataFolder } from '../data-folder.ts';

/** The journal of the last run, which the window and the command line share. */
export const renameJournalOf = (home: string): RenameJournal =>
  createRenameJournal(join(home, 'renames.json'));

/** Updates the paths in the ledger after files were moved. A file that can't be read is found by its content later. */
export const followMoves = async (
  { store }: Pick<DataFolder, 'store'>,
  outcomes: readonly MoveOutcome[],
): Promise<void> => {
  const moved: { readonly sha256: string; readonly from: string; readonly to: string }[] = [];
  for (const { from, to, code } of outcomes) {
    const bytes = code === null ? await readFile(to).catch(() => null) : null;
    if (bytes) moved.push({ sha256: digestHex(bytes), from, to });
  }
  await store.transact(async (unit) => {
    for (const { sha256, from, to } of moved) await unit.moveFile(sha256, from, to);
  });
};
