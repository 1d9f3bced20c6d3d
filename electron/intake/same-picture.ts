import type { PagePixels } from '../formats/pictures/page-pixels.ts';

/**
 * Two decoders of one JPEG upsample chroma differently: at the edges of saturated colours, the brightness of
 * a pixel differs by up to 25.
 */
const mostInBrightness = 40;
/** Averaged over a square of this side, the colour difference disappears. */
const mostInColour = 16;
const side = 16;

/** Whether the squares of a strip of rows have the same colour, by the sums of their differences. */
const areSmall = (sums: Float64Array, width: number, rows: number): boolean => {
  for (let at = 0; at < sums.length; at += 1) {
    const columns = Math.min(side, width - Math.floor(at / 3) * side);
    if (Math.abs(sums[at] ?? 0) > mostInColour * rows * columns) return false;
  }
  return true;
};

/**
 * Whether two decodings show the same picture: equal brightness per pixel, and equal colour per small square.
 */
export const showTheSame = (one: PagePixels, other: PagePixels): boolean => {
  const { data, width, height, channels } = one;
  if (other.width !== width || other.height !== height) return false;
  const { data: otherData, channels: otherChannels } = other;
  const [second, third] = channels === 1 ? [0, 0] : [1, 2];
  const [otherSecond, otherThird] = otherChannels === 1 ? [0, 0] : [1, 2];
  const sums = new Float64Array(Math.ceil(width / side) * 3);
  let [at, otherAt] = [0, 0];
  // No calls or objects per pixel: with them, millions of pixels took six times as long.
  for (let y = 0; y < height; y += 1) {
    for (let left = 0, square = 0; left < width; left += side, square += 3) {
      const right = Math.min(width, left + side);
      let [reds, greens, blues] = [0, 0, 0];
      for (let x = left; x < right; x += 1) {
        const red = (data[at] ?? 0) - (otherData[otherAt] ?? 0);
        const green = (data[at + second] ?? 0) - (otherData[otherAt + otherSecond] ?? 0);
        const blue = (data[at + third] ?? 0) - (otherData[otherAt + otherThird] ?? 0);
        const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
        if (brightness > mostInBrightness || brightness < -mostInBrightness) return false;
        reds += red;
        greens += green;
        blues += blue;
        at += channels;
        otherAt += otherChannels;
      }
      sums[square] = (sums[square] ?? 0) + reds;
      sums[square + 1] = (sums[square + 1] ?? 0) + greens;
      sums[square + 2] = (sums[square + 2] ?? 0) + blues;
    }
    const rows = (y % side) + 1;
    if (rows < side && y + 1 < height) continue;
    if (!areSmall(sums, width, rows)) return false;
    sums.fill(0);
  }
  return true;
};
