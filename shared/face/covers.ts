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

const aroundAll = (points: Face['points']): Box | null => {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const side = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1);
  return grownBox({ x: left, y: top, w: side, h: side }, aroundPoints);
};

type Size = { readonly width: number; readonly height: number };

/**
 * What has to be covered for a face, in pixels of the sent picture: around its box, or around its points where the box
 * has no area or lies beside the picture. Null where nothing tells a place in the picture.
 */
export const coveredBox = (
  { box, points }: Pick<Face, 'box' | 'points'>,
  { width, height }: Size,
): Box | null => {
  const isIn = (part: Box | null): part is Box =>
    part !== null && part.x < width && part.y < height && part.x + part.w > 0 && part.y + part.h > 0;
  // The box itself: one beside the picture would reach into it with what is covered around it, and hide nobody.
  if (box && box.w > 0 && box.h > 0 && isIn(box)) return grownBox(box, aroundBox);
  const around = aroundAll(points);
  return isIn(around) ? around : null;
};
