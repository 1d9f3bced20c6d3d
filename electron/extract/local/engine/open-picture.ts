import { readFile } from 'node:fs/promises';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { bufferOver } from '../../../infra/bytes.ts';
import { openSharp } from '../../../formats/pictures/open-sharp.ts';
import { refusal } from '../../../formats/refusal.ts';
import type { GreyPage } from './blank-page.ts';
import type { PictureSource } from './line-reader.ts';
import type { Raster } from './raster.ts';

/** A picture as it is read: its pixels, and its own size, which is larger if it was scaled down to limit memory. */
export type OpenedPicture = {
  readonly raster: Raster;
  readonly width: number;
  readonly height: number;
};

/** Pixels that are held. A page of A4 at 400 dpi has 15 million. */
const mostHeld = 16_000_000;
const blankSide = 1000;

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

const readBytes = async (picture: PictureSource): Promise<Buffer | null> => {
  if ('bytes' in picture) return bufferOver(picture.bytes);
  try {
    return await readFile(picture.path);
  } catch {
    return null;
  }
};

/**
 * Decodes a picture (jpg, png, bmp and whatever sharp reads) to three channels, upright by its EXIF orientation.
 * Transparent parts become white.
 */
export const openPicture = async (source: PictureSource): Promise<Result<OpenedPicture, Failure>> => {
  const read = await readBytes(source);
  if (!read) return failed(refusal('missing'));
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

/** The page that `isBlankPage` looks at: the means of squares, of each the darkest channel. */
export const darkestChannel = ({ data, width, height }: Raster): GreyPage => {
  const size = Math.max(1, Math.round(Math.max(width, height) / blankSide));
  const [w, h] = [Math.floor(width / size), Math.floor(height / size)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let dy = 0; dy < size; dy += 1)
        for (let dx = 0, at = ((y * size + dy) * width + x * size) * 3; dx < size; dx += 1, at += 3) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      out[y * w + x] = Math.min(red, green, blue) / (size * size);
    }
  return { data: out, width: w, height: h };
};
