import { createKeeper } from './byte-writer.ts';
import { exifWith, orientationOf } from './exif.ts';
import { maxProfileBytes } from './metadata-limits.ts';

/** Bits of the first byte of VP8X: the optional contents of the file. */
const hasXmp = 0x04;
const hasExif = 0x08;
const hasProfile = 0x20;

const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);

const exifChunk = (orientation: number): Buffer => {
  const tiff = exifWith(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff]);
};

/** The TIFF of an EXIF chunk; some writers put the JPEG's prefix before it. */
const tiffOf = (data: Buffer): Buffer =>
  data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;

/** A WebP with its picture, its profile and its orientation. */
export const boundedWebp = (bytes: Buffer): Buffer => {
  const keeper = createKeeper(bytes, 64);
  keeper.keep(0, 12);
  let flagsAt: number | null = null;
  let flags = 0;
  let orientation = 1;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = Math.min(bytes.length, at + 8 + length + (length % 2));
    if (type === 'VP8X' && flagsAt === null && length >= 10) {
      flagsAt = keeper.length() + 8;
      flags = (bytes[at + 8] ?? 0) & ~(hasXmp | hasExif | hasProfile);
      keeper.keep(at, end);
    } else if (
      type === 'ICCP' &&
      flagsAt !== null &&
      (flags & hasProfile) === 0 &&
      length <= maxProfileBytes
    ) {
      flags |= hasProfile;
      keeper.keep(at, end);
    } else if (type === 'EXIF' && orientation === 1)
      orientation = orientationOf(tiffOf(bytes.subarray(at + 8, Math.min(end, at + 8 + 65_536))));
    else if (pictureChunks.has(type)) keeper.keep(at, end);
    at = end;
  }
  if (flagsAt !== null && orientation > 1) {
    flags |= hasExif;
    keeper.put(exifChunk(orientation));
  }
  const kept = keeper.bytes();
  if (flagsAt !== null) kept[flagsAt] = flags;
  // A truncated file keeps its stated length.
  const stated = bytes.readUInt32LE(4);
  kept.writeUInt32LE(stated + 8 > bytes.length ? stated : kept.length - 8, 4);
  return kept;
};
