import { maxProfileBytes } from './metadata-limits.ts';

/** Number format of a TIFF: its byte order, and the sizes of a directory's parts. */
export type TiffLayout = {
  readonly little: boolean;
  /** BigTIFF, with 64-bit offsets. */
  readonly big: boolean;
  readonly countBytes: number;
  readonly entryBytes: number;
  readonly linkBytes: number;
};

/** @param bytes at least 16 */
export const tiffLayoutOf = (bytes: Buffer): TiffLayout => {
  const little = bytes[0] === 0x49;
  const big = (little ? bytes.readUInt16LE(2) : bytes.readUInt16BE(2)) === 43;
  return big
    ? { little, big, countBytes: 8, entryBytes: 20, linkBytes: 8 }
    : { little, big, countBytes: 2, entryBytes: 12, linkBytes: 4 };
};

export const uint16At = (bytes: Buffer, at: number, { little }: TiffLayout): number =>
  little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);

export const uint32At = (bytes: Buffer, at: number, { little }: TiffLayout): number =>
  little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** An offset or a number of values: 64 bits in a BigTIFF, otherwise 32. */
const offsetAt = (bytes: Buffer, at: number, layout: TiffLayout): number => {
  if (!layout.big) return uint32At(bytes, at, layout);
  return Number(layout.little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
};

export const firstDirectory = (bytes: Buffer, layout: TiffLayout): number =>
  offsetAt(bytes, layout.big ? 8 : 4, layout);

/** Offsets of the entries of a directory, and of the next directory. */
export type TiffDirectory = {
  readonly first: number;
  readonly end: number;
  readonly count: number;
  readonly next: number;
};

/** Null if the directory is not within the file. */
export const tiffDirectoryAt = (bytes: Buffer, at: number, layout: TiffLayout): TiffDirectory | null => {
  const { countBytes, entryBytes, linkBytes } = layout;
  if (at < 8 || at + countBytes > bytes.length) return null;
  const count = layout.big ? offsetAt(bytes, at, layout) : uint16At(bytes, at, layout);
  const first = at + countBytes;
  const end = first + count * entryBytes;
  if (end + linkBytes > bytes.length) return null;
  return { first, end, count, next: offsetAt(bytes, end, layout) };
};

const [xResolution, yResolution] = [282, 283];
const rationalType = 5;

const rationalAt = (bytes: Buffer, entry: number, layout: TiffLayout): number => {
  if (uint16At(bytes, entry + 2, layout) !== rationalType) return Number.NaN;
  const at = layout.big ? entry + 12 : uint32At(bytes, entry + 8, layout);
  return at + 8 > bytes.length ? Number.NaN : uint32At(bytes, at, layout) / uint32At(bytes, at + 4, layout);
};

/** Pixels are this many times as high as wide: 2 for a fax in its coarse mode. 1 if unknown or implausible. */
export const tiffPixelShape = (bytes: Buffer, wanted: number): number => {
  if (bytes.length < 16) return 1;
  const layout = tiffLayoutOf(bytes);
  let at = firstDirectory(bytes, layout);
  for (let index = 0; at !== 0 && index <= Math.min(wanted, mostDirectories); index += 1) {
    const directory = tiffDirectoryAt(bytes, at, layout);
    if (!directory) return 1;
    at = directory.next;
    if (index < wanted) continue;
    const resolution = new Map<number, number>();
    for (let entry = directory.first; entry < directory.end; entry += layout.entryBytes) {
      const tag = uint16At(bytes, entry, layout);
      if (tag === xResolution || tag === yResolution) resolution.set(tag, rationalAt(bytes, entry, layout));
    }
    const shape = (resolution.get(xResolution) ?? 1) / (resolution.get(yResolution) ?? 1);
    const isOblong = Math.abs(shape - 1) > 0.01 && shape >= 1 / mostOblong && shape <= mostOblong;
    return isOblong ? shape : 1;
  }
  return 1;
};

/** No fax or scanner has pixels more oblong than this. */
const mostOblong = 4;

/** Bytes of a value of each field type, by its number. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** Tags for the location of the pixels: a number or two for each strip or tile. */
const placeTags = new Set([273, 279, 288, 289, 324, 325, 519, 520, 521]);
const maxPlaceBytes = 8 * 1024 * 1024;
const profileTag = 34675;
/**
 * Other tags that a decoder needs: size, kind, colours, compression, tables, orientation; and the usual short
 * texts of a scanner.
 */
const smallTags = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 269, 270, 271, 272, 274, 277, 278, 280, 281, 282,
  283, 284, 285, 286, 287, 290, 291, 292, 293, 296, 297, 301, 305, 306, 315, 316, 317, 318, 319, 320, 321,
  322, 323, 332, 333, 334, 336, 338, 339, 340, 341, 347, 512, 513, 514, 515, 517, 518, 529, 530, 531, 532,
]);
/** A colour map has three times 65,536 values of two bytes. */
const maxSmallBytes = 400 * 1024;

