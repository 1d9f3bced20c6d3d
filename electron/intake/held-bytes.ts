import type { Metadata } from 'sharp';
import { maxPictureBytes, maxPixels } from './limits.ts';

type Known = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
>;

/** Formats whose decoders hold the whole picture whatever is done with it. */
const wholeFormats = new Set(['webp', 'gif', 'heif', 'avif']);

/** Two bytes for each coefficient; colour at half the width, or at half of both sides, has fewer of them. */
const coefficientBytes = ({ channels, chromaSubsampling }: Known): number => {
  if (channels === 3 && chromaSubsampling === '4:2:0') return 3;
  if (channels === 3 && chromaSubsampling === '4:2:2') return 4;
  return channels * 2;
};

/**
 * Bytes a pixel that a decoder holds before the first row comes out of it; 0 where the rows come one after the other.
 * A progressive JPEG is held as its coefficients, an interlaced PNG as its pixels.
 */
const heldPerPixel = (known: Known): number => {
  const { format, channels, depth, isProgressive } = known;
  if (format === 'jpeg') return isProgressive ? coefficientBytes(known) : 0;
  const whole = isProgressive || wholeFormats.has(format);
  return whole ? channels * (depth === 'ushort' ? 2 : 1) : 0;
};

/** Pixels that are decoded at most of a picture like this one. */
export const mostPixels = (known: Known): number =>
  Math.min(maxPixels, Math.floor(maxPictureBytes / heldPerPixel(known)));

/** What is held for less than this is not worth waiting for another's end. */
const worthWaiting = 16_000_000;

let last: Promise<unknown> = Promise.resolve();

/** Decodes what is held as a whole one picture after the other, and all else at once. */
export const oneByOne = async <Value>(known: Known, decode: () => Promise<Value>): Promise<Value> => {
  if (heldPerPixel(known) * known.width * known.height < worthWaiting) return decode();
  const before = last;
  const done = (async () => {
    await before;
    return decode();
  })();
  last = done.catch(() => {});
  return done;
};
