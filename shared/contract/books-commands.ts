import { z } from 'zod';
import { verificationSchema } from '../books/books-acts.ts';
import { matchGroups } from '../books/match-rows.ts';
import { languageSchema } from '../language.ts';
import { exportedSchema } from './export/exported.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { pageDetailSchema, pageIdSchema } from './page.ts';

const pageIds = z.array(pageIdSchema).max(100_000);
const { result, day } = verificationSchema.shape;

/** A list of the tax bureau beside the ledger. */
export const comparisonSchema = z.object({
  /** Of this comparison, while no other was made. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['full', 'deduction']),
  /** The first and the last day of issue in the list. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Invoices that stand in both. */
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

/** What becomes of an invoice after its figures are right: verification, vouchers, archive, paper. */
export const booksCommandSchemas = {
  /** How many of the invoices have a voucher, and how many are in an archive: whoever removes them has to know. */
  'pages.books': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: z.object({ booked: z.int(), archived: z.int() }),
  },
  /** Keeps what the platform said of an invoice; null takes it back, and its attachment with it. */
  'books.verify': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, verification: z.object({ result, day }).strict().nullable() })
      .strict(),
    reply: pageDetailSchema,
  },
  /** Keeps the platform's saved result with an invoice. The file comes by a way of its own (`fileCommands`). */
  'books.attach': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, result, day, file: incomingFileSchema }).strict(),
    reply: pageDetailSchema,
  },
  /** Gives the kept result back as a file. */
  'books.attachment': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: exportedSchema,
  },
  /** The QR code of an invoice drawn from its values: rows of `1` (dark) and `0`; null where values are missing. */
  'books.qr': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: z.object({ rows: z.array(z.string().regex(/^[01]+$/)).nullable() }),
  },
  /** Writes a workbook of the invoices that are not verified, with what the platform asks for about each. */
  'books.exportUnverified': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ ids: pageIds.exactOptional(), language: languageSchema }).strict(),
    reply: exportedSchema,
  },
  /** Compares a list of the tax bureau with the ledger. The file comes by a way of its own (`fileCommands`). */
  'books.match': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ file: incomingFileSchema }).strict(),
    reply: comparisonSchema,
  },
  /** Writes the last comparison as a workbook. */
  'books.exportMatch': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ id: z.string().max(100), language: languageSchema }).strict(),
    reply: exportedSchema,
  },
} as const;

/** Commands with a file: it never comes as JSON, and a page never names a path. */
export const fileCommands = [
  'books.attach',
  'books.match',
] as const satisfies readonly (keyof typeof booksCommandSchemas)[];
export type FileCommandName = (typeof fileCommands)[number];
export const isFileCommand = (name: string): name is FileCommandName =>
  fileCommands.some((known) => known === name);

/** What goes with the file. */
export type FileCommandInput<Name extends FileCommandName> = Omit<
  z.input<(typeof booksCommandSchemas)[Name]['input']>,
  'file'
>;
