import type { Quad } from '../../../../../shared/geometry.ts';

/** An upright rectangle as a quad. */
export const boxQuad = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
