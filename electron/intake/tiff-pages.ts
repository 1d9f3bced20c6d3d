/** Number format of a TIFF: its byte order, and whether it is a BigTIFF with 64-bit offsets. */
type Layout = { readonly little: boolean; readonly big: boolean };

const uint16 = (bytes: Buffer, at: number, { little }: Layout): number =>
  little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const uint32 = (bytes: Buffer, at: number, { little }: Layout): number =>
  little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
const uint64 = (bytes: Buffer, at: number, { little }: Layout): number =>
  Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));

const newSubfileType = 254;
/** Bits of NewSubfileType: a reduced version of another page, a transparency mask. */
const reduced = 1;
const mask = 4;

type Directory = { readonly isPage: boolean; readonly next: number };

/** Reads one directory; null if it is not within the file. */
const directoryAt = (bytes: Buffer, at: number, layout: Layout): Directory | null => {
  const { big } = layout;
  const [countSize, entrySize, linkSize] = big ? [8, 20, 8] : [2, 12, 4];
  if (at < 8 || at + countSize > bytes.length) return null;
  const count = big ? uint64(bytes, at, layout) : uint16(bytes, at, layout);
  const link = at + countSize + count * entrySize;
  if (link + linkSize > bytes.length) return null;
  let isPage = true;
  for (let entry = at + countSize; entry < link; entry += entrySize) {
    const tag = uint16(bytes, entry, layout);
    // Tags are in ascending order.
    if (tag > newSubfileType) break;
    const value = uint32(bytes, entry + (big ? 12 : 8), layout);
    if (tag === newSubfileType) isPage = (value & (reduced | mask)) === 0;
  }
  return { isPage, next: big ? uint64(bytes, link, layout) : uint32(bytes, link, layout) };
};

const layoutOf = (bytes: Buffer): Layout => {
  const little = bytes[0] === 0x49;
  return { little, big: uint16(bytes, 2, { little, big: false }) === 43 };
};

/**
 * The directories of a TIFF that are pages, counted from 0, without thumbnails and masks. A file with only
 * those gives its first one. Null if the chain of directories leaves the file or contains a cycle.
 * @param most limit of directories to follow; the list is longer if there are more
 */
export const tiffPages = (bytes: Buffer, most: number): readonly number[] | null => {
  if (bytes.length < 16) return null;
  const layout = layoutOf(bytes);
  const seen = new Set<number>();
  const pages: number[] = [];
  let at = layout.big ? uint64(bytes, 8, layout) : uint32(bytes, 4, layout);
  while (at !== 0) {
    // A chain of millions of thumbnails is not a document either.
    if (seen.has(at) || seen.size > 4 * most) return null;
    const directory = directoryAt(bytes, at, layout);
    if (!directory) return null;
    if (directory.isPage) pages.push(seen.size);
    seen.add(at);
    if (pages.length > most) return pages;
    at = directory.next;
  }
  if (seen.size === 0) return null;
  return pages.length === 0 ? [0] : pages;
};
