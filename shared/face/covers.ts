import type { Box } from '../geometry.ts';
import type { Face } from './model.ts';

/** How a face is made unrecognizable: blurred, pixelated, or covered with one colour. */
export const covers = ['blur', 'pixelate', 'cover'] as const;
export type Cover = (typeof covers)[number];

/** Hair, ears and chin extend beyond the box, so this share of its sides is covered around it. */
const aroundBox = 0.15;
/** Points lie within the face: if only points are known, a larger margin is covered around them. */
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
 * The area to cover for a face, in pixels of the sent picture: around its box, or around its points if the
 * box is empty or outside the picture. Null if the face has no known place in the picture.
 */
export const coveredBox = (
  { box, points }: Pick<Face, 'box' | 'points'>,
  { width, height }: Size,
): Box | null => {
  const isIn = (part: Box | null): part is Box =>
    part !== null && part.x < width && part.y < height && part.x + part.w > 0 && part.y + part.h > 0;
  // Tests the box without its margin: the margin of a box outside the picture could reach into it and hide no
  // face.
  if (box && box.w > 0 && box.h > 0 && isIn(box)) return grownBox(box, aroundBox);
  const around = aroundAll(points);
  return isIn(around) ? around : null;
};
