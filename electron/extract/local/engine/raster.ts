import type { Quad } from '../../../../shared/geometry.ts';
import type { RgbPixels } from '../../../formats/pictures/rgb-picture.ts';
import { homographyBetween, project, rectangle, type Homography } from '../../../../shared/homography.ts';

/** A picture and smaller copies of it, each half as large as the one before. They are made when first needed. */
export type Pyramid = { readonly level: (wanted: number) => RgbPixels; readonly full: RgbPixels };

/** Means of 2 × 2 pixels. */
const halved = ({ data, width, height }: RgbPixels): RgbPixels => {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(w * h * 3);
  const row = width * 3;
  for (let y = 0, to = 0; y < h; y += 1) {
    for (let x = 0, from = 2 * y * row; x < w; x += 1, from += 6) {
      for (let channel = 0; channel < 3; channel += 1, to += 1) {
        const at = from + channel;
        const sum = (data[at] ?? 0) + (data[at + 3] ?? 0) + (data[at + row] ?? 0) + (data[at + row + 3] ?? 0);
        out[to] = (sum + 2) >> 2;
      }
    }
  }
  return { data: out, width: w, height: h };
};

const mostLevels = 5;

export const createPyramid = (full: RgbPixels): Pyramid => {
  const levels = [full];
  return {
    full,
    level: (wanted) => {
      let last = full;
      for (let at = 1; at <= Math.min(wanted, mostLevels); at += 1) {
        if (Math.min(last.width, last.height) < 4) break;
        last = levels[at] ??= halved(last);
      }
      return last;
    },
  };
};

/** Up to the first a pixel is ink, from the second on paper. */
const [mostInk, leastPaper] = [60, 200];
/** Edges of print have about as many shades as ink; a picture of 1 bit has none, and few after compression. */
const mostShades = 0.1;

/** Whether a picture has black and white pixels only, as a scan of 1 bit. */
export const isBilevel = ({ data }: RgbPixels): boolean => {
  let [ink, shades] = [0, 0];
  for (let at = 0; at + 2 < data.length; at += 3) {
    const green = data[at + 1] ?? 0;
    if (green <= mostInk) ink += 1;
    else if (green < leastPaper) shades += 1;
  }
  return ink > 0 && shades <= mostShades * ink;
};

/** How a value of 0 to 255 becomes the input of a model: (value · gain + offset), for blue, green and red. */
export type Normalization = {
  readonly gain: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
};

/** Which part of a picture to sample: the map leads from pixels of the output to pixels of the picture. */
export type Sampling = { readonly toPicture: Homography; readonly width: number; readonly height: number };

/** Pixels of the picture for one pixel of the output, in the middle of the sampled part. */
const reduction = ({ toPicture, width, height }: Sampling): number => {
  const centre = project(toPicture, { x: width / 2, y: height / 2 });
  const right = project(toPicture, { x: width / 2 + 1, y: height / 2 });
  const below = project(toPicture, { x: width / 2, y: height / 2 + 1 });
  const across = Math.hypot(right.x - centre.x, right.y - centre.y);
  const down = Math.hypot(below.x - centre.x, below.y - centre.y);
  return Math.min(across, down);
};

/**
 * Samples a part of a picture by bilinear interpolation into planes of blue, green and red. Points outside repeat the
 * picture's edge.
 * @param stride width of a row of the output; columns from `width` on stay unchanged
 */
export const sampleInto = (
  out: Float32Array,
  stride: number,
  pyramid: Pyramid,
  sampling: Sampling,
  { gain, offset }: Normalization,
): void => {
  const { toPicture, width, height } = sampling;
  const wanted = Math.max(0, Math.floor(Math.log2(Math.max(1e-6, reduction(sampling))) + 0.3));
  const { data, width: levelWidth, height: levelHeight } = pyramid.level(wanted);
  const [scaleX, scaleY] = [levelWidth / pyramid.full.width, levelHeight / pyramid.full.height];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = toPicture;
  const plane = stride * height;
  const [lastX, lastY] = [levelWidth - 1, levelHeight - 1];
  for (let y = 0; y < height; y += 1) {
    const v = y + 0.5;
    for (let x = 0, to = y * stride; x < width; x += 1, to += 1) {
      const u = x + 0.5;
      const w = 1 / (g * u + i * v + j);
      const px = (a * u + b * v + c) * w * scaleX - 0.5;
      const py = (d * u + e * v + f) * w * scaleY - 0.5;
      const sx = px < 0 ? 0 : px > lastX ? lastX : px;
      const sy = py < 0 ? 0 : py > lastY ? lastY : py;
      const x0 = sx | 0;
      const y0 = sy | 0;
      const fx = sx - x0;
      const fy = sy - y0;
      const at = (y0 * levelWidth + x0) * 3;
      const right = x0 < lastX ? 3 : 0;
      const down = y0 < lastY ? levelWidth * 3 : 0;
      const tl = (1 - fx) * (1 - fy);
      const tr = fx * (1 - fy);
      const bl = (1 - fx) * fy;
      const br = fx * fy;
      for (let channel = 0; channel < 3; channel += 1) {
        const from = at + channel;
        const value =
          tl * (data[from] ?? 0) +
          tr * (data[from + right] ?? 0) +
          bl * (data[from + down] ?? 0) +
          br * (data[from + down + right] ?? 0);
        const target = 2 - channel;
        out[target * plane + to] = value * (gain[target] ?? 0) + (offset[target] ?? 0);
      }
    }
  }
};

/** The map from an upright crop to a quad, for sampling it; null for a degenerate quad. */
export const cropSampling = (quad: Quad, width: number, height: number): Sampling | null => {
  const toPicture = homographyBetween(rectangle(width, height), quad);
  return toPicture ? { toPicture, width, height } : null;
};
