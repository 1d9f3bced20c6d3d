import { z } from 'zod';
import { exportSummarySchema } from './choice.ts';

const bilingual = z.object({ zh: z.string(), en: z.string() });
/** Pages in the export, and those that the user left out or that have no picture to be drawn on. */
const exportedPages = {
  pages: z.int(),
  leftOut: z.int(),
  /** Of anonymous photos: faces that nothing tells a place of, and that are not covered. */
  uncovered: z.int().exactOptional(),
  /** Of pictures of faces: photos whose file could not be had, so that what was sent had to do. */
  smaller: z.int().exactOptional(),
};

/** The end of an export. */
export const exportedSchema = z.discriminatedUnion('kind', [
  /** Written where the user chose: a file, or a folder of pictures. */
  z.object({ kind: z.literal('saved'), path: z.string(), ...exportedPages }),
  /** To be fetched once by its id, and saved by the browser. */
  z.object({ kind: z.literal('download'), id: z.string(), name: z.string(), ...exportedPages }),
  z.object({ kind: z.literal('cancelled') }),
  /** Nothing is written: pages are not settled, and the user's word on them is asked for. */
  z.object({ kind: z.literal('undecided'), summary: exportSummarySchema }),
  /** Something is in the way at the path; the export can be saved beside it by `pages.exportBeside`. */
  z.object({
    kind: z.literal('blocked'),
    id: z.string(),
    path: z.string(),
    otherPath: z.string(),
    message: bilingual,
    remedy: bilingual,
  }),
]);
export type Exported = z.infer<typeof exportedSchema>;
