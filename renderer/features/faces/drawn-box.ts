import type { Box, ImagePoint } from '../../../shared/geometry.ts';

/** A box smaller than this many picture pixels counts as a click, not a drag. */
const leastSide = 4;

type Size = { readonly width: number; readonly height: number };

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/**
 * The box between two points of a picture in whole pixels, clipped to the picture; null if it is too small.
 */
export const drawnBox = (from: ImagePoint, to: ImagePoint, { width, height }: Size): Box | null => {
  const [left, right] = [within(Math.min(from.x, to.x), width), within(Math.max(from.x, to.x), width)];
  const [top, bottom] = [within(Math.min(from.y, to.y), height), within(Math.max(from.y, to.y), height)];
  const [x, y] = [Math.round(left), Math.round(top)];
  const [w, h] = [Math.round(right) - x, Math.round(bottom) - y];
  return w < leastSide || h < leastSide ? null : { x, y, w, h };
};
