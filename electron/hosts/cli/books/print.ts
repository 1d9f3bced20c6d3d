import { readFile } from 'node:fs/promises';
import { describeFailure } from '../../../../shared/services/catalogue.ts';
import { success, failed } from '../../../../shared/result.ts';
import { booksTexts } from '../../../../shared/texts/books.ts';
import { coverSheet } from '../../../export/print/cover-sheet.ts';
import { drawPages } from '../../../export/print/draw-pages.ts';
import { printFiles, type PrintFile } from '../../../export/print/print-files.ts';
import { writeFileWhole } from '../../../export/write-file.ts';
import { shippedFontFile } from '../../../infra/shipped-font.ts';
import { readArchive } from '../../../intake/archive.ts';
import { expandPaths } from '../../../intake/expand-paths.ts';
import { readHead, readWholeFile } from '../../../intake/read-file.ts';
import { formatHeadBytes } from '../../../intake/format.ts';
import type { PrintCommand } from '../books-arguments.ts';
import { runCommand, type Deliver, type ExitCode, type RunDependencies } from '../run.ts';
import { checkOutput, readingOf } from './reading.ts';

/** The files of a path; an archive gives the files in it. */
async function* filesOf(path: string): AsyncGenerator<PrintFile> {
  const content = await readWholeFile(path);
  if (!content.ok || content.value.format.kind !== 'archive') {
    yield { source: path, content };
    return;
  }
  for await (const item of readArchive(path)) {
    const source = item.name === '' ? path : `${path}/${item.name}`;
    if (!item.content.ok) {
      yield { source, content: failed(item.content.failure) };
      continue;
    }
    const bytes = item.content.value;
    const head = readHead(bytes.subarray(0, formatHeadBytes), bytes.length);
    yield { source, content: head.ok ? success({ format: head.value.format, bytes }) : head };
  }
}

async function* allFiles(paths: readonly string[], signal: AbortSignal): AsyncGenerator<PrintFile> {
  for (const path of paths) {
    if (signal.aborted) return;
    yield* filesOf(path);
  }
}

const printTo = async (
  command: PrintCommand,
  files: readonly string[],
  cover: Uint8Array | null,
  { streams, signal }: RunDependencies,
): Promise<ExitCode> => {
  const { language, quiet, out, perPage } = command;
  const { pdf, items, missing } = await printFiles(allFiles(files, signal), perPage, drawPages, cover);
  for (const { source, failure } of missing) {
    const { message, remedy } = describeFailure('vat-invoice', failure, language);
    streams.note(`${source}: ${message}${language === 'zh' ? '。' : '. '}${remedy}`);
  }
  if (signal.aborted) return 1;
  if (!pdf) {
    streams.note(booksTexts.nothingToPrint[language]);
    return 1;
  }
  const written = await writeFileWhole(out, pdf);
  if (!written.ok) {
    streams.note(`${out}: ${written.failure.message[language]} ${written.failure.remedy[language]}`);
    return 1;
  }
  if (!quiet) streams.note(booksTexts.printed(items)[language]);
  return missing.length === 0 ? 0 : 1;
};

/**
 * `vouch print`: needs no ledger and no account. A cover sheet lists extracted data, so it extracts that
 * first.
 */
export const runPrint = async (command: PrintCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const { files } = await expandPaths(command.paths);
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
    const cover = await coverSheet(invoices, await readFile(shippedFontFile()), booksTexts.coverTitle.zh);
    printed = await printTo(command, files, cover, dependencies);
    return [];
  };
  const ended = await runCommand(readingOf(command.paths, command), { ...dependencies, deliver });
  return ended === 0 ? printed : ended;
};
