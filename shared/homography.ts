import type { ImagePoint, Quad } from './geometry.ts';

/**
 * A projective map of the plane, row-major 3 × 3. Points are continuous: the first pixel covers 0 to 1, and its
 * centre is at 0.5.
 */
export type Homography = readonly number[];

export const sameFrame: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** An affine map as a homography: x' = a·x + b·y + c, y' = d·x + e·y + f. */
export const affine = (a: number, b: number, c: number, d: number, e: number, f: number): Homography => [
  a,
  b,
  c,
  d,
  e,
  f,
  0,
  0,
  1,
];

export const scaling = (x: number, y: number = x): Homography => affine(x, 0, 0, 0, y, 0);

export const project = (h: Homography, { x, y }: ImagePoint): ImagePoint => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = h;
  const w = g * x + i * y + j;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
};

export const projectQuad = (h: Homography, [tl, tr, br, bl]: Quad): Quad => [
  project(h, tl),
  project(h, tr),
  project(h, br),
  project(h, bl),
];

/** The map that applies `first`, then `second`. */
export const chain = (first: Homography, second: Homography): Homography => {
  const at = (row: number, column: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + (second[row * 3 + k] ?? 0) * (first[k * 3 + column] ?? 0), 0);
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
};

/** The inverse map. Throws if the map is singular, which no frame produces. */
export const inverse = (h: Homography): Homography => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = h;
  const determinant = a * (e * j - f * i) - b * (d * j - f * g) + c * (d * i - e * g);
  if (determinant === 0 || !Number.isFinite(determinant)) throw new Error('The homography has no inverse');
  const adjugate = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ];
  return adjugate.map((value) => value / determinant);
};

/** Solves a linear system by elimination with pivots; null if it is singular. */
const solve = (rows: number[][]): readonly number[] | null => {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const [top, other] = [rows[pivot], rows[column]];
    const lead = top?.[column] ?? 0;
    if (!top || !other || Math.abs(lead) < 1e-12) return null;
    rows[pivot] = other;
    rows[column] = top;
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / lead;
      if (factor !== 0)
        for (let k = column; k <= size; k += 1) row[k] = (row[k] ?? 0) - factor * (top[k] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
};

/** The map that takes four corners to four others; null if three corners of either are on one line. */
export const homographyBetween = (from: Quad, to: Quad): Homography | null => {
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const found = solve(rows);
  return found && found.every(Number.isFinite) ? [...found, 1] : null;
};

export const rectangle = (width: number, height: number): Quad => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];
