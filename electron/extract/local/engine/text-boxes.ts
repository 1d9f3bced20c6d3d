import type { Quad } from '../../../../shared/geometry.ts';

/** Probabilities of text, one a pixel, rows from the top. */
export type TextMap = { readonly data: Float32Array; readonly width: number; readonly height: number };

/** A rectangle around text. `ux`, `uy` is the direction of its width: of unit length, at most 45° off the x axis. */
export type TextBox = {
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
  readonly width: number;
  readonly height: number;
  readonly score: number;
};

const threshold = 0.3;
const leastScore = 0.6;
/** The network shrinks text boxes; this restores their size. */
const unclip = 1.5;
/** Sides in pixels of the map, before and after they are restored. */
const [leastSide, leastRestored] = [3, 5];

type Hull = readonly (readonly [number, number])[];

/** A row of pixels of a region, from its first to its last one. */
type Span = { readonly y: number; readonly from: number; readonly to: number };

type Run = { readonly from: number; readonly to: number; readonly label: number };

/** Regions of text, connected over edges and corners. Joins runs of rows by union and find. */
const regionsOf = ({ data, width, height }: TextMap): readonly (readonly Span[])[] => {
  const parents: number[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = label; at !== root;) {
      const above = parents[at] ?? root;
      parents[at] = root;
      at = above;
    }
    return root;
  };
  const rows: Run[][] = [];
  let above: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: Run[] = [];
    const start = y * width;
    let next = 0;
    for (let x = 0; x < width; x += 1) {
      if ((data[start + x] ?? 0) <= threshold) continue;
      const from = x;
      while (x < width && (data[start + x] ?? 0) > threshold) x += 1;
      while (next < above.length && (above[next]?.to ?? 0) < from - 1) next += 1;
      let label = -1;
      for (let at = next; at < above.length && (above[at]?.from ?? Infinity) <= x; at += 1) {
        const other = rootOf(above[at]?.label ?? 0);
        if (label === -1) label = other;
        else if (other !== label) {
          const kept = Math.min(label, other);
          parents[Math.max(label, other)] = kept;
          label = kept;
        }
      }
      if (label === -1) label = parents.push(parents.length) - 1;
      row.push({ from, to: x - 1, label });
    }
    rows.push(row);
    above = row;
  }
  const regions = new Map<number, Span[]>();
  for (const [y, row] of rows.entries())
    for (const { from, to, label } of row) {
      const root = rootOf(label);
      const spans = regions.get(root) ?? [];
      regions.set(root, spans);
      spans.push({ y, from, to });
    }
  return [...regions.values()];
};

const turns = (a: readonly [number, number], b: readonly [number, number], x: number, y: number): number =>
  (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);

/** One side of the hull of points that are sorted by y. */
const chainOf = (points: Hull, side: 1 | -1): [number, number][] => {
  const chain: [number, number][] = [];
  for (const [x, y] of points) {
    for (;;) {
      const [a, b] = [chain.at(-2), chain.at(-1)];
      if (!a || !b || side * turns(a, b, x, y) > 0) break;
      chain.pop();
    }
    chain.push([x, y]);
  }
  return chain;
};

/** Both ends of the side of each pixel. */
const endsOf = (xs: readonly (readonly [number, number])[]): [number, number][] =>
  xs.flatMap(([x, y]): [number, number][] => [
    [x, y],
    [x, y + 1],
  ]);

/** The convex hull of a region. Its pixels are squares, so that a line of one pixel has a height. */
const hullOf = (spans: readonly Span[]): Hull => {
  const rows = new Map<number, { from: number; to: number }>();
  for (const { y, from, to } of spans) {
    const row = rows.get(y);
    if (!row) rows.set(y, { from, to });
    else {
      row.from = Math.min(row.from, from);
      row.to = Math.max(row.to, to);
    }
  }
  const sides = [...rows];
  const lefts = chainOf(endsOf(sides.map(([y, { from }]) => [from, y])), -1);
  const rights = chainOf(endsOf(sides.map(([y, { to }]) => [to + 1, y])), 1);
  return [...lefts, ...rights.toReversed()];
};

/** The smallest rectangle around a hull: one of its sides lies on a side of the hull. */
export const smallestRectangle = (hull: Hull): Omit<TextBox, 'score'> => {
  let best: Omit<TextBox, 'score'> = { x: 0, y: 0, ux: 1, uy: 0, width: 0, height: 0 };
  let least = Infinity;
  for (const [index, [x0, y0]] of hull.entries()) {
    const [x1, y1] = hull[(index + 1) % hull.length] ?? [x0, y0];
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) continue;
    let [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    if (Math.abs(ux) < Math.abs(uy)) [ux, uy] = [uy, -ux];
    if (ux < 0) [ux, uy] = [-ux, -uy];
    let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const u = x * ux + y * uy;
      const v = y * ux - x * uy;
      if (u < minU) minU = u;
      if (u > maxU) maxU = u;
      if (v < minV) minV = v;
      if (v > maxV) maxV = v;
    }
    const area = (maxU - minU) * (maxV - minV);
    if (area >= least - 1e-9) continue;
    least = area;
    const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
    best = { x: u * ux - v * uy, y: u * uy + v * ux, ux, uy, width: maxU - minU, height: maxV - minV };
  }
  return best;
};

