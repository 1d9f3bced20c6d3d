import { z } from 'zod';

/** A file of a watched folder, in the state that was last seen. */
export const watchedFileRow = z.object({
  path: z.string(),
  /** Its length, and its time in milliseconds. */
  bytes: z.int(),
  modified: z.int(),
  /** Its newest document, which may be removed; null for a file that stays out. */
  document: z.int().nullable(),
});
export type WatchedFile = z.infer<typeof watchedFileRow>;
