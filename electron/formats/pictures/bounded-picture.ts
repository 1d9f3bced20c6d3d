import { createKeeper } from './byte-writer.ts';
import { exifWith, orientationOf } from './exif.ts';
import { maxProfileBytes } from './metadata-limits.ts';
import { crc32, inflateSync } from 'node:zlib';
import { boundedJpeg } from './jpeg-segments.ts';
import { boundedTiff } from './tiff-tags.ts';

/** Boxes that hold metadata tables, by their path from the file's root. */
type Box = { readonly type: string; readonly from: number; readonly to: number };

const mostBoxes = 10_000;

const boxesIn = (bytes: Buffer, from: number, to: number): readonly Box[] => {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < mostBoxes) {
    let size = bytes.readUInt32BE(at);
    let head = 8;
    if (size === 1 && at + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    }
    const end = size === 0 ? to : at + size;
    if (end < at + head || end > to) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: end });
    at = end;
  }
  return boxes;
};

/** No decoder knows this type of item or reference, so none opens it. */
const unknownType = 'skip';

/** Item types that contain pixels or describe their composition. */
const pictureItems = new Set(
  'av01 hvc1 hvc2 avc1 jpeg j2k1 vvc1 evc1 lhv1 unci mski grid iovl iden tmap'.split(' '),
);

const maxProfileBox = 4 * 1024 * 1024;

/**
 * Hides the metadata of an AVIF or HEIF from decoders (EXIF, XMP, anything that is described by reference).
 * It may be compressed, and several items may share one place in the file. The orientation is in the
 * properties of the picture, not in EXIF.
 */
const boundedHeif = (source: Buffer): Buffer => {
  const bytes = Buffer.from(source);
  for (const meta of boxesIn(bytes, 0, bytes.length).filter(({ type }) => type === 'meta'))
    for (const box of boxesIn(bytes, meta.from + 4, meta.to)) {
      if (box.type === 'iinf') {
        const head = (bytes[box.from] ?? 0) === 0 ? 6 : 8;
        for (const entry of boxesIn(bytes, box.from + head, box.to)) hideItem(bytes, entry);
      }
      if (box.type === 'iref')
        for (const reference of boxesIn(bytes, box.from + 4, box.to))
          if (reference.type === 'cdsc') bytes.write(unknownType, reference.from - 4, 'latin1');
      if (box.type === 'iprp') hideProfiles(bytes, box);
    }
  return bytes;
};

/** An entry of the item table: version 2 has 16-bit ids, version 3 has 32-bit ones. */
const hideItem = (bytes: Buffer, { type, from, to }: Box): void => {
  const version = bytes[from] ?? 0;
  const at = from + 4 + (version === 3 ? 4 : 2) + 2;
  if (type !== 'infe' || version < 2 || at + 4 > to) return;
  if (!pictureItems.has(bytes.toString('latin1', at, at + 4))) bytes.write(unknownType, at, 'latin1');
};

const hideProfiles = (bytes: Buffer, properties: Box): void => {
  for (const container of boxesIn(bytes, properties.from, properties.to).filter(
    ({ type }) => type === 'ipco',
  ))
    for (const { type, from, to } of boxesIn(bytes, container.from, container.to))
      if (type === 'colr' && to - from > maxProfileBox) bytes.write(unknownType, from - 4, 'latin1');
};

/** Bits of the first byte of VP8X: the optional contents of the file. */
const hasXmp = 0x04;
const exifFlag = 0x08;
const profileFlag = 0x20;

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
const boundedWebp = (bytes: Buffer): Buffer => {
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
      flags = (bytes[at + 8] ?? 0) & ~(hasXmp | exifFlag | profileFlag);
      keeper.keep(at, end);
    } else if (
      type === 'ICCP' &&
      flagsAt !== null &&
      (flags & profileFlag) === 0 &&
      length <= maxProfileBytes
    ) {
      flags |= profileFlag;
      keeper.keep(at, end);
    } else if (type === 'EXIF' && orientation === 1)
      orientation = orientationOf(tiffOf(bytes.subarray(at + 8, Math.min(end, at + 8 + 65_536))));
    else if (pictureChunks.has(type)) keeper.keep(at, end);
    at = end;
  }
  if (flagsAt !== null && orientation > 1) {
    flags |= exifFlag;
    keeper.put(exifChunk(orientation));
  }
  const kept = keeper.bytes();
  if (flagsAt !== null) kept[flagsAt] = flags;
  // A truncated file keeps its stated length.
  const stated = bytes.readUInt32LE(4);
  kept.writeUInt32LE(stated + 8 > bytes.length ? stated : kept.length - 8, 4);
  return kept;
};

