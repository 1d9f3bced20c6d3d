import { z } from 'zod';
import { serviceIdSchema } from '../../../shared/services/service.ts';

/** Files that were handed in together, of which some are not in the list yet. */
export const dropRow = z.object({
  /** Chosen by the window that took them. */
  id: z.string(),
  service: serviceIdSchema,
  author: z.string(),
  /** ISO 8601 instant. */
  at: z.string(),
  /** How many were handed in, and how many of them are still missing. */
  files: z.int(),
  left: z.int(),
  /** How many of these were never recorded by name: the window ended while it listed them. */
  unlisted: z.int(),
});
export type Drop = z.infer<typeof dropRow>;
export type NewDrop = Pick<Drop, 'id' | 'service' | 'author' | 'files'>;

/** A file of a drop by its place from 0: its name with the folders below the dropped one, and its length. */
export const droppedFileRow = z.object({ place: z.int(), name: z.string(), bytes: z.int() });
export type DroppedFile = z.infer<typeof droppedFileRow>;
