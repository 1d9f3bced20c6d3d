import { z } from 'zod';
import { matchGroups } from '../books/match-rows.ts';
import { languageSchema } from '../language.ts';
import type { Command } from './command.ts';
import { exportedSchema } from './export/exported.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { pageIdSchema } from './page.ts';

/** The comparison of a tax bureau list with the ledger. */
const comparisonSchema = z.object({
  /** Id of this comparison, valid until another one is made. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['full', 'deduction']),
  /** The first and the last issue date in the list. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Number of invoices in both. */
  matched: z.int(),
  /** Rows of the sheet without a usable number, from 1. */
  unreadable: z.array(z.int()),
  rows: z.array(
    z.object({
      group: z.enum(matchGroups),
      code: z.string().nullable(),
      number: z.string(),
      issueDate: z.string().nullable(),
      seller: z.string().nullable(),
      grossTotal: z.string().nullable(),
      page: z.int().nullable(),
      field: z.string().nullable(),
      list: z.string().nullable(),
      ledger: z.string().nullable(),
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const matchCommandSchemas = {
  /** Compares a list of the tax bureau with the ledger. The file is sent separately (`fileCommands`). */
  'books.match': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ file: incomingFileSchema }).strict(),
    output: comparisonSchema,
  },
  /** The same with the file of a page, which turned out to be such a list. */
  'books.matchPage': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: comparisonSchema,
  },
  /** Writes the last comparison as a workbook. */
  'books.exportMatch': {
    ledger: 'none',
    office: 'preparer',
    audit: { of: 'office' },
    input: z.object({ id: z.string().max(100), language: languageSchema }).strict(),
    output: exportedSchema,
  },
} as const satisfies Record<string, Command>;
