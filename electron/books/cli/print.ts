import type { Invoice } from '../../../shared/invoice/model.ts';
import { describeFailure } from '../../../shared/services/catalogue.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { filesToPrint, printInvoices } from '../print/print-invoices.ts';
import { filesOfPaths } from '../../app/files/sheets.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import type { PrintCommand } from './arguments.ts';
import type { Deliver, ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { checkOutput, recognizeCommandOf } from './recognize-first.ts';
import { joinSentences } from '../../../shared/texts/phrases.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

const printTo = async (
  command: PrintCommand,
  files: readonly string[],
  listed: readonly Invoice[] | null,
  { streams, signal }: RunDependencies,
): Promise<ExitCode> => {
  const { language, quiet, out, perPage } = command;
  const { pdf, items, missing } = await printInvoices(filesToPrint(files, signal), perPage, listed);
  for (const { source, failure } of missing) {
    const { message, remedy } = describeFailure('vat-invoice', failure, language);
    streams.note(`${source}: ${joinSentences([message, remedy], language)}`);
  }
  if (signal.aborted) return 1;
  if (!pdf) {
    streams.note(booksTexts.nothingToPrint[language]);
    return 1;
  }
  const written = await writeFileWhole(out, pdf);
  if (!written.ok) {
    streams.note(`${out}: ${commandFailureLine(written.failure, language)}`);
    return 1;
  }
  if (!quiet) streams.note(booksTexts.printed(items)[language]);
  return missing.length === 0 ? 0 : 1;
};

/** `vouch print`: needs no ledger and no account. For a cover sheet it extracts the listed data first. */
export const runPrint = async (command: PrintCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const files = await filesOfPaths(command.paths);
  const unusable = await checkOutput(command.out, files, home);
  if (unusable) {
    streams.note(unusable.message[command.language]);
    return 2;
  }
  if (!command.cover) return printTo(command, files, null, dependencies);
  let printed: ExitCode = 0;
  const deliver: Deliver = async (read) => {
    const invoices = read.flatMap(({ page }) =>
      page?.failure === null && page.invoice ? [page.invoice.value] : [],
    );
    printed = await printTo(command, files, invoices, dependencies);
    return [];
  };
  const ended = await dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
  return ended === 0 ? printed : ended;
};
