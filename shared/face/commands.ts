import { z } from 'zod';
import { pageIdSchema } from '../contract/page.ts';
import { attributeNames } from './attributes.ts';
import { faceEditSchema } from './edit.ts';

/** How often each documented number of an attribute stands among the faces of a photo; others under `other`. */
const attributeCountsSchema = z.record(
  z.enum(attributeNames),
  z.object({ documented: z.array(z.int()).readonly(), other: z.int(), notAsked: z.int() }),
);
export type AttributeCounts = z.infer<typeof attributeCountsSchema>;

/** What the view over many photos shows of one. */
export const photoSummarySchema = z.object({
  id: pageIdSchema,
  /** Faces that count, and those that the threshold hides or the user excluded. */
  counted: z.int(),
  hidden: z.int(),
  excluded: z.int(),
  counts: attributeCountsSchema,
});
export type PhotoSummary = z.infer<typeof photoSummarySchema>;

/** The commands that only photos of faces have; part of the bridge. */
export const faceCommandSchemas = {
  /** Keeps an edit of some faces. What the service said is kept beside it. */
  'faces.edit': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, edit: faceEditSchema }).strict(),
    reply: z.object({}),
  },
  /** Counts the faces of some photos; photos that were not recognized are left out. */
  'faces.summarize': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ ids: z.array(pageIdSchema).max(200) }).strict(),
    reply: z.array(photoSummarySchema),
  },
} as const;
