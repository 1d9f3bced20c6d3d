import { basename, extname, resolve } from 'node:path';
import { parsePattern } from '../../../shared/books/file-pattern.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { booksTexts, patternFailureText } from '../../../shared/texts/books.ts';
import {
  nameFiles,
  renameJournalOf,
  undoNaming,
  isOwnFile,
  movesOf,
  planRenames,
  folderError,
  type RenamePlan,
  type RenameSubject,
} from '../names/plan-renames.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';
import type { RenameCommand, UndoCommand } from './arguments.ts';
import type { Deliver, ExitCode, ReadSheet, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { recognizeCommandOf } from './recognize-first.ts';
import { withLedger } from './with-ledger.ts';

const invoiceOf = ({ page }: Pick<ReadSheet, 'page'>): Invoice | null =>
  page?.failure === null && page.invoice ? page.invoice.value : null;

/** One for each file, in the order of the files: a further file of an invoice is named like its first. */
const subjectsOf = (read: readonly ReadSheet[]): readonly RenameSubject[] => {
  const ofPage = new Map(read.map((one) => [one.pageId, invoiceOf(one)]));
  const byPath = new Map<string, ReadSheet[]>();
  for (const one of read) {
    const key = one.sheet.source;
    byPath.set(key, [...(byPath.get(key) ?? []), one]);
  }
  return [...byPath].map(([source, pages]) => {
    const path = resolve(source);
    const invoices = pages.flatMap(
      (one) => (one.foldedInto === null ? invoiceOf(one) : ofPage.get(one.foldedInto)) ?? [],
    );
    const numbers = new Set(invoices.map(({ number }) => number));
    const extension = extname(path);
    return {
      source,
      path,
      stem: basename(path, extension),
      extension,
      invoice: numbers.size === 1 ? (invoices[0] ?? null) : null,
      hasSeveralInvoices: numbers.size > 1,
      isOwnFile: isOwnFile(path),
    };
  });
};

/**
 * Why a file keeps its name. Null if it gets a new one, or if its page failed, which was reported already.
 */
const keptNameReason = ({ subject, planned, to }: RenamePlan, language: Language): string | null => {
  const { source } = subject;
  if (subject.hasSeveralInvoices) return `${source}: ${booksTexts.severalInvoices[language]}`;
  if (planned.kind === 'missing')
    return `${source}: ${booksTexts.missingFields(planned.fields.join(', '))[language]}`;
  if (planned.kind === 'taken') return `${source}: ${booksTexts.nameTaken(to ?? '')[language]}`;
  if (subject.isOwnFile) return null;
  return subject.invoice ? `${source}: ${booksTexts.notOneFile[language]}` : null;
};

/**
 * `vouch rename`: names originals after their data. Files without a new name are reported. The others are renamed
 * together, or not at all.
 */
export const runRename = async (command: RenameCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const { language, quiet, copyTo, dryRun } = command;
  const pattern = parsePattern(command.pattern);
  if (!pattern.ok) {
    streams.note(patternFailureText(pattern.failure)[language]);
    return 2;
  }
  const noFolder = copyTo === null ? null : await folderError(copyTo);
  if (copyTo !== null && noFolder !== null) {
    streams.note(usageTexts.notWritable(copyTo, noFolder).message[language]);
    return 2;
  }
  const journal = renameJournalOf(home);
  const recovered = await journal.recover();
  if (recovered > 0) streams.note(booksTexts.recovered(recovered)[language]);
  const deliver: Deliver = async (read, { folder }) => {
    const plans = planRenames(subjectsOf(read), pattern.value, copyTo);
    const messages = plans.map((plan) => keptNameReason(plan, language)).filter((one) => one !== null);
    const moves = movesOf(plans);
    const lines = plans.flatMap(({ subject, planned, to }) =>
      planned.kind === 'move' && to !== null ? [`${subject.source}\t${to}\n`] : [],
    );
    if (dryRun) {
      await streams.out(lines.join(''));
      if (!quiet) streams.note(booksTexts.wouldRename(moves.length)[language]);
      return messages;
    }
    const { failures } = await nameFiles(journal, moves, copyTo === null ? 'move' : 'copy', folder);
    if (failures.length > 0)
      return [
        ...messages,
        ...failures.map(({ from, code }) => `${from}: ${booksTexts.renameFailed(code ?? '')[language]}`),
      ];
    await streams.out(lines.join(''));
    if (!quiet) streams.note(booksTexts.renamed(moves.length)[language]);
    return messages;
  };
  return dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
};

/** `vouch rename --undo`: reverts the last run. */
export const runUndo = async (
  { language, quiet }: UndoCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const journal = renameJournalOf(home);
  const recovered = await journal.recover();
  if (recovered > 0) streams.note(booksTexts.recovered(recovered)[language]);
  return withLedger(language, dependencies, async ({ folder }) => {
    const outcomes = await undoNaming(journal, folder);
    if (outcomes === null) {
      streams.note(booksTexts.nothingToUndo[language]);
      return recovered > 0 ? 0 : 1;
    }
    const failures = outcomes.filter(({ code }) => code !== null);
    for (const { from, code } of failures)
      streams.note(`${from}: ${booksTexts.renameFailed(code ?? '')[language]}`);
    if (!quiet) streams.note(booksTexts.undone(outcomes.length - failures.length)[language]);
    return failures.length === 0 ? 0 : 1;
  });
};
