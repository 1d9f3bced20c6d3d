import {
  firstDirectory,
  tiffDirectoryAt,
  tiffLayoutOf,
  uint16At,
  uint32At,
  type TiffDirectory,
  type TiffLayout,
} from '../formats/pictures/tiff-directory.ts';

const newSubfileType = 254;
/** Bits of NewSubfileType: a reduced version of another page, a transparency mask. */
const reduced = 1;
const mask = 4;

/** Whether a directory is a page, and not a part of one. */
const isPageAt = (bytes: Buffer, { first, end }: TiffDirectory, layout: TiffLayout): boolean => {
  let isPage = true;
  for (let entry = first; entry < end; entry += layout.entryBytes) {
    const tag = uint16At(bytes, entry, layout);
    // Tags are in ascending order.
    if (tag > newSubfileType) break;
    const value = uint32At(bytes, entry + (layout.big ? 12 : 8), layout);
    if (tag === newSubfileType) isPage = (value & (reduced | mask)) === 0;
  }
  return isPage;
};

/**
 * The directories of a TIFF that are pages, counted from 0, without thumbnails and masks. A file with only
 * those gives its first one. Null if the chain of directories leaves the file or contains a cycle.
 * @param most limit of directories to follow; the list is longer if there are more
 */
export const tiffPages = (bytes: Buffer, most: number): readonly number[] | null => {
  if (bytes.length < 16) return null;
  const layout = tiffLayoutOf(bytes);
  const seen = new Set<number>();
  const pages: number[] = [];
  let at = firstDirectory(bytes, layout);
  while (at !== 0) {
    // A chain of millions of thumbnails is not a document either.
    if (seen.has(at) || seen.size > 4 * most) return null;
    const directory = tiffDirectoryAt(bytes, at, layout);
    if (!directory) return null;
    if (isPageAt(bytes, directory, layout)) pages.push(seen.size);
    seen.add(at);
    if (pages.length > most) return pages;
    at = directory.next;
  }
  if (seen.size === 0) return null;
  return pages.length === 0 ? [0] : pages;
};
