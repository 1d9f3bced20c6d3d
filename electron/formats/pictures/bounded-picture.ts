import { boundedGif } from './gif-blocks.ts';
import { boundedHeif } from './heif-boxes.ts';
import { boundedJpeg } from './jpeg-segments.ts';
import { boundedPng } from './png-chunks.ts';
import { boundedTiff } from './tiff-tags.ts';
import { boundedWebp } from './webp-chunks.ts';

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
