import { applyTransform, type Transform } from '../../../../shared/geometry.ts';

/** Left, bottom, right, top, in points of the page. */
export type Bounds = readonly [left: number, bottom: number, right: number, top: number];

/** A part of the page, in points of its own coordinates (y up). */
export type Region = { readonly bounds: Bounds; readonly has: (x: number, y: number) => boolean };

/** A clip, and the clip that it was set in. */
export type Clip = { readonly region: Region; readonly outer: Clip | null };

export const isInClip = (clip: Clip | null, x: number, y: number): boolean => {
  for (let at = clip; at; at = at.outer) if (!at.region.has(x, y)) return false;
  return true;
};

const isInBounds = ([left, bottom, right, top]: Bounds, x: number, y: number): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

type Polygon = readonly number[];

const boundsOf = (polygons: readonly Polygon[]): Bounds => {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of polygons)
    for (let at = 0; at < points.length; at += 2) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  return [left, bottom, right, top];
};

/** The codes in the library's path data. */
const pathCodes = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticTo: 3, close: 4 } as const;
const curveSteps = 6;
/** More numbers than any shape on an invoice has. */
const maxNumbers = 60_000;

/** The polygons of a path of the library, mapped to the page. Curves become short lines. */
export const polygonsOf = (data: Float32Array, matrix: Transform): readonly Polygon[] => {
  const polygons: number[][] = [];
  let current: number[] = [];
  let [x, y] = [0, 0];
  const length = Math.min(data.length, maxNumbers);
  const add = (px: number, py: number): void => {
    const mapped = applyTransform(matrix, px, py);
    current.push(mapped.x, mapped.y);
  };
  const point = (at: number): readonly [number, number] => [data[at] ?? 0, data[at + 1] ?? 0];
  for (let at = 0; at < length;) {
    const code = data[at];
    if (code === pathCodes.moveTo) {
      [x, y] = point(at + 1);
      current = [];
      polygons.push(current);
      add(x, y);
      at += 3;
    } else if (code === pathCodes.lineTo) {
      [x, y] = point(at + 1);
      add(x, y);
      at += 3;
    } else if (code === pathCodes.curveTo) {
      const [[x1, y1], [x2, y2], [x3, y3]] = [point(at + 1), point(at + 3), point(at + 5)];
      for (let step = 1; step <= curveSteps; step += 1) {
        const t = step / curveSteps;
        const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        add(p * x + q * x1 + r * x2 + s * x3, p * y + q * y1 + r * y2 + s * y3);
      }
      [x, y] = [x3, y3];
      at += 7;
    } else if (code === pathCodes.quadraticTo) {
      const [[x1, y1], [x2, y2]] = [point(at + 1), point(at + 3)];
      for (let step = 1; step <= curveSteps; step += 1) {
        const t = step / curveSteps;
        const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
        add(p * x + q * x1 + r * x2, p * y + q * y1 + r * y2);
      }
      [x, y] = [x2, y2];
      at += 5;
    } else at += 1;
  }
  return polygons;
};

/** How often a polygon winds around a point. */
const windingOf = (points: Polygon, x: number, y: number): number => {
  let winding = 0;
  const { length } = points;
  let [fromX, fromY] = [points[length - 2] ?? 0, points[length - 1] ?? 0];
  for (let at = 0; at < length; at += 2) {
    const [toX, toY] = [points[at] ?? 0, points[at + 1] ?? 0];
    if (fromY <= y !== toY <= y) {
      const crossing = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
      if (crossing > x) winding += toY > fromY ? 1 : -1;
    }
    [fromX, fromY] = [toX, toY];
  }
  return winding;
};

const isRectangle = (points: Polygon, [left, bottom, right, top]: Bounds): boolean => {
  if (points.length !== 8 && points.length !== 10) return false;
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    if ((x !== left && x !== right) || (y !== bottom && y !== top)) return false;
  }
  // Neighbouring corners share one coordinate, so that the outline does not cross itself.
  return points[0] === points[2]
    ? points[1] !== points[3] && points[2] !== points[4]
    : points[0] !== points[4];
};

/** What a fill of the path paints, or a clip keeps. */
export const filledRegion = (polygons: readonly Polygon[], isEvenOdd: boolean): Region => {
  const bounds = boundsOf(polygons);
  const [only] = polygons;
  if (polygons.length === 1 && only && isRectangle(only, bounds))
    return { bounds, has: (x, y) => isInBounds(bounds, x, y) };
  return {
    bounds,
    has: (x, y) => {
      if (!isInBounds(bounds, x, y)) return false;
      let winding = 0;
      for (const points of polygons) winding += windingOf(points, x, y);
      return isEvenOdd ? winding % 2 !== 0 : winding !== 0;
    },
  };
};

const distanceTo = (points: Polygon, at: number, x: number, y: number): number => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
};

/** What a line of this width along the path paints. */
export const strokedRegion = (polygons: readonly Polygon[], width: number): Region => {
  const [left, bottom, right, top] = boundsOf(polygons);
  const half = width / 2;
  const bounds: Bounds = [left - half, bottom - half, right + half, top + half];
  return {
    bounds,
    has: (x, y) => {
      if (!isInBounds(bounds, x, y)) return false;
      for (const points of polygons)
        for (let at = 0; at + 3 < points.length; at += 2)
          if (distanceTo(points, at, x, y) <= half) return true;
      return false;
    },
  };
};

/** A rectangle of the coordinates that the matrix maps to the page. */
export const boxRegion = ([left, bottom, right, top]: Bounds, matrix: Transform): Region => {
  const corners: readonly (readonly [number, number])[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  const points = corners.flatMap(([x, y]) => {
    const mapped = applyTransform(matrix, x, y);
    return [mapped.x, mapped.y];
  });
  return filledRegion([points], false);
};

export const unitBounds: Bounds = [0, 0, 1, 1];

/** Nothing is painted there. */
export const nowhere: Region = { bounds: [Infinity, Infinity, -Infinity, -Infinity], has: () => false };
export const everywhere: Region = { bounds: [-Infinity, -Infinity, Infinity, Infinity], has: () => true };
