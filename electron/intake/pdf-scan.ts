import type { PDFPageProxy } from 'pdfjs-dist';
import { compose, identity, type Transform } from '../../shared/geometry.ts';
import { isUntreated, type Change, type Treatment, type Turn } from '../../shared/preparation.ts';
import { makePicture, type PictureSource } from './make-picture.ts';
import { loadSharp, openSharp } from './open-sharp.ts';
import type { PagePixels } from './page-pixels.ts';
import type { PreparedPicture } from './page-request.ts';
import { paintedPixels } from './pdf-painted.ts';
import { soleImageOf } from './pdf-page-image.ts';
import { prepareSendable } from './sendable.ts';

type Common = Pick<PictureSource, 'originalSha256' | 'originalBytes' | 'pageCount' | 'format' | 'page'>;

const takenOut: Change = { id: 'taken-out' };

/** A scanner's picture may leave this part of the paper's edge free. */
const edgeTolerance = 0.01;

const isMatrix = (value: unknown): value is readonly [number, number, number, number, number, number] =>
  Array.isArray(value) && value.length === 6 && value.every((part) => typeof part === 'number');

/** Whether the unit square, mapped so, is the page's box: upright, and from edge to edge. */
const fillsPage = ({ a, b, c, d, e, f }: Transform, view: readonly number[]): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const slack = edgeTolerance * Math.max(right - left, top - bottom);
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= slack;
  return (
    near(b, 0) && near(c, 0) && near(e, left) && near(f, bottom) && near(e + a, right) && near(f + d, top)
  );
};

const nameIn = (parameters: unknown): string | null => {
  const name: unknown = Array.isArray(parameters) ? parameters[0] : null;
  return typeof name === 'string' ? name : null;
};

/**
 * The library's name of the one picture that a page shows from edge to edge; null where anything else is seen. The
 * text that a scanner's own recognition lays under it is invisible (rendering mode 3).
 */
const onePictureOf = async (page: PDFPageProxy): Promise<string | null> => {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const unseen = new Set([
    OPS.dependency,
    OPS.beginMarkedContent,
    OPS.beginMarkedContentProps,
    OPS.endMarkedContent,
    OPS.beginText,
    OPS.endText,
    OPS.setFont,
    OPS.setTextMatrix,
    OPS.moveText,
    OPS.setLeading,
    OPS.setCharSpacing,
    OPS.setWordSpacing,
    OPS.setHScale,
    OPS.nextLine,
  ]);
  const saved: Transform[] = [];
  let current = identity;
  let textMode: unknown = 0;
  let picture: string | null = null;
  for (const [index, operation] of fnArray.entries()) {
    const parameters: unknown = argsArray[index];
    if (operation === OPS.save) saved.push(current);
    else if (operation === OPS.restore) current = saved.pop() ?? identity;
    else if (operation === OPS.setTextRenderingMode) textMode = Array.isArray(parameters) ? parameters[0] : 0;
    else if (operation === OPS.transform && isMatrix(parameters)) {
      const [a, b, c, d, e, f] = parameters;
      current = compose({ a, b, c, d, e, f }, current);
    } else if (operation === OPS.paintImageXObject) {
      if (picture !== null || !fillsPage(current, page.view)) return null;
      picture = nameIn(parameters);
    } else if (operation === OPS.showText && textMode === 3) continue;
    else if (!unseen.has(operation)) return null;
  }
  return picture;
};

/** A PDF's own rotation, in quarter turns clockwise. */
const rotationOf = ({ rotate }: PDFPageProxy): Turn => {
  const turned = ((rotate % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
};

/** The pixels of a JPEG turned as the page says. An EXIF orientation means nothing inside a PDF. */
const pixelsOfJpeg = async (jpeg: Buffer, rotation: Turn): Promise<PagePixels | null> => {
  try {
    const picture = await openSharp(jpeg);
    const { space } = await picture.metadata();
    const { data, info } = await picture
      .rotate(rotation)
      .toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
  } catch {
    return null;
  }
};

/** The scan's own bytes, where they can be sent as they are. */
const asItIs = async (jpeg: Buffer, common: Common): Promise<PreparedPicture | null> => {
  const prepared = await prepareSendable(Buffer.from(jpeg), 'jpg');
  if (!prepared.ok || prepared.value === 'has-to-be-made') return null;
  const { sent, bytes, preparation } = prepared.value;
  const { originalSha256, originalBytes, pageCount, format, page } = common;
  return {
    originalSha256,
    originalBytes,
    pageCount,
    sent,
    bytes,
    preparation: { ...preparation, format, page, changes: [takenOut] },
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

/** A JPEG is decoded by libvips, whose losses are the picture's own; all else by the library. */
const scanPixels = async (
  page: PDFPageProxy,
  name: string,
  jpeg: Buffer | null,
): Promise<{ readonly pixels: PagePixels; readonly lossy: boolean } | null> => {
  const rotation = rotationOf(page);
  const fromJpeg = jpeg && (await pixelsOfJpeg(jpeg, rotation));
  if (fromJpeg) return { pixels: fromJpeg, lossy: true };
  const painted = await paintedPixels(page, name);
  return painted && { pixels: await turnedPixels(painted, rotation), lossy: false };
};

/**
 * Takes the picture of a scanned page out of its PDF, as it was scanned: byte for byte where it is a JPEG and nothing
 * has to be done to it, else in its own pixels. Null for every page that is anything else, which is rendered.
 */
export const takeOutScan = async (
  page: PDFPageProxy,
  raw: Buffer,
  common: Common,
  treatment: Treatment,
): Promise<PreparedPicture | null> => {
  const image = page.ref ? soleImageOf(raw, page.ref.num) : null;
  const name = image && (await onePictureOf(page));
  if (!image || name === null) return null;
  const { jpeg } = image;
  if (jpeg && rotationOf(page) === 0 && isUntreated(treatment)) {
    const whole = await asItIs(jpeg, common);
    if (whole) return whole;
  }
  const scan = await scanPixels(page, name, jpeg);
  if (!scan) return null;
  const { pixels, lossy } = scan;
  return makePicture({ ...common, pixels, full: pixels, lossy, changes: [takenOut] }, treatment);
};
