import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import { decodePage, picturePages } from '../../intake/decode-page.ts';
import { loadSharp, openSharp } from '../../formats/pictures/open-sharp.ts';
import type { FileBytes, TakenFormat } from '../../intake/read-file.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { PrintItem } from './print-item.ts';
import type { Matrix, QuarterTurn } from './slots.ts';

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
export const pictureItems = async (
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
