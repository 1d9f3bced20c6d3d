import type { PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';

/** A picture decoded by the library (ImageKind: 1 bit grey, RGB, RGBA). */
const decodedSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  kind: z.literal([1, 2, 3]),
  data: z.union([z.instanceof(Uint8Array), z.instanceof(Uint8ClampedArray)]),
});
type Decoded = z.infer<typeof decodedSchema>;

/** Black and white from one bit per pixel: 1 is white, rows padded to whole bytes. */
const greyFromBits = ({ data, width, height }: Decoded): PagePixels => {
  const rowBytes = (width + 7) >> 3;
  const grey = Buffer.allocUnsafe(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      grey[y * width + x] = bit * 255;
    }
  return { data: grey, width, height, channels: 1 };
};

const isOpaque = ({ data }: Decoded): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
};

/** Null if the picture is transparent or has less data than its size requires. */
const pixelsFrom = (decoded: Decoded): PagePixels | null => {
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
export const paintedPixels = async (page: PDFPageProxy, name: string): Promise<PagePixels | null> => {
  const isShared = name.startsWith('g_');
  const objects = isShared ? page.commonObjs : page.objs;
  const found = await new Promise<unknown>((resolve) => {
    objects.get(name, resolve, () => resolve(null));
  });
  const decoded = decodedSchema.safeParse(found);
  const pixels = decoded.success ? pixelsFrom(decoded.data) : null;
  // The library keeps a picture that several pages paint: masks of this page must not appear on the next.
  return pixels && isShared ? { ...pixels, data: Buffer.from(pixels.data) } : pixels;
};
