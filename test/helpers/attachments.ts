import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk, tiffChain } from './hostile.ts';

/** Valid pictures with attachments far larger than their pixels. */

const picture = (width = 96, height = 64) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#f0f0e8',
      noise: { type: 'gaussian', mean: 200, sigma: 30 },
    },
  });

/** Letters, because a text ends at a zero byte. */
const filler = (bytes: number): Buffer => Buffer.alloc(bytes, 'a');

/** Inserts chunks after a PNG's header. */
const withChunks = (png: Buffer, chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const packedText = (unpacked: number): Buffer =>
  pngChunk('zTXt', Buffer.concat([latin1('Comment\0\0'), deflateSync(filler(unpacked), { level: 9 })]));

const packedUnicode = (unpacked: number): Buffer =>
  pngChunk(
    'iTXt',
    Buffer.concat([latin1('XML:com.adobe.xmp\0\x01\0\0\0'), deflateSync(filler(unpacked), { level: 9 })]),
  );

const packedProfile = (unpacked: number): Buffer =>
  pngChunk('iCCP', Buffer.concat([latin1('p\0\0'), deflateSync(filler(unpacked), { level: 9 })]));

/** An EXIF with thousands of entries that all share one long value. */
export const exifOfOneValue = (): Buffer => {
  const entries = 2500;
  const tiff = Buffer.alloc(60_000, 'a');
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(entries, 8);
  for (let index = 0; index < entries; index += 1) {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(0x010e + index, at);
    tiff.writeUInt16LE(2, at + 2);
    tiff.writeUInt32LE(29_000, at + 4);
    tiff.writeUInt32LE(30_500, at + 8);
  }
  return tiff;
};

const jpegSegment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

const webpChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

const withWebpChunks = (webp: Buffer, chunks: readonly Buffer[]): Buffer => {
  const made = Buffer.concat([webp, ...chunks]);
  made.writeUInt32LE(made.length - 8, 4);
  return made;
};

const mega = 1024 * 1024;
const times = <Value>(count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A TIFF of one pixel with thousands of unknown tags that all share a value of one megabyte. */
const tiffOfOneValue = (): Buffer => {
  const unknown = times(3000, (index): readonly [number, number] => [40_000 + index, 1]);
  const bytes = Buffer.concat([tiffChain([-1], unknown), filler(mega)]);
  const start = bytes.readUInt32LE(4);
  const count = bytes.readUInt16LE(start);
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * 12;
    if (bytes.readUInt16LE(at) < 40_000) continue;
    bytes.writeUInt16LE(1, at + 2);
    bytes.writeUInt32LE(mega, at + 4);
    bytes.writeUInt32LE(bytes.length - mega, at + 8);
  }
  return bytes;
};

/**
 * By name: a picture of each format with attachments that decompress, repeat or pad.
 * @param share of the number of plain attachments: thousands of mutations of 52 MB only measure the disk
 */
export const overloadedPictures = async (share = 1): Promise<Readonly<Record<string, Buffer>>> => {
  const some = (count: number): number => Math.ceil(count * share);
  const text = packedText(7 * mega);
  const unicodeText = packedUnicode(7 * mega);
  const png = await picture().png().toBuffer();
  const jpeg = await picture().jpeg().toBuffer();
  const webp = await picture().withMetadata({ orientation: 6 }).webp().toBuffer();
  const gif = await picture().gif().toBuffer();
  const exif = exifOfOneValue();
  const soi = jpeg.subarray(0, 2);
  return {
    'png zTXt': withChunks(
      png,
      times(100, () => text),
    ),
    'png iTXt': withChunks(
      png,
      times(100, () => unicodeText),
    ),
    'png iCCP': withChunks(png, [packedProfile(300 * mega)]),
    'png eXIf': withChunks(png, [pngChunk('eXIf', exif)]),
    'png of empty chunks': withChunks(
      png,
      times(some(300_000), () => pngChunk('tEXt', latin1('a\0'))),
    ),
    'jpg EXIF': Buffer.concat([
      soi,
      jpegSegment(0xe1, Buffer.concat([latin1('Exif\0\0'), exif])),
      jpeg.subarray(2),
    ]),
    'jpg APP13': Buffer.concat([
      soi,
      ...times(some(800), () => jpegSegment(0xed, filler(65_000))),
      jpeg.subarray(2),
    ]),
    'jpg ICC': Buffer.concat([
      soi,
      ...times(some(255), (index) =>
        jpegSegment(
          0xe2,
          Buffer.concat([latin1('ICC_PROFILE\0'), Buffer.from([index + 1, some(255)]), filler(65_000)]),
        ),
      ),
      jpeg.subarray(2),
    ]),
    'jpg comments': Buffer.concat([
      soi,
      ...times(some(800), () => jpegSegment(0xfe, filler(65_000))),
      jpeg.subarray(2),
    ]),
    'webp EXIF': withWebpChunks(webp, [webpChunk('EXIF', exif)]),
    'webp XMP': withWebpChunks(webp, [webpChunk('XMP ', filler(some(40 * mega)))]),
    'gif comments': Buffer.concat([
      gif.subarray(0, gif.indexOf(Buffer.from([0x2c]), 13 + 3 * 256)),
      ...times(some(200_000), () => Buffer.from([0x21, 0xfe, 1, 65, 0])),
      gif.subarray(gif.indexOf(Buffer.from([0x2c]), 13 + 3 * 256)),
    ]),
    'tiff of one value': tiffOfOneValue(),
  };
};
