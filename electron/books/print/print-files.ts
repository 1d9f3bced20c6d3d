import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import { decodePage, picturePages } from '../../intake/decode-page.ts';
import { loadSharp, openSharp } from '../../formats/pictures/open-sharp.ts';
import type { FileBytes, TakenFormat } from '../../intake/read-file.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { PrintItem } from './print-item.ts';
import type { Matrix, QuarterTurn, PerPage } from './slots.ts';
import { composeSheets, newPdf, savePdf } from './compose.ts';
import { pdfItems } from './pdf-items.ts';

/** EXIF orientations that only turn: 6 is displayed turned clockwise by 90°. Mirrored ones are redrawn. */
const turnByOrientation: Readonly<Record<number, QuarterTurn>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

/** A picture fills the unit square: its matrix scales it to one point per pixel. */
const itemOf = ({ ref, width, height }: PDFImage, turn: QuarterTurn): PrintItem => {
  const matrix: Matrix = [width, 0, 0, height, 0, 0];
  return { box: { x: 0, y: 0, width, height }, turn, grows: true, placed: [{ ref, matrix }] };
};

/** Embeds a JPEG without compressing it again; null if the library does not support it. */
const jpegItem = async (target: PDFDocument, bytes: Buffer): Promise<PrintItem | null> => {
  try {
    const { orientation = 1 } = await (await openSharp(bytes)).metadata();
    const turn = turnByOrientation[orientation];
    return turn === undefined ? null : itemOf(await target.embedJpg(bytes), turn);
  } catch {
    return null;
  }
};

const redrawn = async (
  target: PDFDocument,
  bytes: Buffer,
  format: TakenFormat,
  page: number,
): Promise<Result<PrintItem, Failure>> => {
  const decoded = await decodePage(bytes, format, page);
  if (!decoded.ok) return decoded;
  const { data, width, height, channels } = decoded.value.pixels;
  const sharp = await loadSharp();
  const picture = sharp(data, { raw: { width, height, channels } });
  const png = await (channels === 4 ? picture.removeAlpha() : picture)
    .png({ compressionLevel: 6 })
    .toBuffer();
  return success(itemOf(await target.embedPng(png), 0));
};

/** The pages of a picture as items. A JPEG keeps its bytes; other formats keep their pixels. */
const pictureItems = async (
  target: PDFDocument,
  { bytes, format }: FileBytes,
): Promise<Result<readonly PrintItem[], Failure>> => {
  if (format.kind === 'picture' && format.encoding === 'jpg') {
    const item = await jpegItem(target, bytes);
    if (item) return success([item]);
  }
  const pages = picturePages(bytes, format);
  if (!pages.ok) return pages;
  const items: PrintItem[] = [];
  for (let page = 1; page <= pages.value.length; page += 1) {
    const item = await redrawn(target, bytes, format, page);
    if (!item.ok) return failed(item.failure);
    items.push(item.value);
  }
  return success(items);
};

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
