import type { Quad } from '../../geometry.ts';
import type { ReadLine } from '../element-blocks.ts';

/** The page's own axes: `along` runs as the print reads, `across` runs down the page. Both in pixels. */
export type PageFrame = {
  /** Radians from the picture's x axis, clockwise on screen. */
  readonly angle: number;
  /** How far off it may be (standard error), radians. */
  readonly error: number;
  /** Whether the longer lines agree on it. */
  readonly isSteady: boolean;
};

/** A line in the page's axes. */
export type PlacedLine = ReadLine & {
  readonly quad: Quad;
  readonly from: number;
  readonly to: number;
  /** Centre across the page. */
  readonly across: number;
  readonly height: number;
};

type Tilt = { readonly angle: number; readonly length: number };

/** Lines whose direction differs by more than this from the page's are misread or stand aslant by themselves. */
const strayAngle = (6 * Math.PI) / 180;
/** Share of all line length that may stray before the page has no direction to rely on. */
const strayShare = 0.3;

/** Direction of the page from the upper and lower edges of all its lines, the long ones counting more. */
export const pageFrame = (quads: readonly Quad[]): PageFrame | null => {
  const tilts = quads.map(tiltOf).filter(({ length }) => length > 1);
  const reference = Math.atan2(
    sum(tilts, ({ angle, length }) => Math.sin(angle) * length),
    sum(tilts, ({ angle, length }) => Math.cos(angle) * length),
  );
  const turned = tilts.map(({ angle, length }) => ({ angle: wrap(angle - reference), length }));
  const middle = weightedMedian(turned);
  if (middle === null) return null;
  const near = turned.filter(({ angle }) => Math.abs(angle - middle) <= strayAngle / 2);
  // The error of a line's direction falls with its length, so that its weight grows with the square of it.
  const weight = sum(near, ({ length }) => length * length);
  const mean = weight > 0 ? sum(near, ({ angle, length }) => angle * length * length) / weight : middle;
  const straying = turned.filter(({ angle }) => Math.abs(angle - mean) > strayAngle);
  const total = sum(turned, ({ length }) => length);
  return {
    angle: reference + mean,
    error: directionError(near, mean, quads),
    isSteady: sum(straying, ({ length }) => length) <= strayShare * total,
  };
};

const leastError = (0.1 * Math.PI) / 180;
/** Boxes that all lie straight are the picture's own, and tell nothing of the page. */
const straightBoxError = (2 * Math.PI) / 180;

const directionError = (tilts: readonly Tilt[], mean: number, quads: readonly Quad[]): number => {
  const isStraight = quads.every(([tl, tr, br, bl]) => tl.y === tr.y && bl.y === br.y);
  if (isStraight) return straightBoxError;
  const weight = sum(tilts, ({ length }) => length * length);
  if (weight === 0) return straightBoxError;
  const spread = sum(tilts, ({ angle, length }) => (length * length * (angle - mean)) ** 2);
  return Math.max(leastError, Math.sqrt(spread) / weight);
};

const tiltOf = ([tl, tr, br, bl]: Quad): Tilt => {
  const [x, y] = [tr.x - tl.x + br.x - bl.x, tr.y - tl.y + br.y - bl.y];
  return { angle: Math.atan2(y, x), length: Math.hypot(x, y) / 2 };
};

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
};

const weightedMedian = (tilts: readonly Tilt[]): number | null => {
  const sorted = [...tilts].sort((one, other) => one.angle - other.angle);
  const half = sum(sorted, ({ length }) => length) / 2;
  let passed = 0;
  for (const { angle, length } of sorted) {
    passed += length;
    if (passed >= half) return angle;
  }
  return null;
};

/** A line in the page's axes; null where it has no place, or one without any extent. */
export const placeLine = (line: ReadLine, { angle }: PageFrame): PlacedLine | null => {
  if (!line.quad) return null;
  const [tl, tr, br, bl] = line.quad;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (x: number, y: number) => x * cos + y * sin;
  const across = (x: number, y: number) => y * cos - x * sin;
  const [left, right] = [along(tl.x + bl.x, tl.y + bl.y) / 2, along(tr.x + br.x, tr.y + br.y) / 2];
  const [top, bottom] = [across(tl.x + tr.x, tl.y + tr.y) / 2, across(bl.x + br.x, bl.y + br.y) / 2];
  const height = Math.abs(bottom - top);
  if (height < 1 || Math.abs(right - left) < 1) return null;
  return {
    text: line.text,
    score: line.score,
    quad: line.quad,
    from: Math.min(left, right),
    to: Math.max(left, right),
    across: (top + bottom) / 2,
    height,
  };
};

/** Centre of a line along the page. */
export const middleOf = ({ from, to }: PlacedLine): number => (from + to) / 2;

/** The smallest rectangle in the page's direction around some quads, as a quad; null for none. */
export const quadAround = (quads: readonly Quad[], angle: number): Quad | null => {
  const only = quads[0];
  if (!only) return null;
  if (quads.length === 1) return only;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = quads.flat();
  const alongs = points.map(({ x, y }) => x * cos + y * sin);
  const acrosses = points.map(({ x, y }) => y * cos - x * sin);
  const [from, to] = [Math.min(...alongs), Math.max(...alongs)];
  const [top, bottom] = [Math.min(...acrosses), Math.max(...acrosses)];
  const corner = (along: number, across: number) => ({
    x: along * cos - across * sin,
    y: along * sin + across * cos,
  });
  return [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)];
};
