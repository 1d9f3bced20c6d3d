type BmpSize = { readonly width: number; readonly height: number };

const bitDepths = new Set([1, 2, 4, 8, 16, 24, 32]);
/** Values of biCompression whose row length is known in advance: BI_RGB and the two with bit fields. */
const plainRows = new Set([0, 3, 6]);
/** Run-length encodings by bits per pixel (BI_RLE8, BI_RLE4). No reader supports embedded pictures (4, 5). */
const runLengths = new Map([
  [1, 8],
  [2, 4],
]);

/** Whether the runs reach the end of the picture and none exceeds it. */
const areRunsWhole = (bytes: Buffer, from: number, { width, height }: BmpSize, depth: number): boolean => {
  // Some writers pad rows to whole words, in runs as well. Pixels beyond the width are not shown.
  const paddedWidth = Math.ceil(width / 4) * 4;
  let [x, y] = [0, 0];
  for (let at = from; at + 1 < bytes.length;) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0) x += count;
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return true;
    else if (value === 2) {
      if (at + 2 > bytes.length) return false;
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      x += value;
      // Literal pixels, padded to an even number of bytes.
      at += Math.ceil((value * depth) / 16) * 2;
      if (at > bytes.length) return false;
    }
    if (x > paddedWidth || y > height || (y === height && x > 0)) return false;
  }
  return y === height || (y === height - 1 && x >= width);
};

/**
 * Reads the headers of a BMP, which sharp can't read. Null if they contradict each other or pixels are
 * missing. Supports both header families: OS/2 with 16-bit sizes and Windows with 32-bit sizes, rows
 * bottom-up or top-down.
 */
export const readBmp = (bytes: Buffer): BmpSize | null => {
  if (bytes.length < 26) return null;
  const pixels = bytes.readUInt32LE(10);
  const core = bytes.readUInt32LE(14) === 12;
  if (!core && bytes.length < 34) return null;
  const width = core ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const height = Math.abs(core ? bytes.readUInt16LE(20) : bytes.readInt32LE(22));
  const depth = bytes.readUInt16LE(core ? 24 : 28);
  const compression = core ? 0 : bytes.readUInt32LE(30);
  if (width <= 0 || height === 0) return null;
  if (!bitDepths.has(depth)) return null;
  if (plainRows.has(compression))
    return pixels + Math.ceil((width * depth) / 32) * 4 * height <= bytes.length ? { width, height } : null;
  if (runLengths.get(compression) !== depth) return null;
  return areRunsWhole(bytes, pixels, { width, height }, depth) ? { width, height } : null;
};
