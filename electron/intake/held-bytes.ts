import type { Metadata } from 'sharp';
import { createTurn } from '../../shared/turn.ts';
import { maxDecodedSide, maxPictureBytes } from './limits.ts';
import { maxDecodedBytes } from '../formats/limits.ts';

type Known = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
>;

/** Bytes of a sample by its depth, as the decoder names it. */
const sampleBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};
const bytesOf = (depth: string): number => sampleBytes[depth] ?? 16;

/** Formats whose decoders always hold the whole picture. */
const wholeFormats = new Set(['webp', 'gif', 'heif', 'avif']);

/** Two bytes per coefficient. Chroma subsampling reduces their number. */
const coefficientBytes = ({ channels, chromaSubsampling }: Known): number => {
  if (channels === 3 && chromaSubsampling === '4:2:0') return 3;
  if (channels === 3 && chromaSubsampling === '4:2:2') return 4;
  return channels * 2;
};

/**
 * Bytes per pixel that a decoder holds before it returns the first row; 0 if it decodes row by row. A
 * progressive JPEG is held as coefficients, an interlaced PNG as pixels.
 */
const heldPerPixel = (known: Known): number => {
  const { format, channels, depth, isProgressive } = known;
  if (format === 'jpeg') return isProgressive ? coefficientBytes(known) : 0;
  return isProgressive || wholeFormats.has(format) ? channels * bytesOf(depth) : 0;
};

/** Bytes per decoded pixel. */
const decodedPerPixel = ({ channels, depth }: Known): number => channels * bytesOf(depth);

/** Maximum number of pixels decoded for a picture like this one; none if a side is too long. */
export const mostPixels = (known: Known): number =>
  Math.max(known.width, known.height) > maxDecodedSide
    ? 0
    : Math.min(
        Math.floor(maxDecodedBytes / decodedPerPixel(known)),
        Math.floor(maxPictureBytes / heldPerPixel(known)),
      );

/** Below this many bytes, waiting for another picture is not worthwhile. */
const worthWaiting = 16_000_000;

const turn = createTurn();

/** Decodes pictures that are held as a whole one at a time, and all others concurrently. */
export const oneByOne = <Value>(known: Known, decode: () => Promise<Value>): Promise<Value> =>
  heldPerPixel(known) * known.width * known.height < worthWaiting ? decode() : turn.run(decode);
