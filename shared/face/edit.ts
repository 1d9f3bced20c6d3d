import { z } from 'zod';
import type { Box } from '../geometry.ts';
import { turnSchema } from '../page-geometry.ts';
import { attributeNames, valueCount } from './attributes.ts';

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
