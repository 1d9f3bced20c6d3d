import type { PDFPageProxy } from 'pdfjs-dist';
import { isUntreated, type Change, type Treatment } from '../../shared/contract/preparation.ts';
import type { Turn } from '../../shared/page-geometry.ts';
import { mostPixels } from './held-bytes.ts';
import { makePicture, type PreparedSource } from './make-picture.ts';
import { loadSharp, openSharp } from '../formats/pictures/open-sharp.ts';
import { releasePixels, type PagePixels } from '../formats/pictures/page-pixels.ts';
import type { LendBytes } from './kept-pdf.ts';
import type { PreparedPicture } from './page-request.ts';
import { onePictureOf } from './pdf-one-picture.ts';
import { soleImageOf } from './pdf-page-image.ts';
import { showTheSame } from './same-picture.ts';
import { prepareSendable } from './sendable.ts';
import { decodedImageSchema, type DecodedImage } from '../formats/pdf/pdf-document.ts';

/** Black and white from one bit per pixel: 1 is white, rows padded to whole bytes. */
const greyFromBits = ({ data, width, height }: DecodedImage): PagePixels => {
  const rowBytes = (width + 7) >> 3;
  const grey = Buffer.allocUnsafe(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      grey[y * width + x] = bit * 255;
    }
  return { data: grey, width, height, channels: 1 };
};

const isOpaque = ({ data }: DecodedImage): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
};

/** Null if the picture is transparent or has less data than its size requires. */
const pixelsFrom = (decoded: DecodedImage): PagePixels | null => {
  const { data, width, height, kind } = decoded;
  const channels = kind === 3 ? 4 : 3;
  const wanted = kind === 1 ? ((width + 7) >> 3) * height : width * height * channels;
  if (data.length < wanted) return null;
  if (kind === 1) return greyFromBits(decoded);
  if (kind === 3 && !isOpaque(decoded)) return null;
  return { data: Buffer.from(data.buffer, data.byteOffset, wanted), width, height, channels };
};

/**
 * The pixels of a picture that a page paints, in any compression (fax, JBIG2, JPEG 2000, Flate), in the
 * resolution of the file. Null if the library could not decode it.
 */
const paintedPixels = async (page: PDFPageProxy, name: string): Promise<PagePixels | null> => {
  const isShared = name.startsWith('g_');
  const objects = isShared ? page.commonObjs : page.objs;
  const found = await new Promise<unknown>((resolve) => {
    objects.get(name, resolve, () => resolve(null));
  });
  const decoded = decodedImageSchema.safeParse(found);
  const pixels = decoded.success ? pixelsFrom(decoded.data) : null;
  // The library keeps a picture that several pages paint: masks of this page must not appear on the next.
  return pixels && isShared ? { ...pixels, data: Buffer.from(pixels.data) } : pixels;
};

type Common = Pick<PreparedSource, 'originalSha256' | 'originalBytes' | 'pageCount' | 'format' | 'page'>;

const scanExtracted: Change = { id: 'taken-out' };

