import { readFile } from 'node:fs/promises';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { failed, success } from '../../../shared/result.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { coverSheet } from '../../export/print/cover-sheet.ts';
import { drawPages } from '../../export/print/draw-pages.ts';
import { printFiles, type Print, type PrintFile } from '../../export/print/print-files.ts';
import type { PerPage } from '../../export/print/slots.ts';
import { shippedFontFile } from '../../infra/shipped-font.ts';
import { readArchive } from '../../intake/archive.ts';
import { formatHeadBytes } from '../../intake/format.ts';
import { readHead, readWholeFile } from '../../intake/read-file.ts';

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

/** The files of paths, archives unpacked, one after the other. */
export async function* filesToPrint(
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<PrintFile> {
  for (const path of paths) {
    if (signal.aborted) return;
    yield* filesOf(path);
  }
}

/**
 * Lays out files on paper.
 * @param listed the invoices on a cover sheet; null for none
 */
export const printInvoices = async (
  files: AsyncIterable<PrintFile>,
  perPage: PerPage,
  listed: readonly Invoice[] | null,
): Promise<Print> => {
  const cover =
    listed && (await coverSheet(listed, await readFile(shippedFontFile()), booksTexts.coverTitle.zh));
  return printFiles(files, perPage, drawPages, cover);
};
