import { z } from 'zod';
import { pageIdSchema } from '../contract/page.ts';
import { covers } from './covers.ts';

/** Pictures to be made of photos and their faces; faces that the user excluded are in none of them. */
export const facePicturesSchema = z
  .object({
    ids: z.array(pageIdSchema).min(1).max(10_000),
    /** The photos with faces covered, or each face cut out of them. */
    what: z.enum(['anonymous', 'crops']),
    cover: z.enum(covers),
    /** The faces meant, by their ordinals: for one photo. */
    faces: z.union([z.literal('all'), z.array(z.int().positive()).max(20_000)]),
    /** Whether faces that the threshold hides are meant, too. */
    withWeak: z.boolean(),
    /** Around a cut out face, as a part of its box's sides. */
    margin: z.number().min(0).max(2),
  })
  .strict();
export type FacePictures = z.infer<typeof facePicturesSchema>;
