import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { ontoQuad, invertHomography, project, type Homography } from '../../samples/homography.ts';
import type { Quad } from '../../../shared/geometry.ts';
import type { Random } from '../random.ts';

export const degradations = ['clean', 'scanned', 'grey', '110 dpi', 'photographed'] as const;
export type Degradation = (typeof degradations)[number];

/** Pixels per unit of a sheet: a form is 1,600 units and 240 mm wide. */
export const scaleOf = (random: Random, degradation: Degradation): number => {
  const dpi =
    degradation === '110 dpi'
      ? 110
      : degradation === 'photographed'
        ? random.whole(180, 220)
        : random.pick([170, 200, 230]);
  return ((240 / 25.4) * dpi) / 1600;
};

type Raw = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };

const rawOf = (canvas: Canvas): Raw => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height };
};

/** Three channels: bilinear samples of the sheet through a map, outside of it a background. */
const warp = (
  sheet: Raw,
  size: { readonly width: number; readonly height: number },
  toSheet: Homography,
  background: (x: number, y: number) => number,
): Buffer => {
  const { data, width, height } = sheet;
  const out = Buffer.alloc(size.width * size.height * 3);
  const [a, b, c, d, e, f, g, h, i] = toSheet;
  for (let y = 0, at = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1, at += 3) {
      const w = g * (x + 0.5) + h * (y + 0.5) + i;
      const sx = (a * (x + 0.5) + b * (y + 0.5) + c) / w - 0.5;
      const sy = (d * (x + 0.5) + e * (y + 0.5) + f) / w - 0.5;
      if (sx < 0 || sy < 0 || sx >= width - 1 || sy >= height - 1) {
        const shade = background(x, y);
        out[at] = shade;
        out[at + 1] = shade * 0.86;
        out[at + 2] = shade * 0.7;
        continue;
      }
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
      const [fx, fy] = [sx - x0, sy - y0];
      const one = (y0 * width + x0) * 4;
      const below = one + width * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = (data[one + channel] ?? 0) * (1 - fx) + (data[one + 4 + channel] ?? 0) * fx;
        const lower = (data[below + channel] ?? 0) * (1 - fx) + (data[below + 4 + channel] ?? 0) * fx;
        out[at + channel] = upper * (1 - fy) + lower * fy;
      }
    }
  return out;
};

const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** Adds noise, and light that falls off to one side. */
const light = (
  random: Random,
  data: Buffer,
  width: number,
  height: number,
  noise: number,
  fall: number,
): void => {
  const [cx, cy] = [random.between(0.2, 0.8) * width, random.between(0.2, 0.8) * height];
  const reach = Math.hypot(width, height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const dim = 1 - fall * (Math.hypot(x - cx, y - cy) / reach) ** 1.5;
      const grain = (random.next() + random.next() - 1) * noise;
      for (let channel = 0; channel < 3; channel += 1)
        data[at + channel] = clamp((data[at + channel] ?? 0) * dim + grain);
    }
};

const turned = (degrees: number, width: number, height: number): Homography => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [width / 2, height / 2];
  return [cos, -sin, cx - cos * cx + sin * cy, sin, cos, cy - sin * cx - cos * cy, 0, 0, 1];
};

/** A map of the sheet to the picture, row-major 3 × 3, and the bytes of the picture. */
export type Degraded = { readonly bytes: Buffer; readonly toPicture: Homography };

const plain: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const scan = async (random: Random, sheet: Raw, isGrey: boolean): Promise<Degraded> => {
  const { width, height } = sheet;
  const toPicture = turned(random.between(-1.4, 1.4), width, height);
  const data = warp(sheet, sheet, invertHomography(toPicture), () => 250);
  light(random, data, width, height, isGrey ? 14 : 22, 0.04);
  const image = sharp(data, { raw: { width, height, channels: 3 } }).blur(isGrey ? 0.6 : 0.5);
  const contrast = isGrey ? image.grayscale().linear(0.75, 48) : image;
  return { bytes: await contrast.jpeg({ quality: isGrey ? 70 : 75 }).toBuffer(), toPicture };
};

const photograph = async (random: Random, sheet: Raw): Promise<Degraded> => {
  const { width, height } = sheet;
  const size = { width: Math.round(width * 1.14), height: Math.round(height * 1.2) };
  const [left, top] = [(size.width - width) / 2, (size.height - height) / 2];
  const off = (): number => random.between(-0.02, 0.035) * width;
  const quad: Quad = [
    { x: left + off(), y: top + off() },
    { x: left + width - off(), y: top + off() },
    { x: left + width - off(), y: top + height - off() },
    { x: left + off(), y: top + height - off() },
  ];
  const toPicture = ontoQuad(width, height, quad);
  const tone = random.between(80, 150);
  const data = warp(
    sheet,
    size,
    invertHomography(toPicture),
    (x, y) => tone + 12 * Math.sin(y * 0.021 + Math.sin(x * 0.003) * 2),
  );
  light(random, data, size.width, size.height, 18, random.between(0.2, 0.45));
  const image = sharp(data, { raw: { ...size, channels: 3 } }).blur(random.between(0.5, 0.9));
  return { bytes: await image.jpeg({ quality: 80 }).toBuffer(), toPicture };
};

/** Takes a picture of a drawn sheet. */
export const degrade = async (
  random: Random,
  canvas: Canvas,
  degradation: Degradation,
): Promise<Degraded> => {
  const sheet = rawOf(canvas);
  if (degradation === 'scanned' || degradation === 'grey') return scan(random, sheet, degradation === 'grey');
  if (degradation === 'photographed') return photograph(random, sheet);
  const { width, height } = sheet;
  const image = sharp(sheet.data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const bytes =
    degradation === 'clean'
      ? await image.png({ compressionLevel: 3 }).toBuffer()
      : await image.jpeg({ quality: 80 }).toBuffer();
  return { bytes, toPicture: plain };
};

/** A point of the sheet, in pixels of its drawing, in the picture. */
export const onPicture = (
  { toPicture }: Degraded,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } => project(toPicture, { x, y });
