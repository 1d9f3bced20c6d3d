import type { Rgba } from './palette.ts';

/**
 * Pixels written directly. A canvas takes about a microsecond per small shape. Ten thousand faces with points
 * make two hundred thousand shapes; writing them into memory takes a few milliseconds in total.
 */
export type Raster = {
  readonly width: number;
  readonly height: number;
  /** One number per pixel, in the byte order of ImageData. */
  readonly pixels: Uint32Array;
};

const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A colour as one number, as in a raster. */
export const packColor = ([r, g, b, a]: Rgba): number =>
  (littleEndian ? (a << 24) | (b << 16) | (g << 8) | r : (r << 24) | (g << 16) | (b << 8) | a) >>> 0;

const alphaShift = littleEndian ? 24 : 0;

export const rasterOf = (image: ImageData): Raster => ({
  width: image.width,
  height: image.height,
  pixels: new Uint32Array(image.data.buffer),
});

/** Fills the pixels from (left, top) up to, but excluding, (right, bottom). Clips to the raster. */
export const fillRect = (
  { width, height, pixels }: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  color: number,
): void => {
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)];
  const [x1, y1] = [Math.min(width, right), Math.min(height, bottom)];
  if (x0 >= x1) return;
  for (let y = y0; y < y1; y += 1) {
    const row = y * width;
    if (x1 - x0 > 8) pixels.fill(color, row + x0, row + x1);
    else for (let x = x0; x < x1; x += 1) pixels[row + x] = color;
  }
};

/** Draws a frame with lines centred on the edges; at least one pixel wide. */
export const frameRect = (
  raster: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  width: number,
  color: number,
): void => {
  const half = width / 2;
  const [l, t, r, b] = [left, top, right, bottom].map((edge) => Math.round(edge - half));
  if (l === undefined || t === undefined || r === undefined || b === undefined) return;
  fillRect(raster, l, t, r + width, t + width, color);
  fillRect(raster, l, b, r + width, b + width, color);
  fillRect(raster, l, t + width, l + width, b, color);
  fillRect(raster, r, t + width, r + width, b, color);
};

/** A small picture of a disc: the coverage of each pixel, 0 to 255. */
export type Disc = { readonly size: number; readonly cover: Uint8Array };

const discs = new Map<number, Disc>();

/** The disc for a radius in pixels, rounded to a quarter pixel; cached. */
export const discOf = (radius: number): Disc => {
  const key = Math.max(2, Math.round(radius * 4));
  const known = discs.get(key);
  if (known) return known;
  const made = drawDisc(key / 4);
  discs.set(key, made);
  return made;
};

const drawDisc = (radius: number): Disc => {
  const reach = Math.ceil(radius - 0.5);
  const size = 2 * reach + 1;
  const cover = new Uint8Array(size * size);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const inside = radius + 0.5 - Math.hypot(x - reach, y - reach);
      cover[y * size + x] = Math.round(255 * Math.min(1, Math.max(0, inside)));
    }
  return { size, cover };
};

/** Draws a disc around a pixel. Where discs overlap, the higher coverage wins. */
export const stampDisc = (raster: Raster, disc: Disc, x: number, y: number, color: number): void => {
  const { width, height, pixels } = raster;
  const reach = (disc.size - 1) / 2;
  const [left, top] = [Math.round(x - 0.5) - reach, Math.round(y - 0.5) - reach];
  if (left >= width || top >= height || left + disc.size <= 0 || top + disc.size <= 0) return;
  const solid = (color >>> alphaShift) & 255;
  const plain = (color & ~(255 << alphaShift)) >>> 0;
  for (let row = 0; row < disc.size; row += 1) {
    const py = top + row;
    if (py < 0 || py >= height) continue;
    for (let column = 0; column < disc.size; column += 1) {
      const px = left + column;
      if (px < 0 || px >= width) continue;
      const alpha = Math.round((disc.cover[row * disc.size + column]! * solid) / 255);
      const at = py * width + px;
      if (alpha > ((pixels[at]! >>> alphaShift) & 255) || alpha === 255)
        pixels[at] = (plain | (alpha << alphaShift)) >>> 0;
    }
  }
};
