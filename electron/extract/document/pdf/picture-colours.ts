import { setTimeout as wait } from 'node:timers/promises';
import type { PDFPageProxy } from 'pdfjs-dist';
import { decodedImageSchema, type DecodedImage } from '../../../formats/pdf/pdf-document.ts';
import { applyTransform, invert, type Transform } from '../../../../shared/geometry.ts';
import type { ColoursAt, Paint } from '../page-text/painted.ts';

const isInvertible = ({ a, b, c, d }: Transform): boolean => a * d - b * c !== 0;

/** The row or column of a pixel, from a fraction of the picture's size. */
const within = (value: number, size: number): number =>
  Math.min(size - 1, Math.max(0, Math.floor(value * size)));

const coloursOf = ({ width, height, kind, data }: DecodedImage, matrix: Transform): ColoursAt => {
  if (!isInvertible(matrix)) return null;
  const back = invert(matrix);
  return (x, y) => {
    const place = applyTransform(back, x, y);
    const [column, row] = [within(place.x, width), within(1 - place.y, height)];
    if (kind === 1) {
      const bit = ((data[row * ((width + 7) >> 3) + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
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
    const { source, matrix } = paint.picture;
    const decoded = decodedImageSchema.safeParse(
      typeof source === 'string' ? await decodedBy(page, source) : source,
    );
    opened.set(paint, decoded.success ? coloursOf(decoded.data, matrix) : null);
  }
  return opened;
};
