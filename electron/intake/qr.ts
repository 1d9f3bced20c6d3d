import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReaderOptions } from 'zxing-wasm/reader';
import type { ImageEncoding } from '../../shared/services/service.ts';
import { openSharp } from './open-sharp.ts';

/** A grey picture, one byte a pixel. */
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
  // Handed over as bytes: left to itself it would fetch them from the network.
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return readBarcodes;
};
let reader: ReturnType<typeof loadReader> | null = null;

/** The reader takes pixels of four bytes. */
const toPixels = ({ data, width, height }: Grey) => {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < data.length; from += 1, to += 4) {
    const value = data[from] ?? 0;
    pixels[to] = value;
    pixels[to + 1] = value;
    pixels[to + 2] = value;
    pixels[to + 3] = 255;
  }
  return { data: pixels, width, height, colorSpace: 'srgb' } as const;
};

const greyOfBmp = async (bytes: Buffer): Promise<Buffer> => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return await canvas.encode('png');
};

type Attempt = { readonly longSide: number; readonly stretch: boolean };

/**
 * Codes on photos can be small, pale or both: first the picture at a size where most are found at once, then with its
 * contrast stretched, then larger.
 */
const attemptsFor = (longSide: number): readonly Attempt[] => [
  { longSide: Math.min(longSide, 1800), stretch: false },
  { longSide: Math.min(longSide, 1800), stretch: true },
  { longSide: Math.min(Math.max(longSide, 1800), 3000), stretch: true },
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
 * The texts of the QR codes on a picture, from the first attempt that reads any. None where none can be read, which
 * says nothing about the invoice. Takes up to a second: it runs in the worker.
 */
export const qrTexts = async (picture: Buffer, encoding: ImageEncoding): Promise<readonly string[]> => {
  try {
    const bytes = encoding === 'bmp' ? await greyOfBmp(picture) : picture;
    const { width, height } = await (await openSharp(bytes)).metadata();
    reader ??= loadReader();
    const readBarcodes = await reader;
    for (const attempt of attemptsFor(Math.max(width, height))) {
      const found = await readBarcodes(toPixels(await greyAt(bytes, attempt)), readerOptions);
      const texts = found.filter(({ isValid }) => isValid).map(({ text }) => text);
      if (texts.length > 0) return texts;
    }
    return [];
  } catch {
    return [];
  }
};
