import { z } from 'zod';
import { pageIdSchema } from '../contract/page.ts';
import { attributeNames } from './attributes.ts';
import { faceEditSchema } from './edit.ts';

/**
 * Count of each documented number of an attribute among the faces of a photo; other numbers under `other`.
 */
const attributeCountsSchema = z.record(
  z.enum(attributeNames),
  z.object({ documented: z.array(z.int()).readonly(), other: z.int(), notAsked: z.int() }),
);
export type AttributeCounts = z.infer<typeof attributeCountsSchema>;

/** Summary of one photo in the view over many photos. */
const photoSummarySchema = z.object({
  id: pageIdSchema,
  /** Faces that count, faces below the threshold, and faces that the user excluded. */
  counted: z.int(),
  hidden: z.int(),
  excluded: z.int(),
  counts: attributeCountsSchema,
});
export type PhotoSummary = z.infer<typeof photoSummarySchema>;

/** The commands for photos of faces; part of the bridge. */
export const faceCommandSchemas = {
  /** Saves an edit of some faces. The service's own values are kept. */
  'faces.edit': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        id: pageIdSchema,
        edit: faceEditSchema,
        /** As for the changes on invoices: the version of the page that the edit was made on. */
        version: z.int().min(0).exactOptional(),
      })
      .strict(),
    output: z.object({}),
  },
  /** Counts the faces of some photos; photos that were not recognized are left out. */
  'faces.summarize': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ ids: z.array(pageIdSchema).max(200) }).strict(),
    output: z.array(photoSummarySchema),
  },
} as const;
