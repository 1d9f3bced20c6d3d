import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { refusal } from '../refusal.ts';
import { openSharp } from './open-sharp.ts';

/** Pixels in three channels (red, green, blue), eight bits each, rows from the top. */
export type RgbPixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** A picture as it is read: its pixels, and its own size, which is larger if it was scaled down to limit memory. */
export type OpenedPicture = {
  readonly raster: RgbPixels;
  readonly width: number;
  readonly height: number;
};

/** Pixels that are held. A page of A4 at 400 dpi has 15 million. */
const mostHeld = 16_000_000;

/** sharp can't read BMP, but the canvas can. */
const pngOfBmp = async (bytes: Buffer): Promise<Buffer> => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  return canvas.encode('png');
};

const isBmp = (bytes: Buffer): boolean => bytes.length > 26 && bytes.toString('latin1', 0, 2) === 'BM';

/** Pixels of a BMP, which is held at four bytes a pixel, more than once. */
const mostInBmp = 40_000_000;

/**
 * Decodes a picture (jpg, png, bmp and whatever sharp reads) to three channels, upright by its EXIF orientation.
 * Transparent parts become white.
 */
export const openRgb = async (read: Buffer): Promise<Result<OpenedPicture, Failure>> => {
  try {
    if (isBmp(read) && Math.abs(read.readInt32LE(18) * read.readInt32LE(22)) > mostInBmp)
      return failed(refusal('too-many-pixels'));
    const picture = await openSharp(isBmp(read) ? await pngOfBmp(read) : read);
    const { width, height } = (await picture.metadata()).autoOrient;
    const scale = Math.min(1, Math.sqrt(mostHeld / (width * height)));
    const upright = picture.autoOrient().flatten({ background: '#ffffff' });
    const { data, info } = await (
      scale < 1 ? upright.resize({ width: Math.max(1, Math.floor(width * scale)) }) : upright
    )
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return success({
      raster: {
        data: info.channels === 3 ? data : threeChannels(data, info.channels),
        width: info.width,
        height: info.height,
      },
      width,
      height,
    });
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

const threeChannels = (data: Buffer, channels: number): Uint8Array => {
  const pixels = data.length / channels;
  const out = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      out[pixel * 3 + channel] = data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0;
  return out;
};
