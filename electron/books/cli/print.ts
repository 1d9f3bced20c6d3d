import { isDemo, isSample } from '../../../shared/books/gate.ts';
import { createCountedOnce, isInvoiceShown } from '../../../shared/invoice/counted-once.ts';
import { hasOpenErrors } from '../../export/rows.ts';
import { undrawnIn, type CoverInvoice } from '../print/cover-sheet.ts';
import type { PrintFile } from '../print/print-files.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { describeFailure } from '../../../shared/services/catalogue.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { gateReasonTexts } from '../../../shared/texts/books-reasons.ts';
import { localAuthor } from '../../../shared/review/event.ts';
import { noteBooks } from '../ledger-invoices.ts';
import { filesToPrint, printInvoices } from '../print/print-invoices.ts';
import { filesOfPaths } from '../../app/files/sheets.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import type { PrintCommand } from './arguments.ts';
import type { Deliver, ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { checkOutput, recognizeCommandOf } from './recognize-first.ts';
import { joinSentences } from '../../../shared/texts/phrases.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** The files without demo data, which no paper shows as invoices: also those in archives. */
async function* withoutDemo(files: AsyncIterable<PrintFile>, demo: Set<string>) {
  for await (const file of files) {
    const { source, content } = file;
    if (content.ok && isSample(sha256Of(content.value.bytes))) demo.add(source);
    if (!demo.has(source)) yield file;
  }
}

const printTo = async (
  command: PrintCommand,
  files: readonly string[],
  listed: readonly CoverInvoice[] | null,
  known: ReadonlySet<string>,
  { streams, signal }: RunDependencies,
  onPrinted: (missing: ReadonlySet<string>) => Promise<void> = () => Promise.resolve(),
): Promise<ExitCode> => {
  const { language, quiet, out, perPage } = command;
  const demo = new Set(known);
  const printed = withoutDemo(filesToPrint(files, signal), demo);
  const { pdf, items, missing } = await printInvoices(printed, perPage, listed);
  for (const source of demo) streams.note(`${source}: ${gateReasonTexts.demo[language]}`);
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
  const undrawn = undrawnIn(listed ?? []);
  if (undrawn.length > 0) streams.note(booksTexts.undrawn(undrawn.join(''))[language]);
  await onPrinted(new Set(missing.map(({ source }) => source)));
  if (!quiet) streams.note(booksTexts.printed(items)[language]);
  return missing.length + demo.size === 0 ? 0 : 1;
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
  if (!command.cover) return printTo(command, files, null, new Set(), dependencies);
  let printed: ExitCode = 0;
  const deliver: Deliver = async (read, { folder }) => {
    const ids = new Map<number, string>();
    const rows = await folder.store.pages(read.flatMap(({ pageId }) => pageId ?? []));
    const demo = new Set(rows.filter(isDemo).map(({ id }) => id));
    const counts = createCountedOnce();
    const listed: CoverInvoice[] = [];
    const left = new Set<string>();
    for (const { page, pageId, sheet } of read) {
      if (pageId !== null && demo.has(pageId)) left.add(sheet.source);
      else if (page?.failure === null && page.invoice) {
        const { value: invoice } = page.invoice;
        if (pageId !== null) ids.set(pageId, sheet.source);
        // A paper, such as a hotel bill, is printed with the invoices; the list and its sums have invoices only.
        if (!isInvoiceShown(invoice)) continue;
        const { code, number } = invoice;
        listed.push({
          invoice,
          isCopy: !counts({ isInvoice: true, isAside: false, isDemo: false, code, number }),
          hasErrors: hasOpenErrors(page),
        });
      }
    }
    const note = async (missing: ReadonlySet<string>): Promise<void> => {
      const onPaper = [...ids].filter(([, source]) => !missing.has(source));
      await noteBooks(folder, new Map(onPaper.map(([id]) => [id, { kind: 'print' } as const])), localAuthor);
    };
    printed = await printTo(command, files, listed, left, dependencies, note);
    return [];
  };
  const ended = await dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
  return ended === 0 ? printed : ended;
};
