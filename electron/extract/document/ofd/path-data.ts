import { maxListLength } from './limits.ts';

/** A step of an outline, in the coordinates of its object. */
export type PathStep =
  | { readonly op: 'M' | 'L'; readonly x: number; readonly y: number }
  | { readonly op: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
  | {
      readonly op: 'B';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly op: 'C' };

const operands: Readonly<Record<string, number>> = { S: 2, M: 2, L: 2, Q: 4, B: 6, A: 7, C: 0 };
const maxSteps = 100_000;

type Point = { readonly x: number; readonly y: number };
type Arc = {
  readonly rx: number;
  readonly ry: number;
  readonly angle: number;
  readonly isLarge: boolean;
  readonly isClockwise: boolean;
};

/** Centre, start and sweep of an elliptical arc between two points, as in the implementation notes of SVG. */
const centreOf = (from: Point, to: Point, { rx, ry, angle, isLarge, isClockwise }: Arc) => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const [x, y] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  const stretch = Math.max(1, Math.sqrt((x / rx) ** 2 + (y / ry) ** 2));
  const [a, b] = [rx * stretch, ry * stretch];
  const below = (a * y) ** 2 + (b * x) ** 2;
  const root = Math.sqrt(Math.max(0, (a * b) ** 2 - below) / below) * (isLarge === isClockwise ? -1 : 1);
  const [cx, cy] = [(root * a * y) / b, (-root * b * x) / a];
  const start = Math.atan2((y - cy) / b, (x - cx) / a);
  let sweep = Math.atan2((-y - cy) / b, (-x - cx) / a) - start;
  if (isClockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI;
  const centre = {
    x: cos * cx - sin * cy + (from.x + to.x) / 2,
    y: sin * cx + cos * cy + (from.y + to.y) / 2,
  };
  return { a, b, cos, sin, centre, start, sweep };
};

/** An elliptical arc as Bézier curves, each at most a quarter of it. */
const arcSteps = (from: Point, to: Point, arc: Arc): readonly PathStep[] => {
  if (from.x === to.x && from.y === to.y) return [];
  if (arc.rx === 0 || arc.ry === 0) return [{ op: 'L', ...to }];
  const { a, b, cos, sin, centre, start, sweep } = centreOf(from, to, arc);
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  const place = (x: number, y: number): Point => ({
    x: centre.x + cos * a * x - sin * b * y,
    y: centre.y + sin * a * x + cos * b * y,
  });
  return Array.from({ length: count }, (_, index) => {
    const [one, other] = [start + index * step, start + (index + 1) * step];
    const first = place(Math.cos(one) - handle * Math.sin(one), Math.sin(one) + handle * Math.cos(one));
    const second = place(
      Math.cos(other) + handle * Math.sin(other),
      Math.sin(other) - handle * Math.cos(other),
    );
    const end = index === count - 1 ? to : place(Math.cos(other), Math.sin(other));
    return { op: 'B', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end };
  });
};

/**
 * Parses `AbbreviatedData`: S (start) and M, L, Q, B, A and C with their operands. Invalid data ends the
 * outline.
 */
export const parsePath = (data: string): readonly PathStep[] => {
  const steps: PathStep[] = [];
  const tokens = data
    .slice(0, maxListLength)
    .trim()
    .split(/[\s,]+/);
  let at: Point = { x: 0, y: 0 };
  let start = at;
  for (let index = 0; index < tokens.length && steps.length < maxSteps;) {
    const op = tokens[index] ?? '';
    const count = operands[op];
    if (count === undefined) break;
    const values = tokens.slice(index + 1, index + 1 + count).map(Number);
    if (values.length < count || values.some((value) => !Number.isFinite(value) || Math.abs(value) > 1e7))
      break;
    index += 1 + count;
    const [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0, v6 = 0] = values;
    const end = { x: values[count - 2] ?? start.x, y: values[count - 1] ?? start.y };
    if (op === 'S' || op === 'M') {
      steps.push({ op: 'M', ...end });
      start = end;
    } else if (op === 'L') steps.push({ op: 'L', ...end });
    else if (op === 'Q') steps.push({ op: 'Q', x1: v0, y1: v1, ...end });
    else if (op === 'B') steps.push({ op: 'B', x1: v0, y1: v1, x2: v2, y2: v3, x: v4, y: v5 });
    else if (op === 'C') steps.push({ op: 'C' });
    else {
      const angle = (v2 * Math.PI) / 180;
      const arc = { rx: Math.abs(v0), ry: Math.abs(v1), angle, isLarge: v3 !== 0, isClockwise: v4 !== 0 };
      steps.push(...arcSteps(at, { x: v5, y: v6 }, arc));
    }
    at = end;
  }
  return steps;
};
