import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReaderOptions } from 'zxing-wasm/reader';
import type { ImageEncoding } from '../../../shared/services/service.ts';
import { openSharp } from '../pictures/open-sharp.ts';

/** A grey picture, one byte per pixel. */
type Grey = { readonly data: Uint8Array; readonly width: number; readonly height: number };

const readerOptions: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
};

const loadReader = async () => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasm = await readFile(path);
  // Passed as bytes: otherwise the library would fetch them from the network.
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return readBarcodes;
};
let reader: ReturnType<typeof loadReader> | null = null;

/** Reused for each picture: discarded buffers of megabytes stay until the next collection. */
let room = Buffer.alloc(0);

/** As a PGM file, the only input format of the reader with one byte per pixel instead of four. */
const toFile = ({ data, width, height }: Grey): Uint8Array => {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`);
  const length = head.length + data.length;
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  room.set(head);
  room.set(data, head.length);
  return room.subarray(0, length);
};

const greyOfBmp = async (bytes: Buffer): Promise<Buffer> => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return await canvas.encode('png');
};

type Attempt = { readonly longSide: number; readonly stretch: boolean };

/** Enlarging further shows nothing new. */
const mostEnlarged = 4;

/**
 * Codes on photos can be small, pale or both. The first attempt is at a size where most are found, then with
 * stretched contrast, then larger.
 */
const attemptsFor = (longSide: number): readonly Attempt[] => [
  { longSide: Math.min(longSide, 1800), stretch: false },
  { longSide: Math.min(longSide, 1800), stretch: true },
  { longSide: Math.min(Math.max(longSide, Math.min(1800, longSide * mostEnlarged)), 3000), stretch: true },
];

const greyAt = async (bytes: Buffer, { longSide, stretch }: Attempt): Promise<Grey> => {
  const grey = (await openSharp(bytes))
    .flatten({ background: 'white' })
    .resize({ width: longSide, height: longSide, fit: 'inside' })
    .greyscale();
  const { data, info } = await (stretch ? grey.normalise() : grey)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/**
 * The texts of the QR codes on a picture, from the first attempt that finds any. Empty if none is readable, which
 * means nothing for the invoice. Takes up to a second, so it runs in the worker.
 */
export const qrTexts = async (picture: Buffer, encoding: ImageEncoding): Promise<readonly string[]> => {
  try {
    const bytes = encoding === 'bmp' ? await greyOfBmp(picture) : picture;
    const { width, height } = await (await openSharp(bytes)).metadata();
    reader ??= loadReader();
    const readBarcodes = await reader;
    for (const attempt of attemptsFor(Math.max(width, height))) {
      const found = await readBarcodes(toFile(await greyAt(bytes, attempt)), readerOptions);
      const texts = found.filter(({ isValid }) => isValid).map(({ text }) => text);
      if (texts.length > 0) return texts;
    }
    return [];
  } catch {
    return [];
  }
};

/** Null if the file can't be read. */
const readWhole = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
};

/** The texts of the QR codes on a stored picture; null if it is missing or has another length. */
export const qrTextsIn = async (picture: {
  readonly path: string;
  readonly bytes: number;
  readonly encoding: ImageEncoding;
}): Promise<readonly string[] | null> => {
  const read = await readWhole(picture.path);
  return read?.length === picture.bytes ? qrTexts(read, picture.encoding) : null;
};
