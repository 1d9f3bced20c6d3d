import { z } from 'zod';
import { readerIds } from '../invoice/extraction.ts';
import { invoiceSchema } from '../invoice/model.ts';
import type { Command } from './command.ts';
import { pageIdSchema, pageSummarySchema } from './page.ts';

/** Maximum number of invoices side by side. */
export const mostSides = 6;

/**
 * The subject of a comparison: some pages, a page and its duplicates, or what each reader extracted from one
 * page.
 */
const sidesQuestionSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('pages'), ids: z.array(pageIdSchema).min(2).max(mostSides) }).strict(),
  z.object({ of: z.literal('duplicates'), id: pageIdSchema }).strict(),
  z.object({ of: z.literal('readers'), id: pageIdSchema }).strict(),
]);
export type SidesQuestion = z.infer<typeof sidesQuestionSchema>;

/** One of the invoices that are compared. */
const sideSchema = z.object({
  page: pageIdSchema,
  /** The page number in its file, from 1. */
  number: pageSummarySchema.shape.page,
  ...pageSummarySchema.pick({ name: true, hasPicture: true, review: true }).shape,
  reader: z.enum(readerIds),
  invoice: invoiceSchema,
});
export type Side = z.infer<typeof sideSchema>;
const sidesSchema = z.object({ sides: z.array(sideSchema) });

export const sidesCommandSchemas = {
  /** Invoices with their values, for comparing them side by side. */
  'pages.sides': { access: 'read', office: 'reviewer', input: sidesQuestionSchema, output: sidesSchema },
} as const satisfies Record<string, Command>;
