import type { Mask } from '../../shared/contract/preparation.ts';

/** A page as it is seen, eight bits a channel, rows from the top: 1 channel grey, 3 RGB, 4 RGB and one that is not used. */
export type PagePixels = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
};

/**
 * Gives the memory of pixels back at once. The collector sees a buffer of many megabytes as a small object, and would
 * let several of them stand.
 */
export const releasePixels = ({ data }: PagePixels): void => {
  const { buffer } = data;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer(0);
};

/** Covers parts of a page with black, in place: what lay below is nowhere any more. */
export const coverMasks = ({ data, width, height, channels }: PagePixels, masks: readonly Mask[]): void => {
  for (const { x, y, w, h } of masks) {
    // Outward to whole pixels, so that no edge of what was to be covered shows.
    const [left, right] = [Math.floor(x * width), Math.min(width, Math.ceil((x + w) * width))];
    const [top, bottom] = [Math.floor(y * height), Math.min(height, Math.ceil((y + h) * height))];
    for (let row = top; row < bottom; row += 1) {
      const from = (row * width + left) * channels;
      const to = (row * width + right) * channels;
      if (to > from) data.fill(0, from, to);
    }
  }
};

/** Colours this near to grey are noise of the scanner's, at most this many of a channel's 256 steps. */
const colourTolerance = 2;

/** Every so many pixels are looked at: the thinnest stroke of a seal is longer than that, and a page has millions. */
const strides = [3, 2, 5, 7, 11] as const;

/** One that does not divide the width: the others look at the same columns in each row, and never at those between. */
const strideFor = (width: number): number => strides.find((stride) => width % stride !== 0) ?? 1;

/** The same for pixels of four bytes, a word each: paper is white, and passed over in one step. */
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

/** Whether a page of colour channels shows none. */
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

/** Rows of the page in evenly spread strips, as one smaller page: what it costs to encode foretells the whole. */
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
