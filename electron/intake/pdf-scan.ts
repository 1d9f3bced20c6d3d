import type { PDFPageProxy } from 'pdfjs-dist';
import { compose, identity, type Transform } from '../../shared/geometry.ts';
import { isUntreated, type Change, type Treatment, type Turn } from '../../shared/preparation.ts';
import { makePicture, type PictureSource } from './make-picture.ts';
import { openSharp } from './open-sharp.ts';
import type { PagePixels } from './page-pixels.ts';
import type { PreparedPicture } from './page-request.ts';
import { soleJpegOf } from './pdf-page-image.ts';
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

/**
 * Whether a page shows one picture from edge to edge and nothing else that is seen. The text that a scanner's own
 * recognition lays under it is invisible (rendering mode 3).
 */
const isOnePicture = async (page: PDFPageProxy): Promise<boolean> => {
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
  let pictures = 0;
  for (const [index, operation] of fnArray.entries()) {
    const parameters: unknown = argsArray[index];
    if (operation === OPS.save) saved.push(current);
    else if (operation === OPS.restore) current = saved.pop() ?? identity;
    else if (operation === OPS.setTextRenderingMode) textMode = Array.isArray(parameters) ? parameters[0] : 0;
    else if (operation === OPS.transform && isMatrix(parameters)) {
      const [a, b, c, d, e, f] = parameters;
      current = compose({ a, b, c, d, e, f }, current);
    } else if (operation === OPS.paintImageXObject) {
      pictures += 1;
      if (!fillsPage(current, page.view)) return false;
    } else if (operation === OPS.showText && textMode === 3) continue;
    else if (!unseen.has(operation)) return false;
  }
  return pictures === 1;
};

/** A PDF's own rotation, in quarter turns clockwise. */
const rotationOf = ({ rotate }: PDFPageProxy): Turn => {
  const turned = ((rotate % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
};

/** The pixels of a scan turned as the page says. An EXIF orientation means nothing inside a PDF. */
const pixelsOf = async (jpeg: Buffer, rotation: Turn): Promise<PagePixels | null> => {
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
  const prepared = await prepareSendable(jpeg, 'jpg');
  if (!prepared.ok || prepared.value === 'has-to-be-made') return null;
  const { sent, bytes, preparation } = prepared.value;
  const { originalSha256, originalBytes, pageCount, format, page } = common;
  return {
    originalSha256,
    originalBytes,
    pageCount,
    sent,
    bytes: Buffer.from(bytes),
    preparation: { ...preparation, format, page, changes: [takenOut] },
  };
};

/**
 * Takes the picture of a scanned page out of its PDF, as it was scanned: byte for byte where nothing has to be done
 * to it. Null for every page that is anything else, which is rendered.
 */
export const takeOutScan = async (
  page: PDFPageProxy,
  raw: Buffer,
  common: Common,
  treatment: Treatment,
): Promise<PreparedPicture | null> => {
  const jpeg = page.ref ? soleJpegOf(raw, page.ref.num) : null;
  if (!jpeg || !(await isOnePicture(page))) return null;
  const rotation = rotationOf(page);
  const whole = rotation === 0 && isUntreated(treatment) ? await asItIs(jpeg, common) : null;
  if (whole) return whole;
  const pixels = await pixelsOf(jpeg, rotation);
  if (!pixels) return null;
  return makePicture({ ...common, pixels, full: pixels, lossy: true, changes: [takenOut] }, treatment);
};
