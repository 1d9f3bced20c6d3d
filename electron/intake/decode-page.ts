import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { heif_image_handle, MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { boundedPicture } from '../formats/pictures/bounded-picture.ts';
import { maxHeicBytes, maxPixelsInHeic, maxPixelsInBmp } from './limits.ts';
import {
  firstDirectory,
  tiffDirectoryAt,
  tiffLayoutOf,
  tiffPixelShape,
  uint16At,
  uint32At,
  type TiffDirectory,
  type TiffLayout,
} from '../formats/pictures/tiff-tags.ts';
import type { Sharp } from 'sharp';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { readBmp } from './bmp.ts';
import type { TakenFormat } from './read-file.ts';
import { mostPixels } from './held-bytes.ts';
import { loadSharp, openSharp } from '../formats/pictures/open-sharp.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';
import { refusal } from '../formats/refusal.ts';
import { tooManyPixels } from '../formats/too-many-pixels.ts';
import { maxPages } from '../formats/limits.ts';

/** The photo of a HEIC, upright: rows of three bytes per pixel. */
type HeicPixels = { readonly data: Buffer; readonly width: number; readonly height: number };

type HeicRead =
  | { readonly kind: 'pixels'; readonly pixels: HeicPixels }
  | { readonly kind: 'too-many-pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'unreadable' };

/**
 * A new instance for each photo: its memory never shrinks, and a hostile photo leaves nothing for the next.
 * The library is a separate file, which anyone can replace (LGPL).
 */
const startLibrary = async (): Promise<MainModule> => {
  const path = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  const { default: start } = await import('libheif-js/libheif-wasm/libheif.js');
  return start({ wasmBinary: await readFile(path), print: () => {}, printErr: () => {} });
};

/** The library's limits: a 32-bit version, then 64-bit figures. Source: heif_security.h of libheif 1.23. */
const limitsAt = { pixels: 8, block: 40, total: 64 } as const;

/** The frames of a photo may differ from its declared size, so the library must refuse before it allocates. */
const setLimits = (library: MainModule): void => {
  const memory: unknown = library.HEAPU8;
  if (!(memory instanceof Uint8Array)) throw new Error('The HEIC library exposes no memory');
  // oxlint-disable-next-line no-underscore-dangle -- the library's own name
  const view = new DataView(memory.buffer, library._heif_get_global_security_limits(), 72);
  view.setBigUint64(limitsAt.pixels, BigInt(maxPixelsInHeic), true);
  view.setBigUint64(limitsAt.block, BigInt(maxHeicBytes), true);
  view.setBigUint64(limitsAt.total, BigInt(maxHeicBytes), true);
};

/** The library returns an error instead of a handle. */
const isHandle = (value: unknown): value is heif_image_handle =>
  typeof value === 'object' && value !== null && !('code' in value);

/** A plane of the library's memory. */
type Plane = {
  readonly data: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
};

const isPlane = (value: unknown): value is Plane =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  value.data instanceof Uint8Array &&
  ['stride', 'width', 'height'].every((name) => Number.isInteger(Reflect.get(value, name)));

const planeOf = (decoded: unknown): Plane | null => {
  if (typeof decoded !== 'object' || decoded === null || !('channels' in decoded)) return null;
  const [plane]: unknown[] = Array.isArray(decoded.channels) ? decoded.channels : [];
  return isPlane(plane) && plane.data.length >= plane.stride * (plane.height - 1) + plane.width * 3
    ? plane
    : null;
};

/** Copies the rows without their padding. */
const packed = ({ data, stride, width, height }: Plane): Buffer => {
  const out = Buffer.allocUnsafe(width * height * 3);
  for (let row = 0; row < height; row += 1)
    out.set(data.subarray(row * stride, row * stride + width * 3), row * width * 3);
  return out;
};

/** Decodes the main photo of a HEIC. Its turns and mirrors are applied. */
const readHeic = async (bytes: Buffer): Promise<HeicRead> => {
  const library = await startLibrary();
  setLimits(library);
  const context = library.heif_context_alloc();
  if (!context) throw new Error('The HEIC library returned no context');
  library.heif_context_read_from_memory(context, boundedPicture(bytes).bytes);
  const handle: unknown = library.heif_js_context_get_primary_image_handle(context);
  if (!isHandle(handle)) return { kind: 'unreadable' };
  const width = library.heif_image_handle_get_width(handle);
  const height = library.heif_image_handle_get_height(handle);
  if (width * height > maxPixelsInHeic) return { kind: 'too-many-pixels', width, height };
  const plane = planeOf(
    await library.heif_js_decode_image2(
      handle,
      library.heif_colorspace.heif_colorspace_RGB,
      library.heif_chroma.heif_chroma_interleaved_RGB,
    ),
  );
  if (!plane) return { kind: 'unreadable' };
  return { kind: 'pixels', pixels: { data: packed(plane), width: plane.width, height: plane.height } };
};

const newSubfileType = 254;
/** Bits of NewSubfileType: a reduced version of another page, a transparency mask. */
const reduced = 1;
const mask = 4;

/** Whether a directory is a page, and not a part of one. */
const isPageAt = (bytes: Buffer, { first, end }: TiffDirectory, layout: TiffLayout): boolean => {
  let isPage = true;
  for (let entry = first; entry < end; entry += layout.entryBytes) {
    const tag = uint16At(bytes, entry, layout);
    // Tags are in ascending order.
    if (tag > newSubfileType) break;
    const value = uint32At(bytes, entry + (layout.big ? 12 : 8), layout);
    if (tag === newSubfileType) isPage = (value & (reduced | mask)) === 0;
  }
  return isPage;
};

/**
 * The directories of a TIFF that are pages, counted from 0, without thumbnails and masks. A file with only
 * those gives its first one. Null if the chain of directories leaves the file or contains a cycle.
 * @param most limit of directories to follow; the list is longer if there are more
 */
const tiffPages = (bytes: Buffer, most: number): readonly number[] | null => {
  if (bytes.length < 16) return null;
  const layout = tiffLayoutOf(bytes);
  const seen = new Set<number>();
  const pages: number[] = [];
  let at = firstDirectory(bytes, layout);
  while (at !== 0) {
    // A chain of millions of thumbnails is not a document either.
    if (seen.has(at) || seen.size > 4 * most) return null;
    const directory = tiffDirectoryAt(bytes, at, layout);
    if (!directory) return null;
    if (isPageAt(bytes, directory, layout)) pages.push(seen.size);
    seen.add(at);
    if (pages.length > most) return pages;
    at = directory.next;
  }
  if (seen.size === 0) return null;
  return pages.length === 0 ? [0] : pages;
};

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

/** Scales a picture down to what may be held. Its sides keep the proportions of `wanted`. */
const scaledToHold = (picture: Sharp, own: Size, channels: number, most: number, wanted = own): Sharp => {
  const { width, height } = wanted;
  const scale = Math.min(1, Math.sqrt(most / (width * height * channels)));
  if (scale === 1 && width === own.width && height === own.height) return picture;
  const sized = { width: Math.floor(width * scale), height: Math.max(1, Math.floor(height * scale)) };
  return picture.resize({ ...sized, fit: 'fill' });
};

/** The size of a picture once its pixels are square. Its smaller side grows, so that no detail is lost. */
const squared = ({ width, height }: Size, shape: number): Size =>
  shape >= 1 ? { width, height: Math.round(height * shape) } : { width: Math.round(width / shape), height };

const decodeBySharp = async (
  bytes: Buffer,
  directory: number,
  most: number,
): Promise<Result<DecodedPage, Failure>> => {
  try {
    const picture = await openSharp(bytes, { page: directory });
    const known = await picture.metadata();
    const { autoOrient, space, orientation = 1 } = known;
    const limit = mostPixels(known);
    const refused = tooManyPixels(autoOrient, limit);
    if (refused) return failed(refused);
    const grey = greySpaces.has(space);
    const shape = known.format === 'tiff' ? tiffPixelShape(bytes, directory) : 1;
    // The orientations from 5 on swap the sides.
    const square = squared(autoOrient, orientation >= 5 ? 1 / shape : shape);
    const size = tooManyPixels(square, limit) ? autoOrient : square;
    const upright = picture.autoOrient().flatten({ background: '#ffffff' });
    const { data, info } = await scaledToHold(upright, autoOrient, grey ? 1 : 3, most, size)
      .toColourspace(grey ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const channels = info.channels === 1 ? 1 : info.channels === 4 ? 4 : 3;
    return success({
      pixels: { data, width, height, channels },
      ...size,
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
      return failed(tooManyPixels(read, maxPixelsInHeic) ?? refusal('too-many-pixels'));
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