const mostBytesOf = (tag: number): number => {
  if (placeTags.has(tag)) return maxPlaceBytes;
  if (tag === profileTag) return maxProfileBytes;
  return smallTags.has(tag) ? maxSmallBytes : -1;
};

type Directory = {
  /** Offsets of the entries that are kept. */
  readonly kept: readonly number[];
  readonly isClean: boolean;
  readonly next: number;
};

/**
 * The retained entries of a directory: known tags of bounded values, each once. Null if it extends beyond the
 * file.
 */
const directoryAt = (bytes: Buffer, at: number, layout: TiffLayout): Directory | null => {
  const directory = tiffDirectoryAt(bytes, at, layout);
  if (!directory) return null;
  const { first, end, count, next } = directory;
  const kept: number[] = [];
  const seen = new Set<number>();
  for (let entry = first; entry < end; entry += layout.entryBytes) {
    const tag = uint16At(bytes, entry, layout);
    const values = offsetAt(bytes, entry + 4, layout);
    const length = values * (typeBytes[uint16At(bytes, entry + 2, layout)] ?? 0);
    if (length > mostBytesOf(tag) || seen.has(tag)) continue;
    seen.add(tag);
    kept.push(entry);
  }
  return { kept, isClean: kept.length === count, next };
};

/** A copy that ends with the directory of one page. */
const onlyPage = (bytes: Buffer, { kept }: Directory, layout: TiffLayout): Buffer => {
  const { countBytes, entryBytes, linkBytes, little, big } = layout;
  const start = bytes.length + (bytes.length % 2);
  const made = Buffer.alloc(start + countBytes + kept.length * entryBytes + linkBytes);
  bytes.copy(made);
  const put = (value: number, at: number): void => {
    if (big && little) made.writeBigUInt64LE(BigInt(value), at);
    else if (big) made.writeBigUInt64BE(BigInt(value), at);
    else if (little) made.writeUInt32LE(value, at);
    else made.writeUInt32BE(value, at);
  };
  put(start, big ? 8 : 4);
  if (big) put(kept.length, start);
  else if (little) made.writeUInt16LE(kept.length, start);
  else made.writeUInt16BE(kept.length, start);
  for (const [index, entry] of kept.entries())
    bytes.copy(made, start + countBytes + index * entryBytes, entry, entry + entryBytes);
  return made;
};

/** The maximum number of directories; later ones are never decoded. */
const mostDirectories = 8192;

/** A page of a TIFF for a decoder, and its directory number. */
type BoundedTiff = { readonly bytes: Buffer; readonly directory: number };

/**
 * Limits the tags of a TIFF. Thousands of unknown tags may share one large value, and a decoder copies each.
 * A file with only clean directories is unchanged; any other is reduced to one page without unnecessary tags.
 * @param wanted directory of the page, from 0
 */
export const boundedTiff = (bytes: Buffer, wanted: number): BoundedTiff => {
  if (bytes.length < 16) return { bytes, directory: wanted };
  const layout = tiffLayoutOf(bytes);
  const seen = new Set<number>();
  let found: Directory | null = null;
  let clean = true;
  for (let at = firstDirectory(bytes, layout); at !== 0;) {
    const directory = seen.has(at) ? null : directoryAt(bytes, at, layout);
    if (!directory) {
      clean = false;
      break;
    }
    if (seen.size === wanted) found = directory;
    clean &&= directory.isClean;
    seen.add(at);
    if (seen.size > mostDirectories) break;
    at = directory.next;
  }
  if (clean) return { bytes, directory: wanted };
  // Without the page there is nothing to decode, so the file is empty.
  return found
    ? { bytes: onlyPage(bytes, found, layout), directory: 0 }
    : { bytes: Buffer.alloc(0), directory: 0 };
};
