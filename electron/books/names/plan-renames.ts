import { existsSync, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FilePattern } from '../../../shared/books/file-pattern.ts';
import { planNames, type FileToName, type PlannedName } from '../../../shared/books/plan-names.ts';
import { codeOf } from '../../infra/error-code.ts';
import type { FileMove } from '../../infra/files/rename-journal.ts';

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
