import { z } from 'zod';
import { pageIdSchema } from '../page.ts';
import { covers } from '../../face/edit.ts';

/** A request for pictures of photos and their faces. Excluded faces never appear. */
export const facePicturesSchema = z
  .object({
    ids: z.array(pageIdSchema).min(1).max(10_000),
    /** The photos with faces covered, or each face cropped. */
    what: z.enum(['anonymous', 'crops']),
    cover: z.enum(covers),
    /** The selected faces by ordinal; only for a single photo. */
    faces: z.union([z.literal('all'), z.array(z.int().positive()).max(20_000)]),
    /** Whether to include faces below the threshold. */
    withWeak: z.boolean(),
    /** Margin around a cropped face, as a share of its box's sides. */
    margin: z.number().min(0).max(2),
    /** Whether an anonymous photo keeps the name of its file, which may name a person; otherwise it gets a number. */
    keepNames: z.boolean().default(false),
    /** The window's name for this export, under which it hears of its progress. */
    hears: z.uuid().exactOptional(),
  })
  .strict();
export type FacePictures = z.infer<typeof facePicturesSchema>;

/** How far an export of face pictures is. */
export const faceProgressSchema = z.object({
  /** The window's name for the export. */
  hears: z.uuid(),
  /** The photo that is being made, from 1, of all. */
  photo: z.int(),
  photos: z.int(),
  /** Faces of this photo that are done, of all. Covers of one photo are made together. */
  face: z.int(),
  faces: z.int(),
});
export type FaceProgress = z.infer<typeof faceProgressSchema>;
