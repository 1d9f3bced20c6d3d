import { readFile, stat } from 'node:fs/promises';
import { join, dirname, relative, resolve, sep } from 'node:path';
import {
  createRenameJournal,
  type FileMove,
  type MoveOutcome,
  type RenameJournal,
} from '../../infra/files/rename-journal.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { failed, success } from '../../../shared/result.ts';
import type { Host } from '../../app/contract.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure } from '../books-failures.ts';
import { existsSync, lstatSync } from 'node:fs';
import {
  type FilePattern,
  planNames,
  type FileToName,
  type PlannedName,
} from '../../../shared/books/file-pattern.ts';
import { codeOf } from '../../infra/error-code.ts';

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

/** The folder for copies of originals, as the user last chose it in the host's dialog. */
type NamesFolder = {
  /** Null if none was chosen. */
  readonly path: () => string | null;
  readonly choose: Handlers['books.chooseNamesFolder'];
};

export const createNamesFolder = (host: Pick<Host, 'kind' | 'chooseSaveFolder'>): NamesFolder => {
  let chosen: string | null = null;
  return {
    path: () => chosen,
    choose: async () => {
      if (host.kind !== 'desktop' || !host.chooseSaveFolder)
        return failed(booksFailure('names-desktop-only'));
      chosen = (await host.chooseSaveFolder('copies')) ?? chosen;
      return success({ folder: chosen });
    },
  };
};

/** One file and its extracted data. */
export type RenameSubject = FileToName & {
  /** The name of the file in messages: its path as given, or its name. */
  readonly source: string;
  /** A file with several invoices has no single name. */
  readonly hasSeveralInvoices: boolean;
  /** False for an entry of an archive, and for a missing file. */
  readonly isOwnFile: boolean;
};

/** `to` is an absolute path; null if the file gets no name. */
export type RenamePlan = {
  readonly subject: RenameSubject;
  readonly planned: PlannedName;
  readonly to: string | null;
};

/** Why files can't be copied to a path; null if it is a folder, or can be created as one. */
export const folderError = async (path: string): Promise<string | null> => {
  try {
    return (await stat(path)).isDirectory() ? null : 'ENOTDIR';
  } catch (error) {
    const code = codeOf(error) || 'error';
    return code === 'ENOENT' ? null : code;
  }
};

export const isOwnFile = (path: string): boolean => existsSync(path) && lstatSync(path).isFile();

/** A path below a folder, with forward slashes; null if it is elsewhere. */
const below =
  (folder: string) =>
  (path: string): string | null => {
    const inside = relative(folder, path);
    return inside === '' || inside.startsWith('..') || inside === path ? null : inside.split(sep).join('/');
  };

/**
 * Plans a name for each file, in their order: in the file's own folder, or in the folder to copy to.
 * @param copyTo null if the files are renamed
 */
export const planRenames = (
  subjects: readonly RenameSubject[],
  pattern: FilePattern,
  copyTo: string | null,
): readonly RenamePlan[] => {
  const byFolder = new Map<string, RenameSubject[]>();
  for (const subject of subjects) {
    if (!subject.isOwnFile || subject.hasSeveralInvoices) continue;
    const folder = copyTo === null ? dirname(subject.path) : resolve(copyTo);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), subject]);
  }
  const plans = new Map<RenameSubject, RenamePlan>();
  for (const [folder, group] of byFolder) {
    const isThere = (to: string): boolean => existsSync(join(folder, to));
    const planned = planNames(group, pattern, copyTo === null ? below(folder) : () => null, isThere);
    for (const [index, subject] of group.entries()) {
      const plan = planned[index];
      if (plan)
        plans.set(subject, { subject, planned: plan, to: 'to' in plan ? join(folder, plan.to) : null });
    }
  }
  return subjects.map(
    (subject): RenamePlan =>
      plans.get(subject) ?? { subject, planned: { kind: 'unread', path: subject.path }, to: null },
  );
};

/** The files that get a new name. */
export const movesOf = (plans: readonly RenamePlan[]): readonly FileMove[] =>
  plans.flatMap(({ subject, planned, to }) =>
    planned.kind === 'move' && to !== null ? [{ from: subject.path, to }] : [],
  );
