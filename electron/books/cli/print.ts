import { resolve } from 'node:path';
import { isDemo, isSample } from '../../../shared/books/gate.ts';
import { createCountedOnce, isInvoiceShown } from '../../../shared/invoice/counted-once.ts';
import { hasOpenErrors } from '../../export/rows.ts';
import { undrawnIn, type CoverInvoice } from '../print/cover-sheet.ts';
import type { PrintFile } from '../print/print-files.ts';
import { describeFailure } from '../../../shared/services/catalogue.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { gateReasonTexts } from '../../../shared/texts/books-reasons.ts';
import { localAuthor } from '../../../shared/review/event.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { digestOfArchive } from '../archive/check-archive.ts';
import { resolveCertain, withReserved } from '../book-files.ts';
import { takenLine } from '../books-failures.ts';
import { printChanges, reservePrint } from '../print/reserve-print.ts';
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

/** What the ledger keeps of a print. */
type Keep = {
  /** Just before the file is written. */
  readonly note: (pdf: Uint8Array, missing: ReadonlySet<string>) => Promise<void>;
  /** The file is written. */
  readonly written: () => Promise<unknown>;
};

const keepNothing: Keep = { note: () => Promise.resolve(), written: () => Promise.resolve() };

const printTo = async (
  command: PrintCommand,
  files: readonly string[],
  listed: readonly CoverInvoice[] | null,
  known: ReadonlySet<string>,
  { streams, signal }: RunDependencies,
  keep: Keep = keepNothing,
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
  await keep.note(pdf, new Set(missing.map(({ source }) => source)));
  const written = await writeFileWhole(out, pdf);
  if (!written.ok) {
    streams.note(`${out}: ${commandFailureLine(written.failure, language)}`);
    return 1;
  }
  const undrawn = undrawnIn(listed ?? []);
  if (undrawn.length > 0) streams.note(booksTexts.undrawn(undrawn.join(''))[language]);
  await keep.written();
  if (!quiet) streams.note(booksTexts.printed(items)[language]);
  return missing.length + demo.size === 0 ? 0 : 1;
};

/** `vouch print`: needs no ledger and no account. For a cover sheet it extracts the listed data first. */
export const runPrint = async (command: PrintCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, now, streams } = dependencies;
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
    const { store } = folder;
    const target = resolve(command.out);
    await resolveCertain(store, { by: localAuthor, now: now() }, digestOfArchive, ['print']);
    const own = rows.filter(({ id }) => ids.has(id));
    const reserved = await reservePrint(store, own, { by: localAuthor, target });
    if (!reserved.ok) {
      printed = 1;
      const { failure } = reserved;
      const meanwhile = { reason: 'changed-meanwhile', by: failure.by, at: null, file: null } as const;
      return [takenLine('theirs' in failure ? meanwhile : failure, command.language)];
    }
    const print = async ({ note, written, dropped }: typeof reserved.value): Promise<readonly string[]> => {
      printed = await printTo(command, files, listed, left, dependencies, {
        note: (pdf, missing) => {
          const onPaper = [...ids].flatMap(([id, source]) => (missing.has(source) ? [] : [id]));
          return note({ target, digest: sha256Of(pdf), changes: printChanges(onPaper) });
        },
        written,
      });
      // Nothing, if it is written.
      await dropped();
      return [];
    };
    return withReserved(reserved.value, print, (taken) => {
      printed = 1;
      return [takenLine(taken, command.language)];
    });
  };
  const ended = await dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
  return ended === 0 ? printed : ended;
};