const signatureBytes = 8;
/** Length, type and checksum around a chunk's data. */
const aroundData = 12;

/** Chunks for pixels and colours: all of fixed or small size. */
const keptChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD pHYs'.split(' '));
/** The definition of these chunks limits their size; a longer one is invalid. */
const mostSmallBytes = 2048;
const pixelChunks = new Set(['IDAT', 'IEND']);

/** Whether a colour profile decompresses to a bounded size. */
const isBoundedProfile = (data: Buffer): boolean => {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 0 || nameEnd > 79) return false;
  try {
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes });
    return true;
  } catch {
    return false;
  }
};

const chunkOf = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(data.length + aroundData);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
};

/** A PNG without texts and other metadata; text chunks are compressed and may expand to gigabytes. */
const boundedPng = (bytes: Buffer): Buffer => {
  const keeper = createKeeper(bytes, 64);
  keeper.keep(0, signatureBytes);
  let [hasProfile, hasExif] = [false, false];
  let at = signatureBytes;
  while (at + aroundData <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + aroundData + length;
    if (type === 'iCCP' && !hasProfile) {
      hasProfile = true;
      if (end <= bytes.length && isBoundedProfile(bytes.subarray(at + 8, end - 4))) keeper.keep(at, end);
    } else if (type === 'eXIf' && !hasExif) {
      hasExif = true;
      const orientation = orientationOf(bytes.subarray(at + 8, Math.max(at + 8, end - 4)));
      if (orientation > 1) keeper.put(chunkOf('eXIf', exifWith(orientation)));
    } else if (keptChunks.has(type) && (pixelChunks.has(type) || length <= mostSmallBytes))
      keeper.keep(at, Math.min(end, bytes.length));
    at = end;
    if (type === 'IEND') break;
  }
  // Less than a chunk's frame is left: a truncated file stays truncated.
  if (at < bytes.length && at + aroundData > bytes.length) keeper.keep(at, bytes.length);
  return keeper.bytes();
};

const extension = 0x21;
const graphicControl = 0xf9;
const image = 0x2c;
const trailer = 0x3b;

/** Bytes of the colour table, according to the packed byte of a descriptor. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** The offset after a chain of sub-blocks. */
const afterBlocks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return Math.min(at, bytes.length);
};

/** The first picture of a GIF, with its transparency and nothing else: no comments, no other pictures. */
const boundedGif = (bytes: Buffer): Buffer => {
  const keeper = createKeeper(bytes, 1);
  let at = 13 + tableBytes(bytes[10] ?? 0);
  keeper.keep(0, Math.min(at, bytes.length));
  let control: readonly [number, number] | null = null;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === extension) {
      const end = afterBlocks(bytes, at + 2);
      if (bytes[at + 1] === graphicControl && end - at === 8) control = [at, end];
      at = end;
    } else if (kind === image) {
      if (control) keeper.keep(...control);
      // Descriptor, colour table, the code size of LZW, the data.
      const end = afterBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
      keeper.keep(at, end);
      if (bytes[end - 1] === 0) keeper.put(Buffer.from([trailer]));
      break;
    } else break;
  }
  return keeper.bytes();
};

/** Bytes for a decoder, and the number of the requested picture in them. */
type BoundedPicture = { readonly bytes: Buffer; readonly page: number };

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** TIFF and BigTIFF in both byte orders. */
const tiffHeads = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];

/**
 * Removes metadata from a picture before decoding, except its colour profile (at most 4 MB) and its
 * orientation. A decoder unpacks and keeps all metadata: 700 kB of texts took 3.5 GB. A format without
 * metadata is returned unchanged.
 * @param page of a TIFF, from 0
 */
export const boundedPicture = (bytes: Buffer, page = 0): BoundedPicture => {
  if (bytes.length < 16) return { bytes, page };
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { bytes: boundedPng(bytes), page };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { bytes: boundedJpeg(bytes), page };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return { bytes: boundedWebp(bytes), page };
  if (startsWith(bytes, 'GIF8')) return { bytes: boundedGif(bytes), page };
  if (startsWith(bytes, 'ftyp', 4)) return { bytes: boundedHeif(bytes), page };
  if (tiffHeads.some((head) => startsWith(bytes, head))) {
    const tiff = boundedTiff(bytes, page);
    return { bytes: tiff.bytes, page: tiff.directory };
  }
  return { bytes, page };
};
