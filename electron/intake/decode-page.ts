import type { Sharp } from 'sharp';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { readBmp } from './bmp.ts';
import { readHeic } from './heic.ts';
import type { TakenFormat } from './read-file.ts';
import { mostPixels } from './held-bytes.ts';
import { maxPixelsInBmp, maxPixelsInHeic } from './limits.ts';
import { loadSharp, openSharp } from '../formats/pictures/open-sharp.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';
import { refusal } from '../formats/refusal.ts';
import { tiffPages } from './tiff-pages.ts';
import { maxPages } from '../formats/limits.ts';

/** A decoded page of a picture, upright. */
type DecodedPage = {
  readonly pixels: PagePixels;
  /** Size of the page; larger than `pixels` if the picture was scaled down to limit memory. */
  readonly width: number;
  readonly height: number;
  /** Whether the EXIF orientation required a turn. */
  readonly turnedUpright: boolean;
};

/** Limit of bytes held for one picture. A larger picture is scaled down. */
const maxHeldBytes = 120_000_000;

const sharpRefusal = (error: unknown): Failure => {
  const detail = error instanceof Error ? error.message : null;
  return refusal(detail?.includes('pixel limit') ? 'too-many-pixels' : 'damaged', detail);
};

const greySpaces = new Set(['b-w', 'grey16']);

type Size = { readonly width: number; readonly height: number };

const scaledToHold = (picture: Sharp, { width, height }: Size, channels: number, most: number): Sharp => {
  const scale = Math.sqrt(most / (width * height * channels));
  return scale < 1 ? picture.resize({ width: Math.floor(width * scale) }) : picture;
};

const tooManyPixels = ({ width, height }: Size, most: number): Failure | null =>
  width * height > most ? refusal('too-many-pixels', `${width} × ${height}`) : null;

const decodeBySharp = async (
  bytes: Buffer,
  directory: number,
  most: number,
): Promise<Result<DecodedPage, Failure>> => {
  try {
    const picture = await openSharp(bytes, { page: directory });
    const known = await picture.metadata();
    const { autoOrient, space, orientation = 1 } = known;
    const refused = tooManyPixels(autoOrient, mostPixels(known));
    if (refused) return failed(refused);
    const grey = greySpaces.has(space);
    const upright = picture.autoOrient().flatten({ background: '#ffffff' });
    const { data, info } = await scaledToHold(upright, autoOrient, grey ? 1 : 3, most)
      .toColourspace(grey ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const channels = info.channels === 1 ? 1 : info.channels === 4 ? 4 : 3;
    return success({
      pixels: { data, width, height, channels },
      ...autoOrient,
      turnedUpright: orientation > 1,
    });
  } catch (error) {
    return failed(sharpRefusal(error));
  }
};

/** sharp can't read BMP, but the canvas can. */
const decodeBmp = async (bytes: Buffer): Promise<Result<DecodedPage, Failure>> => {
  const size = readBmp(bytes);
  if (!size) return failed(refusal('damaged'));
  const refused = tooManyPixels(size, maxPixelsInBmp);
  if (refused) return failed(refused);
  try {
    const { createCanvas, loadImage } = await import('@napi-rs/canvas');
    const image = await loadImage(bytes);
    const { width, height } = image;
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    // Some BMPs have a fourth channel without data.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0);
    const pixels = { data: Buffer.from(canvas.data()), width, height, channels: 4 } as const;
    return success({ pixels, width, height, turnedUpright: false });
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** sharp has no decoder for HEIC, the default of phones. */
const decodeHeic = async (bytes: Buffer, most: number): Promise<Result<DecodedPage, Failure>> => {
  try {
    const read = await readHeic(bytes);
    if (read.kind === 'unreadable') return failed(refusal('heic'));
    if (read.kind === 'too-many-pixels')
      return failed(refusal('too-many-pixels', `${read.width} × ${read.height}`));
    const { data, width, height } = read.pixels;
    if (data.length <= most)
      return success({ pixels: { data, width, height, channels: 3 }, width, height, turnedUpright: false });
    const sharp = await loadSharp();
    const whole = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: maxPixelsInHeic });
    const scaled = scaledToHold(whole, { width, height }, 3, most);
    const made = await scaled.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const pixels = {
      data: made.data,
      width: made.info.width,
      height: made.info.height,
      channels: 3,
    } as const;
    return success({ pixels, width, height, turnedUpright: false });
  } catch (error) {
    return failed(refusal('heic', error instanceof Error ? error.message : null));
  }
};

/** The directories of a picture's pages, counted from 0. Every format except TIFF has only the first. */
export const picturePages = (bytes: Buffer, format: TakenFormat): Result<readonly number[], Failure> => {
  if (format.kind !== 'convertible' || format.name !== 'tiff') return success([0]);
  const pages = tiffPages(bytes, maxPages);
  if (!pages) return failed(refusal('damaged'));
  return pages.length > maxPages ? failed(refusal('too-many-pages', `> ${maxPages}`)) : success(pages);
};

/**
 * @param page from 1
 * @param most limit of bytes held; a larger picture is scaled down
 */
export const decodePage = async (
  bytes: Buffer,
  format: TakenFormat,
  page: number,
  most: number = maxHeldBytes,
): Promise<Result<DecodedPage, Failure>> => {
  if (format.kind === 'picture' && format.encoding === 'bmp') return decodeBmp(bytes);
  if (format.kind === 'convertible' && format.name === 'heic') return decodeHeic(bytes, most);
  const pages = picturePages(bytes, format);
  if (!pages.ok) return pages;
  const directory = pages.value[page - 1];
  return directory === undefined ? failed(refusal('missing')) : decodeBySharp(bytes, directory, most);
};
