import { boundsOf, type Quad } from '../../../shared/geometry.ts';
import {
  homographyBetween,
  inverse,
  projectQuad,
  rectangle,
  type Homography,
} from '../../../shared/homography.ts';
import { oppositeTurn, turnMask, type Mask } from '../../../shared/page-geometry.ts';
import type { Treatment } from '../../../shared/contract/preparation.ts';

/** A point of the picture in fractions of its width and height. */
export type MaskCorner = { readonly x: number; readonly y: number };

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** A smaller side, as a fraction of the picture, counts as an accidental click. */
const leastSide = 0.004;

/** The rectangle between two corners, clipped to the picture; null if it is too small to be intended. */
export const spannedMask = (from: MaskCorner, to: MaskCorner, least: number = leastSide): Mask | null => {
  const [left, right] = [within(Math.min(from.x, to.x)), within(Math.max(from.x, to.x))];
  const [top, bottom] = [within(Math.min(from.y, to.y)), within(Math.max(from.y, to.y))];
  if (right - left < least || bottom - top < least) return null;
  return { x: left, y: top, w: right - left, h: bottom - top };
};

const step = 0.01;
const directions: Readonly<Record<string, MaskCorner>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** A mask after an arrow key: moved, or with Shift resized at its right and lower edges. */
export const movedMask = ({ x, y, w, h }: Mask, key: string, resize: boolean): Mask | null => {
  const by = directions[key];
  if (!by) return null;
  if (resize)
    return {
      x,
      y,
      w: Math.min(1 - x, Math.max(step, w + by.x)),
      h: Math.min(1 - y, Math.max(step, h + by.y)),
    };
  return { x: Math.min(1 - w, Math.max(0, x + by.x)), y: Math.min(1 - h, Math.max(0, y + by.y)), w, h };
};

/** Initial position of a mask that the user then moves with the keys. */
export const newMask: Mask = { x: 0.4, y: 0.45, w: 0.2, h: 0.1 };

const quadOf = ({ x, y, w, h }: Mask): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];

/** The rectangle around a mask after a map, within the picture. */
const mapped = (map: Homography, mask: Mask): Mask => {
  const { x, y, w, h } = boundsOf(projectQuad(map, quadOf(mask)));
  const [left, top] = [within(x), within(y)];
  return { x: left, y: top, w: within(x + w) - left, h: within(y + h) - top };
};

const unit = rectangle(1, 1);

/**
 * Leads masks from the page to the shown picture, and back. On a straightened page it may cover more than what was
 * drawn, but never less.
 */
export const maskFrame = ({ turn, corners }: Pick<Treatment, 'turn' | 'corners'>) => {
  const straight = corners ? homographyBetween(corners, unit) : null;
  const bent = straight && inverse(straight);
  return {
    toShown: (mask: Mask): Mask => turnMask(straight ? mapped(straight, mask) : mask, turn),
    toPage: (shown: Mask): Mask => {
      const mask = turnMask(shown, oppositeTurn(turn));
      return bent ? mapped(bent, mask) : mask;
    },
  };
};
