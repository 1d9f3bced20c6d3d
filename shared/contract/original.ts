import { z } from 'zod';

/**
 * The state of the file that a page was made from. none: there is no file, or it was not read yet; copy: in
 * the data folder; here: at its original path. found: it was moved and identified by its content; missing:
 * not found in any searched folder; changed: another file is at its path.
 */
const originalStates = ['none', 'copy', 'here', 'found', 'missing', 'changed'] as const;

export const originalSchema = z.object({
  state: z.enum(originalStates),
  /** Its current or last path; null if there is none, or if a copy is lost. */
  path: z.string().nullable(),
});
export type Original = z.infer<typeof originalSchema>;
