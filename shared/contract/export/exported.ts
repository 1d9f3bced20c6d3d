import { z } from 'zod';
import { bilingualSchema } from '../../language.ts';
import { exportSummarySchema } from '../../review/export-summary.ts';

/** Pages in the export, and pages that were left out by the user or have no picture to draw on. */
const exportedPages = {
  pages: z.int(),
  leftOut: z.int(),
  /** For anonymous photos: faces without a known place, which are not covered. */
  uncovered: z.int().exactOptional(),
  /** For pictures of faces: photos whose file was unavailable, so that the sent picture was used. */
  smaller: z.int().exactOptional(),
};

export const exportedSchema = z.discriminatedUnion('kind', [
  /** Written to the path that the user chose: a file, or a folder of pictures. */
  z.object({ kind: z.literal('saved'), path: z.string(), ...exportedPages }),
  /** The browser fetches it once by its id and saves it. */
  z.object({ kind: z.literal('download'), id: z.string(), name: z.string(), ...exportedPages }),
  z.object({ kind: z.literal('cancelled') }),
  /** Nothing is written: some pages have open findings, and the user must decide about them. */
  z.object({ kind: z.literal('undecided'), summary: exportSummarySchema }),
  /** The path is blocked; `pages.exportBeside` can save the export next to it. */
  z.object({
    kind: z.literal('blocked'),
    id: z.string(),
    path: z.string(),
    otherPath: z.string(),
    message: bilingualSchema,
    remedy: bilingualSchema,
    /** The system's own code, for support. */
    details: z.string().exactOptional(),
  }),
]);
export type Exported = z.infer<typeof exportedSchema>;
