import { z } from 'zod';
import { compose, type Transform } from './geometry.ts';

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
