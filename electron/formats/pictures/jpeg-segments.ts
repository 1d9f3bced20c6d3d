import { createKeeper } from './byte-writer.ts';
import { exifWith, orientationOf } from './exif.ts';
import { maxProfileBytes } from './metadata-limits.ts';

const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
/** Adobe's marker: the colour space of three and four channels. */
const app14 = 0xee;
const app15 = 0xef;
const comment = 0xfe;
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Markers without a length: stuffed bytes, restarts, start and end. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
const isAttachment = (marker: number): boolean => (marker >= app0 && marker <= app15) || marker === comment;

const holds = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const exifSegment = (orientation: number): Buffer => {
  const tiff = exifWith(orientation);
  const head = Buffer.from([0xff, app1, 0, 0]);
  head.writeUInt16BE(tiff.length + 8, 2);
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff]);
};

/** The next marker at or after an offset; the end of the bytes if there is none. */
const nextMarker = (bytes: Buffer, from: number): number => {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const marker = bytes[at + 1] ?? 0;
    // A stuffed zero and the restarts belong to the scan.
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return bytes.length;
};

/** The metadata found so far. */
type Met = { adobe: boolean; jfif: boolean; exif: boolean; profileBytes: number };

/** A JPEG with its profile and orientation, without any other metadata, wherever it is between the scans. */
export const boundedJpeg = (bytes: Buffer): Buffer => {
  const keeper = createKeeper(bytes, 64);
  const met: Met = { adobe: false, jfif: false, exif: false, profileBytes: 0 };

  const attachment = (marker: number, at: number, end: number): void => {
    const data = at + 4;
    if (marker === app0 && !met.jfif && holds(bytes, data, 'JFIF\0')) {
      met.jfif = true;
      // A thumbnail may follow; the first sixteen bytes are sufficient.
      keeper.put(Buffer.from([0xff, app0, 0, 16]));
      keeper.keep(data, Math.min(end, data + 12));
      keeper.put(Buffer.from([0, 0]));
    } else if (marker === app14 && !met.adobe && holds(bytes, data, 'Adobe') && end - at <= 64) {
      met.adobe = true;
      keeper.keep(at, end);
    } else if (marker === app1 && !met.exif && holds(bytes, data, 'Exif\0')) {
      met.exif = true;
      const orientation = orientationOf(bytes.subarray(data + 6, end));
      if (orientation > 1) keeper.put(exifSegment(orientation));
    } else if (marker === app2 && holds(bytes, data, 'ICC_PROFILE\0')) {
      met.profileBytes += end - at;
      if (met.profileBytes <= maxProfileBytes) keeper.keep(at, end);
    }
  };

  keeper.keep(0, 2);
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      // A marker is missing here: decoders look for the next one.
      const next = nextMarker(bytes, at);
      keeper.keep(at, next);
      at = next;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) break;
    if (isBare(marker) || marker === 0 || at + 4 > bytes.length) {
      keeper.keep(at, at + 2);
      at += 2;
      continue;
    }
    const end = Math.min(bytes.length, at + 2 + Math.max(2, bytes.readUInt16BE(at + 2)));
    if (isAttachment(marker)) attachment(marker, at, end);
    else keeper.keep(at, end);
    at = end;
    if (marker !== startOfScan) continue;
    const next = nextMarker(bytes, at);
    keeper.keep(at, next);
    at = next;
  }
  if (bytes[at] === 0xff && bytes[at + 1] === endOfImage) keeper.keep(at, at + 2);
  return keeper.bytes();
};
