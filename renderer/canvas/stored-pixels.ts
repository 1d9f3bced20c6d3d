/**
 * Removes the EXIF data that makes a viewer turn the picture. The service sees the stored pixels, so the
 * window must too. Browsers no longer decode a picture unturned (`imageOrientation: 'none'` is treated as
 * `from-image`).
 */

const bytesAt = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, i) => bytes[at + i] === byte);

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const long = (bytes: Uint8Array, at: number): number => word(bytes, at) * 65_536 + word(bytes, at + 2);

const jpegStart = [0xff, 0xd8];
const exifName = [0x45, 0x78, 0x69, 0x66, 0x00];
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const exifChunk = [0x65, 0x58, 0x49, 0x66];

type Range = readonly [from: number, to: number];

/** The EXIF ranges of a JPEG: application segments before the first scan. */
const exifInJpeg = (bytes: Uint8Array): readonly Range[] => {
  const found: Range[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker === 0xda || marker === 0xd9) break;
    else {
      const end = at + 2 + word(bytes, at + 2);
      if (marker === 0xe1 && bytesAt(bytes, at + 4, exifName)) found.push([at, end]);
      at = end;
    }
  }
  return found;
};

const exifInPng = (bytes: Uint8Array): readonly Range[] => {
  const found: Range[] = [];
  let at = pngStart.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + long(bytes, at);
    if (bytesAt(bytes, at + 4, exifChunk)) found.push([at, end]);
    at = end;
  }
  return found;
};

/** The picture's bytes in pieces, without EXIF; all bytes if there is none. */
export const withoutExif = (bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] => {
  const ranges = bytesAt(bytes, 0, jpegStart)
    ? exifInJpeg(bytes)
    : bytesAt(bytes, 0, pngStart)
      ? exifInPng(bytes)
      : [];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    pieces.push(bytes.subarray(from, start));
    from = Math.min(end, bytes.length);
  }
  return [...pieces, bytes.subarray(from)];
};
