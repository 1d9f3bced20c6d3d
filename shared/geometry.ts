import { z } from 'zod';

declare const space: unique symbol;

/** A point branded with its coordinate space, so that the compiler prevents mixing two spaces. */
type PointIn<Space extends string> = { readonly x: number; readonly y: number; readonly [space]?: Space };

/** Pixels of the picture that was sent; origin at its top-left corner, y downward. */
export type ImagePoint = PointIn<'image'>;
/** CSS pixels of the canvas on the screen; origin at its top-left corner, y downward. */
export type StagePoint = PointIn<'stage'>;

export const imagePoint = (x: number, y: number): ImagePoint => ({ x, y });
export const stagePoint = (x: number, y: number): StagePoint => ({ x, y });

/** Four corners in the order in which they are drawn: top-left, top-right, bottom-right, bottom-left. */
export type Quad = readonly [ImagePoint, ImagePoint, ImagePoint, ImagePoint];

/** An axis-parallel rectangle: top-left corner and size. */
export type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

export const pointSchema = z.object({ x: z.number(), y: z.number() });
export const quadSchema: z.ZodType<Quad, Quad> = z
  .tuple([pointSchema, pointSchema, pointSchema, pointSchema])
  .readonly();

/**
 * What is shown of a picture: for any picture all of it, its width, or a zoom; of one picture an area in its pixels. The
 * zoom is relative to the scale that fits the page; x and y are the point in the middle of the stage, in parts of the
 * picture's sides.
 */
export type PicturePlace =
  | 'page'
  | 'width'
  | { readonly zoom: number; readonly x: number; readonly y: number }
  | { readonly area: Box };

/** The smallest axis-parallel rectangle around some points; an empty one at the origin if there are none. */
export const boundsOf = (points: readonly { readonly x: number; readonly y: number }[]): Box => {
  const first = points[0];
  if (!first) return { x: 0, y: 0, w: 0, h: 0 };
  let [left, top, right, bottom] = [first.x, first.y, first.x, first.y];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
};

/** The corners of a rectangle, clockwise from the top left. */
export const cornersOf = ({ x, y, w, h }: Box): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];

/**
 * An affine map in the order of canvas and SVG:
 * x' = a·x + c·y + e, y' = b·x + d·y + f.
 */
export type Transform = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
};

export const identity: Transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** The map that applies `first`, then `second`. */
export const compose = (first: Transform, second: Transform): Transform => ({
  a: second.a * first.a + second.c * first.b,
  b: second.b * first.a + second.d * first.b,
  c: second.a * first.c + second.c * first.d,
  d: second.b * first.c + second.d * first.d,
  e: second.a * first.e + second.c * first.f + second.e,
  f: second.b * first.e + second.d * first.f + second.f,
});

/** The inverse map. Throws if the map is singular, which no picture produces. */
export const invert = ({ a, b, c, d, e, f }: Transform): Transform => {
  const determinant = a * d - b * c;
  if (determinant === 0) throw new Error('The transform has no inverse');
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
};

export const applyTransform = ({ a, b, c, d, e, f }: Transform, x: number, y: number) => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Converts a point of the picture to the screen. */
export const toStage = (view: Transform, point: ImagePoint): StagePoint =>
  applyTransform(view, point.x, point.y);

/** Converts a point of the screen to the picture, with the inverse of a view. */
export const toImage = (inverseView: Transform, point: StagePoint): ImagePoint =>
  applyTransform(inverseView, point.x, point.y);

/** Applies a map within the picture's own space to a quad (a scale correction, a rotation). */
export const mapQuad = (transform: Transform, quad: Quad): Quad => {
  const [tl, tr, br, bl] = quad;
  return [
    applyTransform(transform, tl.x, tl.y),
    applyTransform(transform, tr.x, tr.y),
    applyTransform(transform, br.x, br.y),
    applyTransform(transform, bl.x, bl.y),
  ];
};

const sideLength = (a: ImagePoint, b: ImagePoint): number => Math.hypot(b.x - a.x, b.y - a.y);
/** The height of text in a quad: the mean of its left and right side. */
export const textHeightOf = ([tl, tr, br, bl]: Quad): number => (sideLength(tl, bl) + sideLength(tr, br)) / 2;
