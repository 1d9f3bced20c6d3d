import { z } from 'zod';
import type { Command } from './command.ts';
import { pageIdSchema } from './page.ts';

/**
 * The state of the file that a page was made from. none: there is no file, or it was not read yet; copy: in
 * the data folder; here: at its original path. found: it was moved and identified by its content; missing:
 * not found in any searched folder; changed: another file is at its path.
 */
const originalStates = ['none', 'copy', 'here', 'found', 'missing', 'changed'] as const;

const originalSchema = z.object({
  state: z.enum(originalStates),
  /** Its current or last path; null if there is none, or if a copy is lost. */
  path: z.string().nullable(),
});
export type Original = z.infer<typeof originalSchema>;

export const originalCommandSchemas = {
  /** The state of the file that a page was made from; a moved file is searched in the folders of other files. */
  'pages.original': {
    ledger: 'read',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: originalSchema,
  },
  /** Asks the user to locate the file, which is identified by its content. Null if they cancel. */
  'pages.findOriginal': {
    ledger: 'write',
    contends: 'nothing',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ original: originalSchema.nullable() }),
  },
} as const satisfies Record<string, Command>;
