import { boundedPicture } from '../formats/pictures/bounded-picture.ts';
import sharp from 'sharp';
import { coveredBox, grownBox, type Cover } from '../../shared/face/edit.ts';
import type { Face } from '../../shared/face/model.ts';
import type { Box } from '../../shared/geometry.ts';
import { coverRect, pixelRect, type PixelRect, type Rgb } from './cover-faces.ts';
import { bufferOver } from '../infra/bytes.ts';

/** A photo and the size that its face coordinates refer to. */
export type Photo = {
  readonly bytes: Uint8Array;
  readonly sent: { readonly width: number; readonly height: number };
  readonly type: 'image/jpeg' | 'image/png' | 'image/bmp';
  /** Output format, if different from the photo's. */
  readonly as?: 'jpg' | 'png';
};

/** The output format: the photo's own, except that formats other than jpg become png. */
export const encodingOf = ({ type, as }: Pick<Photo, 'type' | 'as'>): 'jpg' | 'png' =>
  as ?? (type === 'image/jpeg' ? 'jpg' : 'png');

const jpegQuality = 92;
/** At a lower quality, JPEG noise can distort a cover of a few pixels. */
const jpegQualityAtMost = 100;

/** Converts a bmp to png, because sharp can't read bmp. */
const readable = async ({ bytes, type }: Pick<Photo, 'bytes' | 'type'>): Promise<Uint8Array> => {
  if (type !== 'image/bmp') return boundedPicture(bufferOver(bytes)).bytes;
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.encode('png');
};

/** The bytes of a photo are not a readable picture. */
export class UnreadablePhoto extends Error {}

/** The stored pixels without any EXIF turn: face coordinates refer to them. */
const pixelsOf = async (photo: Pick<Photo, 'bytes' | 'type'>): Promise<Rgb> => {
  const { data, info } = await sharp(await readable(photo), { limitInputPixels: 100_000_000 })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Encodes the pixels without metadata, profile or embedded thumbnail. */
const encode = ({ data, width, height }: Rgb, photo: Photo, quality: number): Promise<Buffer> => {
  const picture = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  return encodingOf(photo) === 'png'
    ? picture.png().toBuffer()
    : picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
};

const scaled = ({ x, y, w, h }: Box, { sent }: Photo, { width, height }: Rgb): Box => ({
  x: (x * width) / sent.width,
  y: (y * height) / sent.height,
  w: (w * width) / sent.width,
  h: (h * height) / sent.height,
});

const rectsOf = (boxes: readonly (Box | null)[], photo: Photo, pixels: Rgb): readonly PixelRect[] =>
  boxes.flatMap((box) => {
    const rect = box && pixelRect(scaled(box, photo, pixels), pixels);
    return rect ? [rect] : [];
  });

/** Encoding may shift a colour by this many of 256 steps on average; more could show what was covered. */
const mostShift = 6;

const meanShift = (one: Rgb, other: Rgb, { left, top, right, bottom }: PixelRect): number => {
  let sum = 0;
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * one.width + left) * 3; at < (y * one.width + right) * 3; at += 1)
      sum += Math.abs(one.data[at]! - other.data[at]!);
  return sum / ((right - left) * (bottom - top) * 3);
};

/** Decodes the output independently: it must show the covers and contain nothing but pixels. */
const isCovered = async (
  written: Buffer,
  photo: Photo,
  covered: Rgb,
  rects: readonly PixelRect[],
): Promise<boolean> => {
  const { exif, xmp, iptc, icc } = await sharp(written).metadata();
  if (exif ?? xmp ?? iptc ?? icc) return false;
  const read = await pixelsOf({
    bytes: written,
    type: encodingOf(photo) === 'png' ? 'image/png' : 'image/jpeg',
  });
  if (read.width !== covered.width || read.height !== covered.height) return false;
  return rects.every((rect) => meanShift(read, covered, rect) <= mostShift);
};

export type Anonymous = {
  readonly bytes: Buffer;
  /** Number of faces without a position, which remain visible. */
  readonly uncovered: number;
};

/**
 * The photo at full size with some faces covered. The output is decoded and verified before it is returned.
 * @throws UnreadablePhoto if the bytes are not a picture
 */
export const anonymize = async (photo: Photo, faces: readonly Face[], cover: Cover): Promise<Anonymous> => {
  const pixels = await pixelsOf(photo).catch((cause: unknown) => {
    throw new UnreadablePhoto('The photo is not a readable picture', { cause });
  });
  const boxes = faces.map((face) => coveredBox(face, photo.sent));
  const rects = rectsOf(boxes, photo, pixels);
  for (const rect of rects) coverRect(pixels, rect, cover);
  for (const quality of [jpegQuality, jpegQualityAtMost]) {
    const bytes = await encode(pixels, photo, quality);
    if (await isCovered(bytes, photo, pixels, rects))
      return { bytes, uncovered: faces.length - rects.length };
  }
  throw new Error('A covered face shows through');
};

type CutOut = { readonly index: number; readonly bytes: Buffer };

/**
 * Each face cropped from the photo.
 * @param margin around its box, as a fraction of its sides
 */
export const cropFaces = async function* (
  photo: Photo,
  faces: readonly Face[],
  margin: number,
): AsyncGenerator<CutOut> {
  const pixels = await pixelsOf(photo);
  const { data, width, height } = pixels;
  for (const { index, box } of faces) {
    const [rect] = rectsOf([box && grownBox(box, margin)], photo, pixels);
    if (!rect) continue;
    const picture = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false }).extract({
      left: rect.left,
      top: rect.top,
      width: rect.right - rect.left,
      height: rect.bottom - rect.top,
    });
    const bytes = await (
      encodingOf(photo) === 'png'
        ? picture.png()
        : picture.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    ).toBuffer();
    yield { index, bytes };
  }
};
