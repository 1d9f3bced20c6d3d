import { readFile } from 'node:fs/promises';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { coverSheet } from './cover-sheet.ts';
import { drawPages } from './draw-pages.ts';
import { printFiles, type Print, type PrintFile } from './print-files.ts';
import type { PerPage } from './slots.ts';
import { shippedFontFile } from '../../infra/shipped-font.ts';
import { readArchive } from '../../intake/archive.ts';
import { formatHeadBytes } from '../../intake/format.ts';
import { readFileHead, readHead, readWholeFile, type FileBytes } from '../../intake/read-file.ts';
import { isOfd } from '../../extract/document/ofd/package.ts';
import { printOnce, type FileToPrint } from './print-once.ts';

/** The files of a path; an archive gives the files in it. */
const filesOf = async (path: string): Promise<readonly FileToPrint[]> => {
  const head = await readFileHead(path);
  const format = head.ok ? head.value.format.kind : null;
  if (format !== 'archive') return [{ source: path, format, read: () => readWholeFile(path) }];
  const files: FileToPrint[] = [];
  for await (const item of readArchive(path)) {
    const source = item.name === '' ? path : `${path}/${item.name}`;
    const content = item.content.ok ? await archivedFile(item.content.value) : item.content;
    const read = () => Promise.resolve(content);
    files.push({ source, format: content.ok ? content.value.format.kind : null, read });
  }
  return files;
};

const archivedFile = async (bytes: Buffer<ArrayBuffer>): Promise<Result<FileBytes, Failure>> => {
  const head = readHead(bytes.subarray(0, formatHeadBytes), bytes.length);
  if (!head.ok) return head;
  const { format } = head.value;
  return success({
    format: format.kind === 'archive' && (await isOfd(bytes)) ? { kind: 'ofd' } : format,
    bytes,
  });
};

/**
 * The files of paths, one after the other, with archives unpacked. Of several files of one invoice, only the best
 * one.
 */
export async function* filesToPrint(
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<PrintFile> {
  const files: FileToPrint[] = [];
  for (const path of paths) {
    if (signal.aborted) return;
    files.push(...(await filesOf(path)));
  }
  for (const { source, read } of await printOnce(files)) {
    if (signal.aborted) return;
    yield { source, content: await read() };
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
