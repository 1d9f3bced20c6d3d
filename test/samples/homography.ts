import type { ImagePoint, Quad } from '../../shared/geometry.ts';

/** A projective map of the plane, row by row. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** The map that takes a `width` x `height` rectangle at the origin onto a quad. */
export const ontoQuad = (width: number, height: number, [tl, tr, br, bl]: Quad): Homography => {
  const [dx1, dy1] = [tr.x - br.x, tr.y - br.y];
  const [dx2, dy2] = [bl.x - br.x, bl.y - br.y];
  const [sumX, sumY] = [tl.x - tr.x + br.x - bl.x, tl.y - tr.y + br.y - bl.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / determinant;
  const h = (dx1 * sumY - sumX * dy1) / determinant;
  return [
    (tr.x - tl.x + g * tr.x) / width,
    (bl.x - tl.x + h * bl.x) / height,
    tl.x,
    (tr.y - tl.y + g * tr.y) / width,
    (bl.y - tl.y + h * bl.y) / height,
    tl.y,
    g / width,
    h / height,
    1,
  ];
};

/** The inverse map, up to a factor, which does not matter for a projective map. */
export const invertHomography = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

export const project = ([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: ImagePoint): ImagePoint => {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
};
