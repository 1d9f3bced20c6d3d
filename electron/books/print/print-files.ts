import type { PDFDocument } from '@cantoo/pdf-lib';
import type { FileBytes } from '../../intake/read-file.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { composeSheets, newPdf, savePdf } from './compose.ts';
import { pdfItems } from './pdf-items.ts';
import { pictureItems } from './picture-items.ts';
import type { PrintItem } from './print-item.ts';
import type { PerPage } from './slots.ts';

/** A file to print, or the reason why it can't be read. */
export type PrintFile = { readonly source: string; readonly content: Result<FileBytes, Failure> };

/** A file missing from the print, with the reason. */
type NotPrinted = { readonly source: string; readonly failure: Failure };

/** Draws the pages of a file that can't be embedded: as pictures, or as one PDF. */
type DrawPages = (file: FileBytes) => Promise<Result<readonly FileBytes[], Failure>>;

export type Print = {
  /** Null if nothing could be printed. */
  readonly pdf: Uint8Array | null;
  /** Number of pages and pictures in it. */
  readonly items: number;
  readonly missing: readonly NotPrinted[];
};

const itemsOf = async (
  target: PDFDocument,
  file: FileBytes,
  drawPages: DrawPages,
): Promise<Result<readonly PrintItem[], Failure>> => {
  if (file.format.kind === 'picture' || file.format.kind === 'convertible') return pictureItems(target, file);
  if (file.format.kind === 'pdf') {
    try {
      return success(await pdfItems(target, file.bytes));
    } catch {
      // Falls back to drawing the file as pictures.
    }
  }
  const drawn = await drawPages(file);
  if (!drawn.ok) return drawn;
  const items: PrintItem[] = [];
  for (const page of drawn.value) {
    const made =
      page.format.kind === 'pdf'
        ? success(await pdfItems(target, page.bytes))
        : await pictureItems(target, page);
    if (!made.ok) return made;
    items.push(...made.value);
  }
  return success(items);
};

/**
 * Lays out files in order on sheets of A4, after an optional cover sheet. Files that can't be printed are
 * listed; all others are included.
 */
export const printFiles = async (
  files: AsyncIterable<PrintFile>,
  perPage: PerPage,
  drawPages: DrawPages,
  cover: Uint8Array | null,
): Promise<Print> => {
  const target = await newPdf();
  const items: PrintItem[] = [];
  const missing: NotPrinted[] = [];
  for await (const { source, content } of files) {
    const made = content.ok ? await itemsOf(target, content.value, drawPages) : failed(content.failure);
    if (made.ok) items.push(...made.value);
    else missing.push({ source, failure: made.failure });
  }
  if (items.length === 0) return { pdf: null, items: 0, missing };
  if (cover) composeSheets(target, await pdfItems(target, cover), 1);
  composeSheets(target, items, perPage);
  return { pdf: await savePdf(target), items: items.length, missing };
};
