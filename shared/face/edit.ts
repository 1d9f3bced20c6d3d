import {
  type Box,
  boundsOf,
  compose,
  cornersOf,
  identity,
  invert,
  mapQuad,
  type Transform,
} from '../geometry.ts';
import type { Face } from './model.ts';
import { z } from 'zod';
import { turnSchema, sentToPage } from '../page-geometry.ts';
import { attributeNames, valueCount } from './attributes.ts';

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

/** Changes by a user to the faces of a photo, which refer to faces by their ordinals. */

const boxSchema = z.object({
  x: z.number().min(-100_000).max(100_000),
  y: z.number().min(-100_000).max(100_000),
  w: z.number().positive().max(100_000),
  h: z.number().positive().max(100_000),
});
const targets = z.array(z.int().positive()).min(1).max(20_000);
const attributeName = z.enum(attributeNames);
const reason = z.string().trim().min(1).max(200);

export const faceEditSchema = z.discriminatedUnion('kind', [
  /** Sets an attribute to one of its documented numbers; null restores the service's value. */
  z
    .object({
      kind: z.literal('attribute'),
      faces: targets,
      name: attributeName,
      value: z.int().min(0).nullable(),
    })
    .strict()
    .refine(({ name, value }) => value === null || value < valueCount(name)),
  /** Excludes false detections from the count, with a reason. */
  z.object({ kind: z.literal('exclude'), faces: targets, reason }).strict(),
  z.object({ kind: z.literal('include'), faces: targets }).strict(),
  /** A face that the service missed. */
  z.object({ kind: z.literal('add'), box: boxSchema }).strict(),
  /** Removes faces that were added by hand; others stay. */
  z.object({ kind: z.literal('remove'), faces: targets }).strict(),
]);
export type FaceEdit = z.infer<typeof faceEditSchema>;

/**
 * How a saved edit identifies a face. A face of the service has its ordinal and box, so that a later
 * extraction with other ordinals still matches. A face added by hand has its number.
 */
const faceTargetSchema = z.union([
  z.object({
    index: z.int(),
    box: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }).nullable(),
  }),
  z.object({ byHand: z.int().positive() }),
]);
export type FaceTarget = z.infer<typeof faceTargetSchema>;

const kept = z.array(faceTargetSchema);

/** The picture in whose pixels the boxes of an edit are given: its size and the rotation of the page. */
const faceFrameSchema = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  turn: turnSchema,
});
export type FaceFrame = z.infer<typeof faceFrameSchema>;

/** Left out by earlier versions. */
const frame = faceFrameSchema.exactOptional();

/** An edit as it is saved. */
export const keptFaceEditSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('attribute'),
    faces: kept,
    name: attributeName,
    value: z.int().nullable(),
    frame,
  }),
  z.object({ kind: z.literal('exclude'), faces: kept, reason: z.string(), frame }),
  z.object({ kind: z.literal('include'), faces: kept, frame }),
  z.object({ kind: z.literal('add'), box: boxSchema, frame }),
  z.object({ kind: z.literal('remove'), faces: kept, frame }),
]);
export type KeptFaceEdit = z.infer<typeof keptFaceEditSchema>;

/** An edit in the pixels of the displayed picture; a face added by hand may have no position. */
export type PlacedFaceEdit =
  | Exclude<KeptFaceEdit, { readonly kind: 'add' }>
  | { readonly kind: 'add'; readonly box: Box | null };

const unit = { width: 1, height: 1 };

/** The map between two pictures of the same page with different rotation and scale; masks move nothing. */
const between = (from: FaceFrame, to: FaceFrame): Transform => {
  if (from.width === to.width && from.height === to.height && from.turn === to.turn) return identity;
  return compose(sentToPage(from, unit, from.turn), invert(sentToPage(to, unit, to.turn)));
};

const mapBox = (map: Transform, box: Box): Box => boundsOf(mapQuad(map, cornersOf(box)));

/**
 * A saved edit in the pixels of the displayed picture. A face of the service without a box is identified by its
 * ordinal, and only in the extraction that the edit was made on: another one may use other ordinals.
 * @param from the frame that the edit was made in; null if unknown. Without it, a face added by hand has no
 * position, and the service's faces are not found again.
 */
export const placeEdit = (
  edit: KeptFaceEdit,
  from: FaceFrame | null,
  to: FaceFrame,
  isSameAnswer: boolean,
): PlacedFaceEdit => {
  const map = from && between(from, to);
  if (map === identity && isSameAnswer) return edit;
  if (edit.kind === 'add') return { ...edit, box: map && mapBoxUnlessSame(map, edit.box) };
  const faces = edit.faces.flatMap((target): readonly FaceTarget[] => {
    if ('byHand' in target) return [target];
    if (target.box === null) return isSameAnswer ? [target] : [];
    return map ? [{ ...target, box: mapBoxUnlessSame(map, target.box) }] : [];
  });
  return { ...edit, faces };
};

/**
 * Without rotation or scaling the box must stay bit-identical, because boxes are compared by their numbers.
 */
const mapBoxUnlessSame = (map: Transform, box: Box): Box => (map === identity ? box : mapBox(map, box));
