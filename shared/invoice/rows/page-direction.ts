import type { Quad } from '../../geometry.ts';
import type { ReadLine } from '../element-blocks.ts';

/** The direction of the page's print in the picture. */
export type PageDirection = {
  /** Radians from the picture's x axis, clockwise on screen. */
  readonly angle: number;
  /** Standard error of the angle, radians. */
  readonly error: number;
  /** How the direction changes from top to bottom, as on a photo taken at a slant; null if it does not. */
  readonly fan: Fan | null;
  /** Whether all boxes are parallel to the picture: they may then follow the picture instead of the page. */
  readonly isStraight: boolean;
  /** Whether most of the print agrees on the direction. */
  readonly isSteady: boolean;
};

/** Radians per pixel across, around a place in the page's axes where the page's angle holds. */
type Fan = { readonly perPixel: number; readonly along: number; readonly across: number };

type Stroke = {
  /** Radians relative to the reference. */
  readonly angle: number;
  readonly length: number;
  /** The error of a stroke's direction decreases with its length, so its weight is the length squared. */
  readonly weight: number;
  readonly x: number;
  readonly y: number;
};

/** Print that differs by more than this is misread or intentionally slanted. */
const strayAngle = (6 * Math.PI) / 180;
/** Share of all print, by length, that may deviate before the direction is unreliable. */
const strayShare = 0.3;
const leastError = (0.1 * Math.PI) / 180;
/** How far a page may be tilted while all its boxes are straight. */
const straightBoxError = (2 * Math.PI) / 180;

/** Direction of the page from the upper and lower edges of all its lines, weighted by length. */
export const pageDirection = (quads: readonly Quad[]): PageDirection | null => {
  const strokes = quads.map(strokeOf).filter(({ length }) => length > 1);
  const reference = Math.atan2(
    sum(strokes, ({ angle, length }) => Math.sin(angle) * length),
    sum(strokes, ({ angle, length }) => Math.cos(angle) * length),
  );
  const turned = strokes.map((stroke) => turn(stroke, reference));
  const middle = weightedMedian(turned);
  if (middle === null) return null;
  const near = turned.filter(({ angle }) => Math.abs(angle - middle) <= strayAngle);
  const line = fitLine(near);
  const isStraight = quads.every(([tl, tr, br, bl]) => tl.y === tr.y && bl.y === br.y);
  const straying = turned.filter(({ angle }) => Math.abs(angle - line.mean) > strayAngle);
  return {
    angle: reference + line.mean,
    error: isStraight ? straightBoxError : Math.max(leastError, line.error),
    fan: line.fan,
    isStraight,
    isSteady: sum(straying, ({ length }) => length) <= strayShare * sum(turned, ({ length }) => length),
  };
};

const strokeOf = ([tl, tr, br, bl]: Quad): Stroke => {
  const [x, y] = [tr.x - tl.x + br.x - bl.x, tr.y - tl.y + br.y - bl.y];
  const weight = (x * x + y * y) / 4;
  return {
    angle: Math.atan2(y, x),
    length: Math.sqrt(weight),
    weight,
    x: (tl.x + tr.x + br.x + bl.x) / 4,
    y: (tl.y + tr.y + br.y + bl.y) / 4,
  };
};

/** A stroke relative to a reference direction, in axes along and across it. */
const turn = ({ angle, length, weight, x, y }: Stroke, reference: number): Stroke => {
  const [cos, sin] = [Math.cos(reference), Math.sin(reference)];
  const off = angle - reference;
  return {
    // Between minus and plus half a turn.
    angle: off - 2 * Math.PI * Math.round(off / (2 * Math.PI)),
    length,
    weight,
    x: x * cos + y * sin,
    y: y * cos - x * sin,
  };
};

type FittedLine = { readonly mean: number; readonly error: number; readonly fan: Fan | null };

/** Number of strokes, significance and width needed to distinguish a fan from noise. */
const fanStrokes = 8;
const fanErrors = 4;
const leastFan = (0.5 * Math.PI) / 180;

