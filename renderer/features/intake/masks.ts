import { boundsOf, cornersOf, type Box } from '../../../shared/geometry.ts';
import { homographyBetween, inverse, project, rectangle } from '../../../shared/homography.ts';
import { oppositeTurn, turnMask, type Corners, type Mask } from '../../../shared/page-geometry.ts';
import type { Treatment } from '../../../shared/contract/preparation.ts';

/** A point of the picture in fractions of its width and height. */
export type MaskCorner = { readonly x: number; readonly y: number };

/** A share of the picture: between 0 and 1. */
export const within = (value: number): number => Math.min(1, Math.max(0, value));

/** A smaller side, as a fraction of the picture, counts as an accidental click. */
const leastSide = 0.004;

/** The rectangle between two corners, clipped to the picture; null if it is too small to be intended. */
export const spannedMask = (from: MaskCorner, to: MaskCorner, least: number = leastSide): Mask | null => {
  const [left, right] = [within(Math.min(from.x, to.x)), within(Math.max(from.x, to.x))];
  const [top, bottom] = [within(Math.min(from.y, to.y)), within(Math.max(from.y, to.y))];
  if (right - left < least || bottom - top < least) return null;
  return { x: left, y: top, w: right - left, h: bottom - top };
};

/** How far an arrow key moves along each axis, in steps. */
const directions: Readonly<Record<string, MaskCorner>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The way that an arrow key moves something; null for another key. @param step as a fraction of the picture */
export const arrowMove = (key: string, step: number): MaskCorner | null => {
  const by = directions[key];
  return by ? { x: by.x * step, y: by.y * step } : null;
};

const maskStep = 0.01;

/** A mask after an arrow key: moved, or with Shift resized at its right and lower edges. */
export const movedMask = ({ x, y, w, h }: Mask, key: string, resize: boolean): Mask | null => {
  const by = arrowMove(key, maskStep);
  if (!by) return null;
  if (resize)
    return {
      x,
      y,
      w: Math.min(1 - x, Math.max(maskStep, w + by.x)),
      h: Math.min(1 - y, Math.max(maskStep, h + by.y)),
    };
  return { x: Math.min(1 - w, Math.max(0, x + by.x)), y: Math.min(1 - h, Math.max(0, y + by.y)), w, h };
};

/** Initial position of a mask that the user then moves with the keys. */
export const newMask: Mask = { x: 0.4, y: 0.45, w: 0.2, h: 0.1 };

/** A thinner side, as a fraction of the picture, is a rounding error. */
const noSide = 1e-6;

const hasArea = ({ w, h }: Box): boolean => w > noSide && h > noSide;

/** The rectangle around points, within the picture. */
const around = (points: readonly MaskCorner[]): Mask => {
  const { x, y, w, h } = boundsOf(points);
  const [left, top] = [within(x), within(y)];
  return { x: left, y: top, w: within(x + w) - left, h: within(y + h) - top };
};

/** The part of a polygon on the inner side of each side of a sheet; no points if there is none. */
const clipped = (shape: readonly MaskCorner[], sheet: Corners): readonly MaskCorner[] =>
  sheet.reduce<readonly MaskCorner[]>((kept, from, at) => {
    const to = sheet[(at + 1) % sheet.length] ?? from;
    const sideOf = ({ x, y }: MaskCorner): number =>
      (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    return kept.flatMap((point, index) => {
      const next = kept[(index + 1) % kept.length] ?? point;
      const [here, there] = [sideOf(point), sideOf(next)];
      const part = here / (here - there);
      const crossing = { x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part };
      return [...(here >= 0 ? [point] : []), ...(here * there < 0 ? [crossing] : [])];
    });
  }, shape);

/** The parts of a mask on the four sides of a rectangle. */
const beyond = ({ x, y, w, h }: Mask, inner: Mask): readonly Mask[] => {
  const [right, bottom] = [inner.x + inner.w, inner.y + inner.h];
  return [
    { x, y, w: inner.x - x, h },
    { x: right, y, w: x + w - right, h },
    { x, y, w, h: inner.y - y },
    { x, y: bottom, w, h: y + h - bottom },
  ].filter(hasArea);
};

const unit = rectangle(1, 1);

type Frame = Pick<Treatment, 'turn' | 'corners'>;

/**
 * Leads masks from the page to the shown picture, and back. On a straightened page a mask may cover more than what was
 * drawn, but never less. `toShown` is null for a mask that covers nothing of the shown part. `toPage` takes the mask
 * that was changed, too: what it covers outside of the shown part stays covered.
 */
const maskFrame = ({ turn, corners }: Frame) => {
  const straight = corners ? homographyBetween(corners, unit) : null;
  const bent = straight && inverse(straight);
  const toShown = (mask: Mask): Mask | null => {
    if (!corners || !straight) return turnMask(mask, turn);
    // Only what lies within the corners is projected: beyond the horizon, places change their sign.
    const seen = around(clipped(cornersOf(mask), corners).map((point) => project(straight, point)));
    return hasArea(seen) ? turnMask(seen, turn) : null;
  };
  const bend = (shown: Mask): Mask => {
    const mask = turnMask(shown, oppositeTurn(turn));
    return bent ? around(cornersOf(mask).map((point) => project(bent, point))) : mask;
  };
  const toPage = (shown: Mask, before: Mask | null = null): Mask => {
    const mask = bend(shown);
    const seen = bent && before && toShown(before);
    if (!seen) return mask;
    return around([mask, ...beyond(before, bend(seen))].flatMap(cornersOf));
  };
  return { toShown, toPage };
};

/** A mask on the shown picture, and its position among those of the page. */
export type ShownMask = { readonly at: number; readonly mask: Mask };

/** The masks of a page that cover something of the shown picture. */
export const shownMasks = (masks: readonly Mask[], frame: Frame): readonly ShownMask[] => {
  const { toShown } = maskFrame(frame);
  return masks.flatMap((mask, at) => {
    const shown = toShown(mask);
    return shown ? [{ at, mask: shown }] : [];
  });
};

/**
 * The masks of a page after one was drawn on the shown picture (`at` is null), changed there, or removed (`shown` is
 * null). The others stay as they are: each way there and back may enlarge them.
 */
export const withMask = (
  masks: readonly Mask[],
  frame: Frame,
  at: number | null,
  shown: Mask | null,
): readonly Mask[] => {
  const { toPage } = maskFrame(frame);
  if (at === null) return shown ? [...masks, toPage(shown)] : masks;
  return masks.flatMap((mask, index) => (index === at ? (shown ? [toPage(shown, mask)] : []) : [mask]));
};
