import type { ImagePoint, Quad } from '../../../../shared/geometry.ts';
import type { Frame } from './find-text.ts';
import { homographyBetween, rectangle } from '../../../../shared/homography.ts';
import type { RgbPixels } from '../../../formats/pictures/rgb-picture.ts';

/** The border of the paper is searched on a copy about this long. */
const searchedSide = 400;
/** Part of the picture that the paper covers. Beyond the upper limit there is nothing to cut off. */
const [leastCover, mostCover] = [0.2, 0.97];
/** Part of the four corners' area that is paper. */
const leastFill = 0.93;
/** Part of the picture around the paper that may be as bright as paper: around the frame of a form, nearly all is. */
const mostBrightAround = 0.5;
/** Radians by which opposite sides must differ, or nothing is gained. */
const leastPerspective = 0.012;
/** Radians by which a corner may differ from a right angle. */
const mostCorner = 0.6;

type Grey = {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
};

/** A small grey copy: means of squares. */
const smallGrey = ({ data, width, height }: RgbPixels): Grey => {
  const size = Math.max(1, Math.floor(Math.max(width, height) / searchedSide));
  const [w, h] = [Math.floor(width / size), Math.floor(height / size)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < size; dy += 1)
        for (let dx = 0, at = ((y * size + dy) * width + x * size) * 3; dx < size; dx += 1, at += 3)
          sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      out[y * w + x] = sum / (3 * size * size);
    }
  return { data: out, width: w, height: h, scale: size };
};

/** The value that separates dark from bright best (Otsu). */
const separation = (data: Uint8Array): number => {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const total = data.length;
  const sum = counts.reduce((all, count, value) => all + count * value, 0);
  let [below, belowSum, best, most] = [0, 0, 128, -1];
  for (const [value, count] of counts.entries()) {
    below += count;
    belowSum += count * value;
    if (below === 0 || below === total) continue;
    const difference = belowSum / below - (sum - belowSum) / (total - below);
    const between = below * (total - below) * difference * difference;
    if (between > most) [best, most] = [value, between];
  }
  return best;
};

/** The largest bright region: its first and last pixel in each row, and its area with the dark print inside of it. */
const brightRegion = ({ data, width, height }: Grey, limit: number) => {
  const labels = new Int32Array(width * height);
  let best: { readonly size: number; readonly label: number } = { size: 0, label: 0 };
  const stack: number[] = [];
  let label = 0;
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== 0 || (data[start] ?? 0) <= limit) continue;
    label += 1;
    labels[start] = label;
    stack.push(start);
    let size = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size += 1;
      const x = at % width;
      const near = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const next of near)
        if (next >= 0 && next < labels.length && labels[next] === 0 && (data[next] ?? 0) > limit) {
          labels[next] = label;
          stack.push(next);
        }
    }
    if (size > best.size) best = { size, label };
  }
  const points: ImagePoint[] = [];
  let area = 0;
  for (let y = 0; y < height; y += 1) {
    const row = labels.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(best.label);
    if (first < 0 || best.label === 0) continue;
    const last = row.lastIndexOf(best.label);
    points.push({ x: first, y }, { x: first, y: y + 1 }, { x: last + 1, y }, { x: last + 1, y: y + 1 });
    area += last + 1 - first;
  }
  return { points, area };
};

