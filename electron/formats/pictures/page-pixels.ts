import { releaseBytes } from '../../infra/bytes.ts';
import type { Mask } from '../../../shared/page-geometry.ts';

/**
 * An upright page, eight bits per channel, rows from the top. Channels: 1 grey, 3 RGB, 4 RGB and an unused
 * one.
 */
export type PagePixels = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
};

/** Frees the memory of pixels at once. */
export const releasePixels = ({ data }: PagePixels): void => releaseBytes(data);

/** Paints masks black in place: the pixels below no longer exist anywhere. */
export const coverMasks = ({ data, width, height, channels }: PagePixels, masks: readonly Mask[]): void => {
  for (const { x, y, w, h } of masks) {
    // Rounds outward to whole pixels, so that no edge of the masked area stays visible.
    const [left, right] = [Math.floor(x * width), Math.min(width, Math.ceil((x + w) * width))];
    const [top, bottom] = [Math.floor(y * height), Math.min(height, Math.ceil((y + h) * height))];
    for (let row = top; row < bottom; row += 1) {
      const from = (row * width + left) * channels;
      const to = (row * width + right) * channels;
      if (to > from) data.fill(0, from, to);
    }
  }
};

/** A difference between channels up to this many of 256 steps is scanner noise, not colour. */
const colourTolerance = 2;

/**
 * Sampling distance in pixels: the thinnest stroke of a seal is longer, and a page has millions of pixels.
 */
const strides = [3, 2, 5, 7, 11] as const;

/** A distance that does not divide the width. Others would sample the same columns in each row. */
const strideFor = (width: number): number => strides.find((stride) => width % stride !== 0) ?? 1;

/** The same for pixels of four bytes, one word each: white paper is skipped in one step. */
const isGreyByWords = ({ buffer, byteOffset, length }: Buffer): boolean => {
  const words = new Uint32Array(buffer, byteOffset, length >> 2);
  // An iterator would take ten times as long over four million pixels.
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    if (word === 0xffffffff) continue;
    const green = (word >>> 8) & 255;
    if (Math.abs((word & 255) - green) > colourTolerance) return false;
    if (Math.abs(((word >>> 16) & 255) - green) > colourTolerance) return false;
  }
  return true;
};

/** Whether a page with colour channels contains no colour. */
export const isGrey = (page: PagePixels): boolean => {
  const { data, width, channels } = page;
  if (channels === 1) return true;
  if (channels === 4 && data.byteOffset % 4 === 0) return isGreyByWords(data);
  const step = channels * strideFor(width);
  for (let at = 0; at + 2 < data.length; at += step) {
    const green = data[at + 1] ?? 0;
    if (Math.abs((data[at] ?? 0) - green) > colourTolerance) return false;
    if (Math.abs((data[at + 2] ?? 0) - green) > colourTolerance) return false;
  }
  return true;
};

/** Evenly spread strips of rows as a smaller page: its encoded size predicts that of the whole. */
export const sampleOf = (page: PagePixels, strips: number, rows: number): PagePixels => {
  const { data, width, height, channels } = page;
  if (height <= strips * rows) return page;
  const rowBytes = width * channels;
  const sample = Buffer.allocUnsafe(strips * rows * rowBytes);
  for (let strip = 0; strip < strips; strip += 1) {
    const top = Math.floor((strip * (height - rows)) / (strips - 1));
    data.copy(sample, strip * rows * rowBytes, top * rowBytes, (top + rows) * rowBytes);
  }
  return { data: sample, width, height: strips * rows, channels };
};
