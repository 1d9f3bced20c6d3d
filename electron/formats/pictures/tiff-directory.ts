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
export const offsetAt = (bytes: Buffer, at: number, layout: TiffLayout): number => {
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
