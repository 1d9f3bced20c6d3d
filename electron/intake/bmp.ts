/** The size of a BMP in pixels. */
export type BmpSize = { readonly width: number; readonly height: number };

const bitDepths = new Set([1, 2, 4, 8, 16, 24, 32]);
/** Values of biCompression whose rows have a length that is known beforehand: BI_RGB and the two with bit fields. */
const plainRows = new Set([0, 3, 6]);

/**
 * Reads the headers of a BMP (sharp reads none); null where they contradict each other or the pixels are not all there.
 * Both header families are known: OS/2's with 16-bit sizes and Windows' with 32-bit ones, rows bottom-up or top-down.
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
  const embedded = compression === 4 || compression === 5;
  if (!embedded && !bitDepths.has(depth)) return null;
  const rows = plainRows.has(compression) ? Math.ceil((width * depth) / 32) * 4 * height : 1;
  return pixels + rows <= bytes.length ? { width, height } : null;
};
