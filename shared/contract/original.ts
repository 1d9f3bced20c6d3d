import { z } from 'zod';

/**
 * How the file stands that a page was made from. none: there is none any more, or it was not read yet; copy: in the
 * data folder; here: where it was; found: it was moved, and was found again by its content; missing: it is nowhere that
 * was looked; changed: another file stands in its place.
 */
export const originalStates = ['none', 'copy', 'here', 'found', 'missing', 'changed'] as const;
export type OriginalState = (typeof originalStates)[number];

export const originalSchema = z.object({
  state: z.enum(originalStates),
  /** Where it is, or where it was; null where there is none, and of a copy that is lost. */
  path: z.string().nullable(),
});
export type Original = z.infer<typeof originalSchema>;
