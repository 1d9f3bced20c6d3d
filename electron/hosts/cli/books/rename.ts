import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { parsePattern } from '../../../../shared/books/file-pattern.ts';
import { planNames, type FileToName, type PlannedName } from '../../../../shared/books/plan-names.ts';
import type { Language } from '../../../../shared/language.ts';
import { booksTexts, patternProblemText } from '../../../../shared/texts/books.ts';
import type { DataFolder } from '../../../app/data-folder.ts';
import {
  createRenameJournal,
  type MoveOutcome,
  type RenameJournal,
} from '../../../infra/files/rename-journal.ts';
import type { RenameCommand, UndoCommand } from '../books-arguments.ts';
import { runCommand, type Deliver, type ExitCode, type ReadSheet, type RunDependencies } from '../run.ts';
import { readingOf } from './reading.ts';

const journalOf = (home: string): RenameJournal => createRenameJournal(join(home, 'renames.json'));

/** One file and its extracted data; a file with several invoices has no single name. */
type Subject = FileToName & {
  readonly source: string;
  readonly several: boolean;
  readonly isOwnFile: boolean;
};

/** One for each file, in the order of the files. */
const subjectsOf = (read: readonly ReadSheet[]): readonly Subject[] => {
  const byPath = new Map<string, ReadSheet[]>();
  for (const one of read) {
    const key = one.sheet.source;
    byPath.set(key, [...(byPath.get(key) ?? []), one]);
  }
  return [...byPath].map(([source, pages]) => {
    const path = resolve(source);
    const invoices = pages.flatMap(({ page }) =>
      page?.failure === null && page.invoice ? [page.invoice.value] : [],
    );
    const numbers = new Set(invoices.map(({ number }) => number));
    const extension = extname(path);
    return {
      source,
      path,
      stem: basename(path, extension),
      extension,
      invoice: numbers.size === 1 ? (invoices[0] ?? null) : null,
      several: numbers.size > 1,
      isOwnFile: existsSync(path) && lstatSync(path).isFile(),
    };
  });
};

/** A path below a folder, with forward slashes; null if it is elsewhere. */
const below =
  (folder: string) =>
  (path: string): string | null => {
    const inside = relative(folder, path);
    return inside === '' || inside.startsWith('..') || inside === path ? null : inside.split(sep).join('/');
  };

type Plan = { readonly subject: Subject; readonly planned: PlannedName; readonly to: string | null };

/** Each file is renamed in its own folder, or all of them in the folder that they are copied to. */
const planAll = (subjects: readonly Subject[], pattern: string, copyTo: string | null): readonly Plan[] => {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) return [];
  const byFolder = new Map<string, Subject[]>();
  for (const subject of subjects) {
    if (!subject.isOwnFile || subject.several) continue;
    const folder = copyTo === null ? dirname(subject.path) : resolve(copyTo);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), subject]);
  }
  const plans = new Map<Subject, Plan>();
  for (const [folder, group] of byFolder) {
    const isThere = (to: string): boolean => existsSync(join(folder, to));
    const planned = planNames(group, parsed.value, copyTo === null ? below(folder) : () => null, isThere);
    for (const [index, subject] of group.entries()) {
      const plan = planned[index];
      if (plan)
        plans.set(subject, { subject, planned: plan, to: 'to' in plan ? join(folder, plan.to) : null });
    }
  }
  return subjects.map(
    (subject): Plan =>
      plans.get(subject) ?? { subject, planned: { kind: 'unread', path: subject.path }, to: null },
  );
};

/**
 * Why a file keeps its name. Null if it gets a new one, or if its page failed, which was reported already.
 */
const faultOf = ({ subject, planned, to }: Plan, language: Language): string | null => {
  const { source } = subject;
  if (subject.several) return `${source}: ${booksTexts.severalInvoices[language]}`;
  if (planned.kind === 'missing')
    return `${source}: ${booksTexts.missingFields(planned.fields.join(', '))[language]}`;
  if (planned.kind === 'taken') return `${source}: ${booksTexts.nameTaken(to ?? '')[language]}`;
  if (subject.isOwnFile) return null;
  return subject.invoice ? `${source}: ${booksTexts.notOneFile[language]}` : null;
};

/** Updates the paths in the ledger. */
const followMoves = async (
  { store }: Pick<DataFolder, 'store'>,
  read: readonly ReadSheet[],
  done: readonly MoveOutcome[],
): Promise<void> => {
  const rows = await store.pages(read.flatMap(({ pageId }) => pageId ?? []));
  const sha256ByPath = new Map(rows.map(({ path, originalSha256 }) => [path, originalSha256]));
  await store.transact(async (unit) => {
    for (const { from, to } of done) {
      const sha256 = sha256ByPath.get(from) ?? null;
      if (sha256 !== null) await unit.moveFile(sha256, from, to);
    }
  });
};

/** `vouch rename`: names originals after their data; either all of them, or none if one can't be named. */
export const runRename = async (command: RenameCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const { language, quiet, copyTo, dryRun } = command;
  const pattern = parsePattern(command.pattern);
  if (!pattern.ok) {
    streams.note(patternProblemText(pattern.failure)[language]);
    return 2;
  }
  const journal = journalOf(home);
  const recovered = await journal.recover();
  if (recovered > 0) streams.note(booksTexts.recovered(recovered)[language]);
  const deliver: Deliver = async (read, folder) => {
    const plans = planAll(subjectsOf(read), command.pattern, copyTo);
    const faults = plans.map((plan) => faultOf(plan, language)).filter((fault) => fault !== null);
    const moves = plans.flatMap(({ subject, planned, to }) =>
      planned.kind === 'move' && to !== null ? [{ from: subject.path, to }] : [],
    );
    const lines = plans.flatMap(({ subject, planned, to }) =>
      planned.kind === 'move' && to !== null ? [`${subject.source}\t${to}\n`] : [],
    );
    if (dryRun) {
      await streams.out(lines.join(''));
      if (!quiet) streams.note(booksTexts.wouldRename(moves.length)[language]);
      return faults;
    }
    const outcomes = await journal.run(moves, copyTo === null ? 'move' : 'copy');
    const failures = outcomes.filter(({ code }) => code !== null && code !== 'ECANCELED');
    if (failures.length > 0)
      return [
        ...faults,
        ...failures.map(({ from, code }) => `${from}: ${booksTexts.renameFailed(code ?? '')[language]}`),
      ];
    if (copyTo === null) await followMoves(folder, read, outcomes);
    await streams.out(lines.join(''));
    if (!quiet) streams.note(booksTexts.renamed(moves.length)[language]);
    return faults;
  };
  return runCommand(readingOf(command.paths, command), { ...dependencies, deliver });
};

/** `vouch rename --undo`: reverts the last run. */
export const runUndo = async (
  { language, quiet }: UndoCommand,
  { home, streams }: RunDependencies,
): Promise<ExitCode> => {
  const journal = journalOf(home);
  const recovered = await journal.recover();
  if (recovered > 0) streams.note(booksTexts.recovered(recovered)[language]);
  const outcomes = await journal.undo();
  if (outcomes === null) {
    streams.note(booksTexts.nothingToUndo[language]);
    return recovered > 0 ? 0 : 1;
  }
  const failures = outcomes.filter(({ code }) => code !== null);
  for (const { from, code } of failures)
    streams.note(`${from}: ${booksTexts.renameFailed(code ?? '')[language]}`);
  if (!quiet) streams.note(booksTexts.undone(outcomes.length - failures.length)[language]);
  return failures.length === 0 ? 0 : 1;
};
