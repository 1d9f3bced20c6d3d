import { boundedPicture } from '../infra/pictures/bounded-picture.ts';
import sharp from 'sharp';
import { coveredBox, grownBox, type Cover } from '../../shared/face/covers.ts';
import type { Face } from '../../shared/face/model.ts';
import type { Box } from '../../shared/geometry.ts';
import { coverRect, pixelRect, type PixelRect, type Rgb } from './cover-faces.ts';

/** A photo with the size in whose pixels its faces are told. */
export type Photo = {
  readonly bytes: Uint8Array;
  readonly sent: { readonly width: number; readonly height: number };
  readonly type: 'image/jpeg' | 'image/png' | 'image/bmp';
  /** What is made of it, where that is not like the photo itself. */
  readonly as?: 'jpg' | 'png';
};

/** What is written: like the photo itself, without what a jpg would add. */
export const encodingOf = ({ type, as }: Pick<Photo, 'type' | 'as'>): 'jpg' | 'png' =>
  as ?? (type === 'image/jpeg' ? 'jpg' : 'png');

const jpegQuality = 92;
/** A cover of a few pixels can drown in the noise around it at a lower one. */
const jpegQualityAtMost = 100;

/** A bmp as a png: sharp reads no bmp. */
const readable = async ({ bytes, type }: Pick<Photo, 'bytes' | 'type'>): Promise<Uint8Array> => {
  if (type !== 'image/bmp')
    return boundedPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).bytes;
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.encode('png');
};

/** The photo as it is stored: the faces are told in those pixels, whatever EXIF asks for. */
const pixelsOf = async (photo: Pick<Photo, 'bytes' | 'type'>): Promise<Rgb> => {
  const { data, info } = await sharp(await readable(photo), { limitInputPixels: 100_000_000 })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The pixels alone: no metadata, no profile, no small picture of before. */
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

/** Encoding may shift a colour by so many of its 256 steps on average, and not bring anything back. */
const mostShift = 6;

const meanShift = (one: Rgb, other: Rgb, { left, top, right, bottom }: PixelRect): number => {
  let sum = 0;
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * one.width + left) * 3; at < (y * one.width + right) * 3; at += 1)
      sum += Math.abs(one.data[at]! - other.data[at]!);
  return sum / ((right - left) * (bottom - top) * 3);
};

/** Opens what was written as anyone would: it shows the covers, and holds nothing beside its pixels. */
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
  /** Faces that nothing tells a place of: they are as they were. */
  readonly uncovered: number;
};

/**
 * The photo at its full size with some faces covered; what was written is read again before it is handed out. Rejects
 * where the bytes are no picture.
 */
export const anonymize = async (photo: Photo, faces: readonly Face[], cover: Cover): Promise<Anonymous> => {
  const pixels = await pixelsOf(photo);
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

export type Crop = { readonly index: number; readonly bytes: Buffer };

/** Each face cut out of the photo. @param margin around its box, as a part of its sides */
export const cropFaces = async function* (
  photo: Photo,
  faces: readonly Face[],
  margin: number,
): AsyncGenerator<Crop> {
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
