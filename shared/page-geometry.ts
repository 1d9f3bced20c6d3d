import { z } from 'zod';
import { compose, mapQuad, type Quad, type Transform } from './geometry.ts';
import { homographyBetween, projectQuad, rectangle, type Homography } from './homography.ts';

/** The user's rotation of a page: quarter turns clockwise, in degrees. */
export const turns = [0, 90, 180, 270] as const;
export const turnSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
export type Turn = z.infer<typeof turnSchema>;

/**
 * A part of a page that is covered before anything is sent. In fractions of the page's width and height as
 * the file shows it, before the user's rotation.
 */
export const maskSchema = z
  .object({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    w: z.number().min(0).max(1),
    h: z.number().min(0).max(1),
  })
  .readonly();
export type Mask = z.infer<typeof maskSchema>;

type Point = { readonly x: number; readonly y: number };

/** Shorter sides, as fractions of the page, belong to no sheet. */
const leastSide = 0.02;

/**
 * Whether four corners, clockwise from the top left, are those of a sheet: each turns right, and no side is so short
 * that nothing could be read.
 */
export const isSheet = (corners: readonly Point[]): boolean =>
  corners.every((corner, at) => {
    const [next, after] = [corners[(at + 1) % corners.length], corners[(at + 2) % corners.length]];
    if (!next || !after) return false;
    const [dx, dy] = [next.x - corner.x, next.y - corner.y];
    const side = Math.hypot(dx, dy);
    // The distance of the corner after next from this side.
    const height = (dx * (after.y - next.y) - dy * (after.x - next.x)) / side;
    return side >= leastSide && height >= leastSide;
  });

const cornerSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).readonly();

/**
 * The corners of the part of a page that is sent, clockwise from the top left. In fractions of the page's width and
 * height as the file shows it, before the user's rotation.
 */
export const cornersSchema = z
  .tuple([cornerSchema, cornerSchema, cornerSchema, cornerSchema])
  .readonly()
  .refine(isSheet);
export type Corners = z.infer<typeof cornersSchema>;

type Size = { readonly width: number; readonly height: number };

const opposite = { 0: 0, 90: 270, 180: 180, 270: 90 } as const;

/** The size of a page after quarter turns. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };

/** The position of a mask after its page was rotated clockwise. */
export const turnMask = ({ x, y, w, h }: Mask, turn: Turn): Mask => {
  switch (turn) {
    case 0:
      return { x, y, w, h };
    case 90:
      return { x: 1 - y - h, y: x, w: h, h: w };
    case 180:
      return { x: 1 - x - w, y: 1 - y - h, w, h };
    case 270:
      return { x: y, y: 1 - x - w, w: h, h: w };
    default:
      return turn satisfies never;
  }
};

const turnPoint = ({ x, y }: Point, turn: Turn): Point => {
  const turned = turnMask({ x, y, w: 0, h: 0 }, turn);
  return { x: turned.x, y: turned.y };
};

/** The positions of corners after their page was rotated clockwise; the first one is again at the top left. */
export const turnCorners = (corners: Corners, turn: Turn): Corners => {
  const [tl, tr, br, bl] = corners;
  const [a, b, c, d] = [tl, tr, br, bl].map((corner) => turnPoint(corner, turn));
  if (!a || !b || !c || !d) return corners;
  switch (turn) {
    case 0:
      return [a, b, c, d];
    case 90:
      return [d, a, b, c];
    case 180:
      return [c, d, a, b];
    case 270:
      return [b, c, d, a];
    default:
      return turn satisfies never;
  }
};

const cornersOn = ({ width, height }: Size, [tl, tr, br, bl]: Corners): Quad => {
  const on = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  return [on(tl), on(tr), on(br), on(bl)];
};

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The size of the part between corners once it is a rectangle, in the unit of the page. Its longer sides count. */
export const straightenedSize = (page: Size, corners: Corners): Size => {
  const [tl, tr, br, bl] = cornersOn(page, corners);
  return {
    width: Math.max(distance(tl, tr), distance(bl, br)),
    height: Math.max(distance(tl, bl), distance(tr, br)),
  };
};

/** The map between a page and the rectangle of a size that the part between corners becomes. */
export const straightening = (page: Size, corners: Corners, to: Size): Homography => {
  const found = homographyBetween(cornersOn(page, corners), rectangle(to.width, to.height));
  if (!found) throw new Error('The corners are not those of a sheet');
  return found;
};

/** The inverse of a rotation. */
export const oppositeTurn = (turn: Turn): Turn => opposite[turn];

/** Two rotations combined. */
export const addTurns = (one: Turn, other: Turn): Turn =>
  turns.find((turn) => turn === (one + other) % 360) ?? 0;

/** The map that rotates a page of this size clockwise and moves its corner back to the origin. */
export const turnTransform = ({ width, height }: Size, turn: Turn): Transform => {
  switch (turn) {
    case 0:
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    case 90:
      return { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 };
    case 180:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 270:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: width };
    default:
      return turn satisfies never;
  }
};

const scaling = (from: Size, to: Size): Transform => ({
  a: to.width / from.width,
  b: 0,
  c: 0,
  d: to.height / from.height,
  e: 0,
  f: 0,
});

/** The map from the page as the file shows it to the pixels of its picture, including rotation and scale. */
export const pageToSent = (page: Size, sent: Size, turn: Turn): Transform =>
  compose(turnTransform(page, turn), scaling(turnedSize(page, turn), sent));

/**
 * The map from pixels of the sent picture to the page as the file shows it, including rotation and scale. The
 * page's unit is pixels, points for a PDF, or millimetres for an OFD, from its top-left corner.
 */
export const sentToPage = (sent: Size, page: Size, turn: Turn): Transform => {
  const turned = turnedSize(page, turn);
  return compose(scaling(sent, turned), turnTransform(turned, opposite[turn]));
};

type Frame = { readonly turn: Turn; readonly corners?: Corners };

/**
 * The map of places from the page as the file shows it to the pixels of its picture. Null for a place that the picture
 * does not show.
 */
export const placeOnSent = (
  page: Size,
  sent: Size,
  { turn, corners }: Frame,
): ((place: Quad) => Quad | null) => {
  if (!corners) {
    const transform = pageToSent(page, sent, turn);
    return (place) => mapQuad(transform, place);
  }
  const sheet = straightenedSize(page, corners);
  const straight = straightening(page, corners, sheet);
  const transform = pageToSent(sheet, sent, turn);
  return (place) => {
    const there = mapQuad(transform, projectQuad(straight, place));
    const isShown = there.every(({ x, y }) => x >= 0 && y >= 0 && x <= sent.width && y <= sent.height);
    return isShown ? there : null;
  };
};