const cross = (o: ImagePoint, a: ImagePoint, b: ImagePoint): number =>
  (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

const halfHull = (ordered: readonly ImagePoint[]): ImagePoint[] => {
  const chain: ImagePoint[] = [];
  for (const point of ordered) {
    for (;;) {
      const [a, b] = [chain.at(-2), chain.at(-1)];
      if (!a || !b || cross(a, b, point) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
};

/** The convex hull, clockwise on the screen. */
const hullOf = (points: readonly ImagePoint[]): readonly ImagePoint[] => {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
};

const areaOf = (points: readonly ImagePoint[]): number =>
  Math.abs(
    points.reduce((sum, a, index) => {
      const b = points[(index + 1) % points.length] ?? a;
      return sum + a.x * b.y - b.x * a.y;
    }, 0),
  ) / 2;

/** Where two lines through two points each meet; null if they are nearly parallel. */
const meeting = (a: ImagePoint, b: ImagePoint, c: ImagePoint, d: ImagePoint): ImagePoint | null => {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const bottom = ux * vy - uy * vx;
  if (Math.abs(bottom) < 1e-9 * Math.hypot(ux, uy) * Math.hypot(vx, vy)) return null;
  const share = ((c.x - a.x) * vy - (c.y - a.y) * vx) / bottom;
  return { x: a.x + share * ux, y: a.y + share * uy };
};

/**
 * Four corners around a hull: removes one side after the other, and prolongs its neighbours until they meet. The side
 * whose removal adds the least area goes first.
 */
const fourCorners = (hull: readonly ImagePoint[]): readonly ImagePoint[] | null => {
  const points = [...hull];
  while (points.length > 4) {
    let best: { readonly at: number; readonly corner: ImagePoint; readonly added: number } | null = null;
    for (const [at, b] of points.entries()) {
      const count = points.length;
      const a = points[(at + count - 1) % count] ?? b;
      const c = points[(at + 1) % count] ?? b;
      const d = points[(at + 2) % count] ?? b;
      const corner = meeting(a, b, c, d);
      if (!corner || cross(b, c, corner) > 0) continue;
      const added = areaOf([b, corner, c]);
      if (best === null || added < best.added) best = { at, corner, added };
    }
    if (best === null) return null;
    points[best.at] = best.corner;
    points.splice((best.at + 1) % points.length, 1);
  }
  return points.length === 4 ? points : null;
};

/** The same corners, from the top left one on. */
const fromTopLeft = (corners: readonly ImagePoint[]): Quad | null => {
  const sums = corners.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  const [tl, tr, br, bl] = [0, 1, 2, 3].map((step) => corners[(first + step) % 4]);
  return tl && tr && br && bl ? [tl, tr, br, bl] : null;
};

const directionOf = (from: ImagePoint, to: ImagePoint): number => Math.atan2(to.y - from.y, to.x - from.x);
const turnBetween = (a: number, b: number): number =>
  Math.abs(((a - b + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);

const isPlausible = ([tl, tr, br, bl]: Quad): boolean => {
  const sides = [directionOf(tl, tr), directionOf(tr, br), directionOf(br, bl), directionOf(bl, tl)];
  const corners = sides.map((side, index) => turnBetween(sides[(index + 1) % 4] ?? 0, side));
  return corners.every((corner) => Math.abs(corner - Math.PI / 2) < mostCorner);
};

const perspectiveOf = ([tl, tr, br, bl]: Quad): number =>
  Math.max(
    turnBetween(directionOf(tl, tr), directionOf(bl, br)),
    turnBetween(directionOf(tl, bl), directionOf(tr, br)),
  );

/** Whether most of what is outside of four corners is darker than paper. */
const isOnDarkGround = ({ data, width, height }: Grey, corners: Quad, limit: number): boolean => {
  let [outside, bright] = [0, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const point = { x: x + 0.5, y: y + 0.5 };
      if (corners.every((corner, at) => cross(corner, corners[(at + 1) % 4] ?? corner, point) >= 0)) continue;
      outside += 1;
      if ((data[y * width + x] ?? 0) > limit) bright += 1;
    }
  return bright <= mostBrightAround * outside;
};

const distance = (a: ImagePoint, b: ImagePoint): number => Math.hypot(b.x - a.x, b.y - a.y);

/**
 * The four corners of a sheet of paper on a darker background, in pixels; null if there is none, or if it fills the
 * picture. The frame of a form on a scanned sheet is none: there is paper around it.
 */
export const paperCorners = (raster: RgbPixels): Quad | null => {
  const grey = smallGrey(raster);
  if (Math.min(grey.width, grey.height) < 40) return null;
  const limit = separation(grey.data);
  const { points, area } = brightRegion(grey, limit);
  const cover = area / (grey.width * grey.height);
  if (cover < leastCover || cover > mostCover) return null;
  const corners = fourCorners(hullOf(points));
  if (!corners || area / areaOf(corners) < leastFill) return null;
  const small = fromTopLeft(corners);
  if (!small || !isPlausible(small) || !isOnDarkGround(grey, small, limit)) return null;
  const scaled = small.map(({ x, y }) => ({ x: x * grey.scale, y: y * grey.scale }));
  const [tl, tr, br, bl] = scaled;
  return tl && tr && br && bl ? [tl, tr, br, bl] : null;
};

/**
 * The frame of a photographed sheet without its perspective. It is as large as the longer of opposite sides.
 * @returns null if there is no such sheet, or no perspective to remove
 */
export const paperFrame = (raster: RgbPixels): Frame | null => {
  const corners = paperCorners(raster);
  if (!corners || perspectiveOf(corners) < leastPerspective) return null;
  const [tl, tr, br, bl] = corners;
  const width = Math.round(Math.max(distance(tl, tr), distance(bl, br)));
  const height = Math.round(Math.max(distance(tl, bl), distance(tr, br)));
  const toPicture = homographyBetween(rectangle(width, height), corners);
  return toPicture ? { width, height, toPicture } : null;
};
