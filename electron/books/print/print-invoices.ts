import type { InvoiceExtraction } from '../../../shared/invoice/extraction.ts';
import { type Result, success } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { documentReaderOf } from '../../extract/document/document-readers.ts';
import {
  type FileBytes,
  type TakenFormat,
  readFileHead,
  readHead,
  readWholeFile,
} from '../../intake/read-file.ts';
import { haveSameNumber } from '../../pipeline/digital-intake.ts';
import { readFile } from 'node:fs/promises';
import { booksTexts } from '../../../shared/texts/books.ts';
import { coverSheet, type CoverInvoice } from './cover-sheet.ts';
import { drawPages } from './draw-pages.ts';
import { printFiles, type Print, type PrintFile } from './print-files.ts';
import type { PerPage } from './slots.ts';
import { shippedFontFile } from '../../infra/canvas-fonts.ts';
import { readArchive } from '../../intake/archive.ts';
import { formatHeadBytes } from '../../intake/format.ts';
import { isOfd } from '../../extract/document/ofd/package.ts';

/** A file to print, whose bytes are read when they are needed. */
type FileToPrint = {
  readonly source: string;
  /** Null if the file can't be read. */
  readonly format: TakenFormat['kind'] | null;
  readonly read: () => Promise<Result<FileBytes, Failure>>;
};

/**
 * Formats of one invoice's renditions, the best on paper first: a PDF keeps the issuer's page, an OFD is drawn
 * from its page, and an XML has only data.
 */
const renditionFormats = ['pdf', 'ofd', 'xml'] as const;
type RenditionFormat = (typeof renditionFormats)[number];

const renditionFormat = ({ format }: FileToPrint): RenditionFormat | null =>
  renditionFormats.find((one) => one === format) ?? null;

type Identity = Pick<InvoiceExtraction['invoice'], 'code' | 'number'>;
type Rendition = {
  readonly index: number;
  readonly format: RenditionFormat;
  readonly invoices: readonly Identity[];
};

/** The invoices in a file's data; empty if it has none. */
const invoicesIn = async (file: FileToPrint): Promise<readonly Identity[]> => {
  const content = await file.read();
  const reader = content.ok ? documentReaderOf(content.value) : null;
  if (!content.ok || !reader) return [];
  const { bytes } = content.value;
  const read = await reader.extract({ bytes, password: null }, new AbortController().signal);
  return read.ok ? read.value.extractions.map(({ invoice }) => invoice) : [];
};

/** The renditions that are printed instead of a file: better ones that together have all its invoices. */
const betterOnes = (file: Rendition, printed: readonly Rendition[]): readonly Rendition[] | null => {
  const better = file.invoices.map((invoice) =>
    printed.find(
      (other) => other.format !== file.format && other.invoices.some((each) => haveSameNumber(each, invoice)),
    ),
  );
  return better.length > 0 && better.every((one) => one !== undefined) ? better : null;
};

/**
 * Keeps one of an invoice's PDF, OFD and XML for printing, at the position of the first. Two files of one
 * format are both printed, because they are two documents.
 */
const printOnce = async (files: readonly FileToPrint[]): Promise<readonly FileToPrint[]> => {
  // Files of one format are never renditions of each other, so they need not be read.
  if (new Set(files.map(renditionFormat).filter((format) => format !== null)).size < 2) return files;
  const renditions: Rendition[] = [];
  for (const [index, file] of files.entries()) {
    const format = renditionFormat(file);
    if (format) renditions.push({ index, format, invoices: await invoicesIn(file) });
  }
  const places = files.map((_, index) => index);
  const left = new Set<number>();
  const printed: Rendition[] = [];
  for (const format of renditionFormats)
    for (const rendition of renditions.filter((one) => one.format === format)) {
      const better = betterOnes(rendition, printed);
      if (better === null) {
        printed.push(rendition);
        continue;
      }
      left.add(rendition.index);
      for (const { index } of better) places[index] = Math.min(places[index] ?? index, rendition.index);
    }
  return files
    .map((file, index) => ({ file, index, place: places[index] ?? index }))
    .filter(({ index }) => !left.has(index))
    .toSorted((one, other) => one.place - other.place || one.index - other.index)
    .map(({ file }) => file);
};

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
  listed: readonly CoverInvoice[] | null,
): Promise<Print> => {
  const cover =
    listed && (await coverSheet(listed, await readFile(shippedFontFile()), booksTexts.coverTitle.zh));
  return printFiles(files, perPage, drawPages, cover);
};
