import type { Box } from '../geometry.ts';
import type { Face } from './model.ts';

/** How a face is made unknowable: smoothed, in coarse squares, or under one colour. */
export const covers = ['blur', 'pixelate', 'cover'] as const;
export type Cover = (typeof covers)[number];

/** Hair, ears and chin stand over the box: so much of its sides is covered around it. */
const aroundBox = 0.15;
/** Points lie within the face: where they are all that is known, more is covered around them. */
const aroundPoints = 0.6;

export const grownBox = ({ x, y, w, h }: Box, part: number): Box => ({
  x: x - w * part,
  y: y - h * part,
  w: w * (1 + 2 * part),
  h: h * (1 + 2 * part),
});

/** What has to be covered for a face, in pixels of the sent picture; null where nothing tells its place. */
export const coveredBox = ({ box, points }: Pick<Face, 'box' | 'points'>): Box | null => {
  if (box) return grownBox(box, aroundBox);
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const side = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1);
  return grownBox({ x: left, y: top, w: side, h: side }, aroundPoints);
};
