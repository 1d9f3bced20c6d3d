import { z } from 'zod';
import { versionSchema } from './command.ts';
import { pageIdSchema } from './page.ts';
import { faceCountsSchema } from '../face/summary.ts';
import { faceEditSchema } from '../face/edit.ts';

/** Summary of one photo in the view over many photos. */
const photoSummarySchema = faceCountsSchema.extend({ id: pageIdSchema });
export type PhotoSummary = z.infer<typeof photoSummarySchema>;

/** The commands for photos of faces; part of the bridge. */
export const faceCommandSchemas = {
  /** Saves an edit of some faces. The service's own values are kept. */
  'faces.edit': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'nothing',
    input: z
      .object({
        id: pageIdSchema,
        edit: faceEditSchema,
        /** As for the changes on invoices: the version of the page that the edit was made on. */
        version: versionSchema,
      })
      .strict(),
    output: z.object({}),
  },
  /** Counts the faces of some photos; photos that were not recognized are left out. */
  'faces.summarize': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ ids: z.array(pageIdSchema).max(200) }).strict(),
    output: z.array(photoSummarySchema),
  },
} as const;
