import { z } from 'zod';
import { languageSchema } from '../../language.ts';
import { layoutSchema } from './layout.ts';

/** `lines-csv`: one row a goods line; `annotated`: a picture a page, with what was read over it. */
export const exportFormats = ['xlsx', 'csv', 'lines-csv', 'json', 'annotated'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportEncodings = ['utf8', 'gb18030'] as const;
export type ExportEncoding = (typeof exportEncodings)[number];

/** What an export is written as. */
export const exportChoiceSchema = z.object({
  format: z.enum(exportFormats),
  /** Of the tables of invoices; other formats have one form only. */
  layout: layoutSchema,
  encoding: z.enum(exportEncodings),
  /** Whether a table of faces has their feature points, which it has where nothing is said. */
  points: z.boolean().exactOptional(),
  language: languageSchema,
});
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

/**
 * The user's word on pages that are not settled. `ask`: nothing is written while there are any; `keep`: they are
 * exported with their marks; the others leave out what has errors (or was not recognized), or what has any doubt.
 */
export const unresolvedChoices = ['ask', 'keep', 'leave-errors', 'leave-doubts'] as const;
export type UnresolvedChoice = (typeof unresolvedChoices)[number];

/** What the user should know before pages are exported. */
export const exportSummarySchema = z.object({
  pages: z.int(),
  recognized: z.int(),
  /** Pages that were not recognized: they are exported with their error. */
  failed: z.int(),
  /** Pages that nobody has read: they are exported with their state. */
  cancelled: z.int(),
  waiting: z.int(),
  /** The names of the first of these. */
  unread: z.array(z.string()).readonly(),
  /** Recognized pages with a check of level error that did not hold. */
  withErrors: z.int(),
  /** Recognized pages without such an error, but with a warning. */
  withWarnings: z.int(),
  sandbox: z.int(),
  /** Checks that did not hold, and on how many pages; the most frequent first. */
  checks: z.array(z.object({ id: z.string(), level: z.enum(['warn', 'error']), pages: z.int() })).readonly(),
  /** Whether anything is left that the user has to decide about. */
  needsDecision: z.boolean(),
});
export type ExportSummary = z.infer<typeof exportSummarySchema>;
