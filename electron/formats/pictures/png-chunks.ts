import { crc32, inflateSync } from 'node:zlib';
import { createKeeper } from './byte-writer.ts';
import { exifWith, orientationOf } from './exif.ts';
import { maxProfileBytes } from './metadata-limits.ts';

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
export const boundedPng = (bytes: Buffer): Buffer => {
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
