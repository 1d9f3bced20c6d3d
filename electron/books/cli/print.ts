import { isDemo, isSample } from '../../../shared/books/gate.ts';
import { createCountedOnce } from '../../../shared/invoice/counted-once.ts';
import { isOpenFinding } from '../../../shared/invoice/finding.ts';
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

/** The files without samples, which no paper shows as invoices. */
async function* withoutSamples(files: AsyncIterable<PrintFile>, onSample: (source: string) => void) {
  for await (const file of files)
    if (file.content.ok && isSample(sha256Of(file.content.value.bytes))) onSample(file.source);
    else yield file;
}

const printTo = async (
  command: PrintCommand,
  files: readonly string[],
  listed: readonly CoverInvoice[] | null,
  demo: readonly string[],
  { streams, signal }: RunDependencies,
  onPrinted: () => Promise<void> = () => Promise.resolve(),
): Promise<ExitCode> => {
  const { language, quiet, out, perPage } = command;
  const samples = [...demo];
  const printed = withoutSamples(filesToPrint(files, signal), (source) => samples.push(source));
  const { pdf, items, missing } = await printInvoices(printed, perPage, listed);
  for (const source of samples) streams.note(`${source}: ${gateReasonTexts.demo[language]}`);
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
  await onPrinted();
  if (!quiet) streams.note(booksTexts.printed(items)[language]);
  return missing.length + samples.length === 0 ? 0 : 1;
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
  if (!command.cover) return printTo(command, files, null, [], dependencies);
  let printed: ExitCode = 0;
  const deliver: Deliver = async (read, { folder }) => {
    const ids: number[] = [];
    const rows = await folder.store.pages(read.flatMap(({ pageId }) => pageId ?? []));
    const demo = new Set(rows.filter(isDemo).map(({ id }) => id));
    const counts = createCountedOnce();
    const listed: CoverInvoice[] = [];
    const left = new Set<string>();
    for (const { page, pageId, sheet } of read) {
      if (pageId !== null && demo.has(pageId)) left.add(sheet.source);
      else if (page?.failure === null && page.invoice) {
        const { value: invoice, checks } = page.invoice;
        if (pageId !== null) ids.push(pageId);
        const { code, number } = invoice;
        listed.push({
          invoice,
          isCopy: !counts({ isInvoice: true, isAside: false, isDemo: false, code, number }),
          hasErrors: checks.some(
            (one) => one.level === 'error' && one.id !== 'duplicate' && isOpenFinding(one),
          ),
        });
      }
    }
    const kept = files.filter((file) => !left.has(file));
    const note = (): Promise<void> =>
      noteBooks(folder, new Map(ids.map((id) => [id, { kind: 'print' } as const])), localAuthor);
    printed = await printTo(command, kept, listed, [...left], dependencies, note);
    return [];
  };
  const ended = await dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
  return ended === 0 ? printed : ended;
};