/** A PDF's own rotation, in quarter turns clockwise. */
const rotationOf = ({ rotate }: PDFPageProxy): Turn => {
  const turned = ((rotate % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
};

/** The pixels of a JPEG. An EXIF orientation has no meaning inside a PDF. */
const pixelsOfJpeg = async (jpeg: Buffer): Promise<PagePixels | null> => {
  try {
    const picture = await openSharp(jpeg);
    const { space } = await picture.metadata();
    const { data, info } = await picture
      .toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
  } catch {
    return null;
  }
};

/** The scan's own bytes, if they can be sent unchanged. */
const asItIs = async (jpeg: Buffer<ArrayBuffer>, common: Common): Promise<PreparedPicture | null> => {
  const prepared = await prepareSendable(jpeg, 'jpg');
  if (!prepared.ok || prepared.value === 'has-to-be-made') return null;
  const { sent, bytes, preparation } = prepared.value;
  const { originalSha256, originalBytes, pageCount, format, page } = common;
  return {
    originalSha256,
    originalBytes,
    pageCount,
    sent,
    bytes,
    preparation: { ...preparation, format, page, changes: [scanExtracted] },
  };
};

const turnedPixels = async (pixels: PagePixels, rotation: Turn): Promise<PagePixels> => {
  if (rotation === 0) return pixels;
  const { data, width, height, channels } = pixels;
  const sharp = await loadSharp();
  const turned = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .rotate(rotation)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: turned.data, width: turned.info.width, height: turned.info.height, channels };
};

/** The picture, copied: it does not keep the whole file in memory. */
const copyOfSole = (
  raw: Buffer,
  pageObject: number,
): { readonly jpeg: Buffer<ArrayBuffer> | null } | null => {
  const image = soleImageOf(raw, pageObject);
  return image && { jpeg: image.jpeg && Buffer.from(image.jpeg) };
};

/**
 * The picture that fills the page, as the library decodes it, and the JPEG in the file that looks like the same picture.
 */
const findPainted = async (
  page: PDFPageProxy,
  lend: LendBytes,
): Promise<{ readonly painted: PagePixels; readonly found: Buffer<ArrayBuffer> | null } | null> => {
  const { ref } = page;
  const image = ref && (await lend((raw) => copyOfSole(raw, ref.num)));
  const name = image && (await onePictureOf(page));
  const painted = name === null ? null : await paintedPixels(page, name);
  return image && painted && { painted, found: image.jpeg };
};

/** Checked before decoding: another picture could need any amount of memory. */
const isAsLarge = async (jpeg: Buffer, { width, height }: PagePixels): Promise<boolean> => {
  try {
    const known = await (await openSharp(jpeg)).metadata();
    return known.width === width && known.height === height && width * height <= mostPixels(known);
  } catch {
    return false;
  }
};

type Scan = {
  /** Turned as the page shows them. */
  readonly pixels: PagePixels;
  /** The bytes of its JPEG, if found. */
  readonly jpeg: Buffer<ArrayBuffer> | null;
};

/**
 * The library's decoding is authoritative. A JPEG found by our own parser is only used if it shows the same:
 * it may belong to an earlier revision or to an attached PDF.
 */
const findScan = async (page: PDFPageProxy, lend: LendBytes): Promise<Scan | null> => {
  const found = await findPainted(page, lend);
  if (!found) return null;
  const { painted, found: candidate } = found;
  const decoded = candidate && (await isAsLarge(candidate, painted)) ? await pixelsOfJpeg(candidate) : null;
  const jpeg = decoded && showTheSame(decoded, painted) ? candidate : null;
  // libvips decodes a JPEG without further loss.
  return { pixels: await turnedPixels(jpeg && decoded ? decoded : painted, rotationOf(page)), jpeg };
};

/** The pixels of a scanned page in the resolution of the scan, upright; null for any other page. */
export const scanPixels = async (page: PDFPageProxy, lend: LendBytes): Promise<PagePixels | null> => {
  const scan = await findPainted(page, lend);
  page.cleanup();
  return scan && turnedPixels(scan.painted, rotationOf(page));
};

/**
 * Extracts the picture of a scanned page from its PDF: byte for byte if it is a JPEG that needs no change,
 * else its own pixels. Null for any other page, which is rendered.
 */
export const takeOutScan = async (
  page: PDFPageProxy,
  lend: LendBytes,
  common: Common,
  treatment: Treatment,
): Promise<PreparedPicture | null> => {
  const scan = await findScan(page, lend);
  if (!scan) return null;
  const { pixels, jpeg } = scan;
  try {
    if (jpeg && rotationOf(page) === 0 && isUntreated(treatment)) {
      const whole = await asItIs(jpeg, common);
      if (whole) return whole;
    }
    const source = { ...common, pixels, full: pixels, lossy: jpeg !== null, changes: [scanExtracted] };
    return await makePicture(source, treatment);
  } finally {
    // Otherwise the pixels belong to the library, which may paint them on the next page, too.
    if (jpeg) releasePixels(pixels);
  }
};