/** Direction, and its change down the page if that is significant. */
const fitLine = (strokes: readonly Stroke[]): FittedLine => {
  const { weight, mean, along, across } = centreOf(strokes);
  const { perPixel, error, reach } = slopeDown(strokes, mean, across);
  const isFan =
    strokes.length >= fanStrokes &&
    Math.abs(perPixel) > fanErrors * error &&
    Math.abs(perPixel) * reach > leastFan;
  if (!isFan) {
    const spread = sum(strokes, (stroke) => (stroke.weight * (stroke.angle - mean)) ** 2);
    return { mean, error: Math.sqrt(spread) / weight, fan: null };
  }
  // The page's axes are rotated by the mean relative to those of the strokes.
  const [cos, sin] = [Math.cos(mean), Math.sin(mean)];
  const fan = { perPixel, along: along * cos + across * sin, across: across * cos - along * sin };
  return { mean, error: Math.hypot(leastError, (error * reach) / 2), fan };
};

type Centre = {
  readonly weight: number;
  readonly mean: number;
  readonly along: number;
  readonly across: number;
};

const centreOf = (strokes: readonly Stroke[]): Centre => {
  let [weight, angle, x, y] = [0, 0, 0, 0];
  for (const stroke of strokes) {
    weight += stroke.weight;
    angle += stroke.weight * stroke.angle;
    x += stroke.weight * stroke.x;
    y += stroke.weight * stroke.y;
  }
  return { weight, mean: angle / weight, along: x / weight, across: y / weight };
};

/** Change of direction per pixel down the page, its standard error, and the extent of the strokes. */
const slopeDown = (strokes: readonly Stroke[], mean: number, across: number) => {
  let [lever, turning, top, bottom] = [0, 0, Infinity, -Infinity];
  for (const { angle, weight, y } of strokes) {
    lever += weight * (y - across) ** 2;
    turning += weight * (y - across) * (angle - mean);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const perPixel = turning / lever;
  let residuals = 0;
  for (const { angle, weight, y } of strokes)
    residuals += (weight * (y - across) * (angle - mean - perPixel * (y - across))) ** 2;
  return { perPixel, error: Math.sqrt(residuals) / lever, reach: bottom - top };
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
};

const weightedMedian = (strokes: readonly Stroke[]): number | null => {
  const sorted = [...strokes].sort((one, other) => one.angle - other.angle);
  const half = sum(sorted, ({ length }) => length) / 2;
  let passed = 0;
  for (const { angle, length } of sorted) {
    passed += length;
    if (passed >= half) return angle;
  }
  return null;
};

/** A line in the page's own axes: `along` in reading direction, `across` down the page. Both in pixels. */
export type PlacedLine = ReadLine & {
  readonly quad: Quad;
  readonly from: number;
  readonly to: number;
  /** Centre across the page, where the page's direction through it meets the middle of the print. */
  readonly across: number;
  readonly height: number;
};

/** A line in the page's axes; null if it has no position or no extent. */
export const placeLine = (line: ReadLine, { angle, fan }: PageDirection): PlacedLine | null => {
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
    across: levelOf((left + right) / 2, (top + bottom) / 2, fan),
    height,
  };
};

/** Follows the fan of directions from a place to the middle of the print. */
const levelOf = (along: number, across: number, fan: PageDirection['fan']): number =>
  fan === null ? across : fan.across + (across - fan.across) / (1 + fan.perPixel * (along - fan.along));

/** Centre of a line along the page. */
export const middleOf = ({ from, to }: PlacedLine): number => (from + to) / 2;

/** The smallest rectangle in the page's direction around some quads, as a quad; null if there are none. */
export const quadAround = (quads: readonly Quad[], angle: number): Quad | null => {
  const only = quads[0];
  if (!only) return null;
  if (quads.length === 1) return only;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [from, to, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const quad of quads)
    for (const { x, y } of quad) {
      const [along, across] = [x * cos + y * sin, y * cos - x * sin];
      from = Math.min(from, along);
      to = Math.max(to, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
  const corner = (along: number, across: number) => ({
    x: along * cos - across * sin,
    y: along * sin + across * cos,
  });
  return [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)];
};
