import type { Canvas, Image } from '@napi-rs/canvas';
import { openPdf } from '../../../../formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../../../formats/pdf/pdf-page.ts';

/** Maximum total pixels of the pictures of a page. */
export const maxImagePixels = 40_000_000;

type Size = { readonly width: number; readonly height: number };

const pngSignature = '89504e470d0a1a0a';
const isPng = (bytes: Buffer): boolean => bytes.toString('hex', 0, 8) === pngSignature;
const isJpg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;
const isBmp = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'BM';
const isGif = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'GIF8';
const isJbig2 = (bytes: Buffer): boolean => bytes.toString('hex', 0, 8) === '974a42320d0a1a0a';

/** The size in a JPEG's first frame. */
const jpgSize = (bytes: Buffer): Size | null => {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

const sizeOf = (bytes: Buffer): Size | null => {
  if (bytes.length < 26) return null;
  if (isPng(bytes)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (isJpg(bytes)) return jpgSize(bytes);
  if (isBmp(bytes))
    return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) };
  return isGif(bytes) ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null;
};

const pngParts = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** A PNG without optional chunks: texts in them may expand to gigabytes. */
const plainPng = (bytes: Buffer): Buffer => {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (pngParts.has(bytes.toString('latin1', at + 4, at + 8))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
};

const objectsOf = (width: number, height: number, data: Buffer): readonly Buffer[] => {
  const draw = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
  return [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    ),
    Buffer.from(`<</Length ${draw.length}>>stream\n${draw}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode/Length ${data.length}>>stream\n`,
      ),
      data,
      Buffer.from('\nendstream'),
    ]),
  ];
};

/** A one-page PDF with a JBIG2 picture: only the PDF library can decode it. */
const pdfAround = (width: number, height: number, data: Buffer): Uint8Array<ArrayBuffer> => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, body] of objectsOf(width, height, data).entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj`), body, Buffer.from('endobj\n')]);
    offsets.push(at);
    parts.push(object);
    at += object.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
};

const pageInformation = 48;
const endOfPage = 49;
const endOfFile = 51;

/** The segments and the size of a JBIG2 file with one page in sequential organization; otherwise null. */
const jbig2Segments = (bytes: Buffer): (Size & { readonly data: Buffer }) | null => {
  const flags = bytes[8] ?? 0;
  if ((flags & 1) === 0) return null;
  const parts: Buffer[] = [];
  let size: Size | null = null;
  for (let at = (flags & 2) === 0 ? 13 : 9; at + 11 <= bytes.length;) {
    const type = (bytes[at + 4] ?? 0) & 0x3f;
    const isWide = ((bytes[at + 4] ?? 0) & 0x40) !== 0;
    const referred = (bytes[at + 5] ?? 0) >> 5;
    if (referred > 4) return null;
    const number = bytes.readUInt32BE(at);
    const referredBytes = referred * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
    const lengthAt = at + 6 + referredBytes + (isWide ? 4 : 1);
    if (lengthAt + 4 > bytes.length) return null;
    const end = lengthAt + 4 + bytes.readUInt32BE(lengthAt);
    if (end > bytes.length) return null;
    if (type === pageInformation)
      size = { width: bytes.readUInt32BE(lengthAt + 4), height: bytes.readUInt32BE(lengthAt + 8) };
    if (type !== endOfPage && type !== endOfFile) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return size && { ...size, data: Buffer.concat(parts) };
};

const decodeJbig2 = async (bytes: Buffer): Promise<Canvas | null> => {
  const found = jbig2Segments(bytes);
  if (!found || found.width < 1 || found.height < 1 || found.width * found.height > maxImagePixels)
    return null;
  const opened = await openPdf(pdfAround(found.width, found.height, found.data), null);
  if (!opened.ok) return null;
  try {
    const page = await openPdfPage(opened.value, 1);
    const rendered = page.ok ? await renderPdfPage(page.value.page, 72) : page;
    if (!rendered.ok) return null;
    const { pixels } = rendered.value;
    const { createCanvas, ImageData } = await import('@napi-rs/canvas');
    const canvas = createCanvas(pixels.width, pixels.height);
    const data = new Uint8ClampedArray(
      pixels.data.buffer,
      pixels.data.byteOffset,
      pixels.data.byteLength,
    ).slice();
    canvas.getContext('2d').putImageData(new ImageData(data, pixels.width, pixels.height), 0, 0);
    return canvas;
  } finally {
    await opened.value.close();
  }
};

export type DrawnImage = Canvas | Image;

/**
 * Decodes a picture of a page (PNG, JPEG, BMP, GIF, JBIG2); null if it has another format, is too large or
 * damaged.
 * @param most the maximum number of pixels
 */
export const decodePicture = async (
  bytes: Buffer,
  most: number = maxImagePixels,
): Promise<DrawnImage | null> => {
  try {
    const size = isJbig2(bytes) ? jbig2Segments(bytes) : sizeOf(bytes);
    if (!size || size.width < 1 || size.height < 1 || size.width * size.height > most) return null;
    if (isJbig2(bytes)) return await decodeJbig2(bytes);
    const { loadImage } = await import('@napi-rs/canvas');
    return await loadImage(isPng(bytes) ? plainPng(bytes) : bytes);
  } catch {
    // Any decoder error means a damaged picture: the page is drawn without it.
    return null;
  }
};
