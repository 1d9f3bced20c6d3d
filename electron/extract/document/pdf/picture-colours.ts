import { setTimeout as wait } from 'node:timers/promises';
import type { PDFPageProxy } from 'pdfjs-dist';
import {
  decodedImageSchema,
  stencilSchema,
  type DecodedImage,
  type Stencil,
} from '../../../formats/pdf/pdf-document.ts';
import { applyTransform, invert, type Transform } from '../../../../shared/geometry.ts';
import type { ColoursAt, Paint } from '../page-text/painted.ts';

const isInvertible = ({ a, b, c, d }: Transform): boolean => a * d - b * c !== 0;

/** The row or column of a pixel, from a fraction of the picture's size. */
const within = (value: number, size: number): number =>
  Math.min(size - 1, Math.max(0, Math.floor(value * size)));

const bitAt = ({ width, data }: Stencil, column: number, row: number): number =>
  ((data[row * ((width + 7) >> 3) + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;

/** Opaque where the stencil lets the colour through: its bits are 0 there. */
const opacityOf = (stencil: Stencil, matrix: Transform): ColoursAt => {
  if (!isInvertible(matrix)) return null;
  const back = invert(matrix);
  return (x, y) => {
    const place = applyTransform(back, x, y);
    const [column, row] = [within(place.x, stencil.width), within(1 - place.y, stencil.height)];
    return [0, 0, 0, bitAt(stencil, column, row) === 0 ? 255 : 0];
  };
};

const coloursOf = (image: DecodedImage, matrix: Transform): ColoursAt => {
  const { width, height, kind, data } = image;
  if (!isInvertible(matrix)) return null;
  const back = invert(matrix);
  return (x, y) => {
    const place = applyTransform(back, x, y);
    const [column, row] = [within(place.x, width), within(1 - place.y, height)];
    if (kind === 1) {
      const bit = bitAt(image, column, row);
      return [bit * 255, bit * 255, bit * 255, 255];
    }
    const channels = kind === 3 ? 4 : 3;
    const at = (row * width + column) * channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, kind === 3 ? (data[at + 3] ?? 0) : 255];
  };
};

/** A damaged picture may never arrive. */
const maxDecodeMs = 3000;

/** The library decodes a picture while it lists the page's operators. */
const decodedBy = async (page: PDFPageProxy, name: string): Promise<unknown> => {
  // The library's names of pictures that several pages share.
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  const decoded = new Promise<unknown>((resolve) => {
    objects.get(name, resolve);
  });
  return Promise.race([decoded, wait(maxDecodeMs, null, { ref: false })]);
};

/** Opens the pictures of these paints. */
export const openColours = async (
  page: PDFPageProxy,
  paints: readonly Paint[],
): Promise<ReadonlyMap<Paint, ColoursAt>> => {
  const opened = new Map<Paint, ColoursAt>();
  for (const paint of paints) {
    if (!paint.picture) continue;
    const { source, matrix, isStencil } = paint.picture;
    const found = typeof source === 'string' ? await decodedBy(page, source) : source;
    if (isStencil) {
      const stencil = stencilSchema.safeParse(found);
      opened.set(paint, stencil.success ? opacityOf(stencil.data, matrix) : null);
      continue;
    }
    const decoded = decodedImageSchema.safeParse(found);
    opened.set(paint, decoded.success ? coloursOf(decoded.data, matrix) : null);
  }
  return opened;
};
