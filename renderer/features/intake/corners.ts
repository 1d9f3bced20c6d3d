import { isSheet, type Corners } from '../../../shared/page-geometry.ts';
import { arrowMove, within, type MaskCorner } from './masks.ts';

const [step, leap] = [0.002, 0.02];

/** Corners at first: a little inside the picture, so that each can be grasped. */
export const firstCorners: Corners = [
  { x: 0.04, y: 0.04 },
  { x: 0.96, y: 0.04 },
  { x: 0.96, y: 0.96 },
  { x: 0.04, y: 0.96 },
];

/** Corners with one of them moved, within the picture; the same if they would be those of no sheet. */
export const withCorner = (corners: Corners, at: number, { x, y }: MaskCorner): Corners => {
  const moved = { x: within(x), y: within(y) };
  const [tl, tr, br, bl] = corners.map((corner, index) => (index === at ? moved : corner));
  const next = tl && tr && br && bl ? ([tl, tr, br, bl] as const) : corners;
  return isSheet(next) ? next : corners;
};

/** Corners after an arrow key on one of them; null for another key. */
export const steppedCorner = (corners: Corners, at: number, key: string, isFast: boolean): Corners | null => {
  const [by, from] = [arrowMove(key, isFast ? leap : step), corners[at]];
  return by && from ? withCorner(corners, at, { x: from.x + by.x, y: from.y + by.y }) : null;
};