export const cornersOf = ({ x, y, ux, uy, width, height }: Omit<TextBox, 'score'>): Quad => {
  const [wx, wy, hx, hy] = [(ux * width) / 2, (uy * width) / 2, (-uy * height) / 2, (ux * height) / 2];
  return [
    { x: x - wx - hx, y: y - wy - hy },
    { x: x + wx - hx, y: y + wy - hy },
    { x: x + wx + hx, y: y + wy + hy },
    { x: x - wx + hx, y: y - wy + hy },
  ];
};

const pixelsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** The mean probability of a region. */
const meanOf = ({ data, width }: TextMap, spans: readonly Span[]): number => {
  let sum = 0;
  for (const { y, from, to } of spans)
    for (let at = y * width + from; at <= y * width + to; at += 1) sum += data[at] ?? 0;
  return sum / pixelsOf(spans);
};

/** A straight part of a region, and at which ends it was cut off: there, the text goes on. */
type Straight = {
  readonly spans: readonly Span[];
  readonly box: Omit<TextBox, 'score'>;
  readonly cutLeft: boolean;
  readonly cutRight: boolean;
};
type Ends = Pick<Straight, 'cutLeft' | 'cutRight'>;

const straightOf = (spans: readonly Span[], ends: Ends): Straight => ({
  spans,
  box: smallestRectangle(hullOf(spans)),
  ...ends,
});

const cutAt = (spans: readonly Span[], x: number): readonly [readonly Span[], readonly Span[]] => [
  spans.filter(({ from }) => from < x).map(({ y, from, to }) => ({ y, from, to: Math.min(to, x - 1) })),
  spans.filter(({ to }) => to >= x).map(({ y, from, to }) => ({ y, from: Math.max(from, x), to })),
];

const areaOf = ({ box }: Straight): number => box.width * box.height;

/** A long region that fills less of its rectangle is bent; it is cut if that leaves less of the rectangles. */
const [bentFill, bentGain, bentLength] = [0.68, 0.8, 4];
const [cutsTried, mostCuts] = [32, 2];

/** A bent region as straight ones: where a value was printed lower than its label, the two often touch. */
const straightened = (spans: readonly Span[], cuts: number, ends: Ends): readonly Straight[] => {
  const whole = straightOf(spans, ends);
  const { width, height } = whole.box;
  if (cuts === 0 || width < bentLength * height || pixelsOf(spans) >= bentFill * width * height)
    return [whole];
  const left = Math.min(...spans.map(({ from }) => from));
  const right = Math.max(...spans.map(({ to }) => to));
  let best: readonly [Straight, Straight] | null = null;
  let least = areaOf(whole) * bentGain;
  for (let index = 1; index < cutsTried; index += 1) {
    const x = Math.round(left + ((right + 1 - left) * index) / cutsTried);
    const [one, other] = cutAt(spans, x);
    if (one.length === 0 || other.length === 0) continue;
    const parts = [
      straightOf(one, { ...ends, cutRight: true }),
      straightOf(other, { ...ends, cutLeft: true }),
    ] as const;
    const area = areaOf(parts[0]) + areaOf(parts[1]);
    if (area < least) [best, least] = [parts, area];
  }
  return best ? best.flatMap((part) => straightened(part.spans, cuts - 1, part)) : [whole];
};

/** The size of the text again. It does not grow where it was cut: the next part begins there. */
const restored = ({ box, cutLeft, cutRight }: Straight): Omit<TextBox, 'score'> => {
  const grown = (box.width * box.height * unclip) / (box.width + box.height) / 2;
  const [left, right] = [cutLeft ? 0 : grown, cutRight ? 0 : grown];
  const shift = (right - left) / 2;
  return {
    ...box,
    x: box.x + shift * box.ux,
    y: box.y + shift * box.uy,
    width: box.width + left + right,
    height: box.height + 2 * grown,
  };
};

/**
 * Rectangles around the lines of text on a map of probabilities, in its pixels, from the top.
 * @param most number of boxes; those with lower scores are left out
 */
export const textBoxes = (map: TextMap, most: number): readonly TextBox[] => {
  const boxes: TextBox[] = [];
  for (const region of regionsOf(map)) {
    const score = meanOf(map, region);
    if (score < leastScore) continue;
    for (const part of straightened(region, mostCuts, { cutLeft: false, cutRight: false })) {
      if (Math.min(part.box.width, part.box.height) < leastSide) continue;
      const box = restored(part);
      if (Math.min(box.width, box.height) >= leastRestored) boxes.push({ ...box, score });
    }
  }
  const kept = boxes.length > most ? boxes.toSorted((a, b) => b.score - a.score).slice(0, most) : boxes;
  return kept.toSorted((a, b) => a.y - b.y || a.x - b.x);
};
