import type { ImageEncoding } from '../../shared/services/service.ts';
import { oneByOne } from './held-bytes.ts';
import { openSharp } from '../formats/pictures/open-sharp.ts';

/** Longest side of a thumbnail in pixels. */
const thumbnailSide = 320;

const fromBmp = async (bytes: Buffer): Promise<Buffer> => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const scale = Math.min(1, thumbnailSide / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = createCanvas(width ?? 1, height ?? 1);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return await canvas.encode('webp', 80);
};

/** A small WebP of a prepared picture for the list; null if it can't be decoded. */
export const makeThumbnail = async (bytes: Buffer, encoding: ImageEncoding): Promise<Buffer | null> => {
  try {
    if (encoding === 'bmp') return await fromBmp(bytes);
    const picture = await openSharp(bytes);
    return await oneByOne(await picture.metadata(), () =>
      picture
        .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
  } catch {
    return null;
  }
};
