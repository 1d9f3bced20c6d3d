import { z } from 'zod';
import { verificationSchema } from '../books/books-state.ts';
import { codesSchema } from '../books/codes.ts';
import { deductionBases } from '../books/deduction.ts';
import { gateReasons, includableReasons } from '../books/gate.ts';
import { bookSides } from '../books/side.ts';
import { voucherFormats, voucherLayoutSchema } from '../books/voucher.ts';
import { voucherReasons } from '../books/book-invoice.ts';
import { accountSchema, ruleSchema, voucherRulesSchema } from '../books/voucher-rules.ts';
import { languageSchema } from '../language.ts';
import { digestSchema } from '../review/event.ts';
import { pageIds, versionSchema } from './command.ts';
import { exportedSchema } from './export/exported.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { matchCommandSchemas } from './match-commands.ts';
import { nameCommandSchemas } from './name-commands.ts';
import { pageDetailSchema, pageIdSchema } from './page.ts';

const includeSchema = z.array(z.enum(includableReasons)).max(includableReasons.length);
const { result, day } = verificationSchema.shape;

const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date() }).strict();

const entrySchema = z.object({
  summary: z.string(),
  account: accountSchema,
  debit: z.string(),
  credit: z.string(),
  supplier: z.string().nullable(),
  customer: z.string().nullable(),
});

/** An invoice that the gate leaves out. */
const leftOutSchema = z.object({
  page: pageIdSchema,
  name: z.string(),
  reasons: z.array(z.enum(gateReasons)),
  /** The file on which it counts. */
  other: z.string().nullable(),
  /** Its voucher, if it is booked already. */
  voucher: z.string().nullable(),
});

/** A preview of vouchers. Amounts are decimals with two digits. */
const voucherTrialSchema = z.object({
  /** Of what the user sees of the vouchers. Writing them includes it: other vouchers are not written. */
  digest: digestSchema,
  vouchers: z.array(
    z.object({
      date: z.string(),
      word: z.string(),
      number: z.int(),
      attachments: z.int(),
      preparer: z.string(),
      pages: z.array(pageIdSchema),
      entries: z.array(entrySchema),
      /** How each of its invoices is booked. */
      how: z.array(
        z.object({
          /** Two between own companies. */
          sides: z.array(z.enum(bookSides)),
          /** It names no buyer's id, and is taken for a purchase. */
          isAssumed: z.boolean(),
          /** Why the input tax of its parts is deducted, or not; `rate` in percent if it was computed. */
          deductions: z.array(
            z.object({ tax: z.string(), basis: z.enum(deductionBases), rate: z.number().nullable() }),
          ),
        }),
      ),
    }),
  ),
  /** Invoices that can't be booked. */
  failures: z.array(
    z.object({
      page: pageIdSchema,
      name: z.string(),
      reason: z.enum(voucherReasons),
      /** The line that no rule matches, from 1. */
      line: z.int().nullable(),
      /** Class or name of its goods, or the department or project that has no code. */
      goods: z.string().nullable(),
      /** The earlier choice for the most similar line. */
      rule: ruleSchema.nullable(),
    }),
  ),
  /** Parties without a code, which the format would need if their accounts are kept by them. */
  uncoded: z.array(z.string()),
  /** The first of the invoices that the gate holds back, unless the user includes them, and their number. */
  held: z.array(leftOutSchema),
  heldCount: z.int(),
  /** The same for those that are never booked. */
  never: z.array(leftOutSchema),
  neverCount: z.int(),
  /** Whether an own company is known: without one, purchases and sales can't be told apart. */
  knowsOwn: z.boolean(),
  /** The most frequent buyer, to offer as own company. */
  offer: z.object({ name: z.string(), taxId: z.string(), invoices: z.int() }).nullable(),
});
export type VoucherTrial = z.infer<typeof voucherTrialSchema>;

/** Bookkeeping commands on reviewed invoices: verification, vouchers, archive, paper. */
export const booksCommandSchemas = {
  /**
   * How many of the invoices have a voucher or are in an archive: the window warns before it removes them.
   */
  'pages.books': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ ids: pageIds }).strict(),
    output: z.object({ kept: z.int() }),
  },
  /** Saves the platform's result for an invoice; null removes it with its attachment. */
  'books.verify': {
    ledger: 'write',
    contends: 'verification',
    office: 'preparer',
    audit: { of: 'changed' },
    input: z
      .object({
        id: pageIdSchema,
        verification: z.object({ result, day }).strict().nullable(),
        version: versionSchema,
      })
      .strict(),
    output: pageDetailSchema,
  },
  /** Saves the platform's result file with an invoice. The file is sent separately (`fileCommands`). */
  'books.attach': {
    ledger: 'write',
    contends: 'verification',
    office: 'preparer',
    audit: { of: 'changed', says: ['result', 'day'] },
    input: z
      .object({ id: pageIdSchema, result, day, version: versionSchema, file: incomingFileSchema })
      .strict(),
    output: pageDetailSchema,
  },
  /** Returns the saved result as a file. */
  'books.attachment': {
    ledger: 'read',
    office: 'viewer',
    audit: { of: 'named' },
    input: z.object({ id: pageIdSchema }).strict(),
    output: exportedSchema,
  },
  /**
   * The QR code of an invoice drawn from its values: rows of `1` (dark) and `0`; null if values are missing.
   */
  'books.qr': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ rows: z.array(z.string().regex(/^[01]+$/)).nullable() }),
  },
  /** Writes a workbook of the unverified invoices, with the values that the platform asks for. */
  'books.exportUnverified': {
    ledger: 'read',
    office: 'preparer',
    audit: { of: 'named' },
    input: z.object({ ids: pageIds.exactOptional(), language: languageSchema }).strict(),
    output: exportedSchema,
  },
  ...matchCommandSchemas,
  /** Reads a table of codes from a CSV file. `wrong`: its rows that can't be used, from 1. */
  'books.readCodes': {
    ledger: 'none',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ file: incomingFileSchema }).strict(),
    output: z.object({ codes: codesSchema, wrong: z.array(z.int()) }),
  },
  /** Writes a table of codes as CSV, with the parties of invoices that have none yet. */
  'books.exportCodes': {
    ledger: 'read',
    office: 'preparer',
    audit: { of: 'named' },
    input: z.object({ ids: pageIds, codes: codesSchema }).strict(),
    output: exportedSchema,
  },
  /** Tries to book invoices by rules without writing anything. Returns the vouchers and the failures. */
  'books.tryVouchers': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z
      .object({
        ids: pageIds,
        rules: voucherRulesSchema,
        include: includeSchema,
        /** What will be written: some formats need codes. */
        format: z.enum(voucherFormats).exactOptional(),
      })
      .strict(),
    output: voucherTrialSchema,
  },
  /** Writes vouchers and notes them on their invoices. `include`: the reasons that the user lets through. */
  'books.writeVouchers': {
    ledger: 'write',
    contends: 'vouchers',
    office: 'approver',
    audit: { of: 'changed', says: ['format'] },
    input: z
      .object({
        ids: pageIds,
        rules: voucherRulesSchema,
        format: z.enum(voucherFormats),
        layout: voucherLayoutSchema.exactOptional(),
        include: includeSchema,
        /** The trial that the user has seen: its digest, and the invoices of its vouchers. */
        seen: z.object({ digest: digestSchema, pages: pageIds }).strict(),
      })
      .strict(),
    output: exportedSchema,
  },
  /** Files that a crash has left half-done and that this user may resolve, and voucher numbers that are void. */
  'books.unfinished': {
    ledger: 'read',
    office: 'approver',
    audit: 'nothing',
    input: z.object({}).strict(),
    output: z.object({
      files: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(['vouchers', 'archive']),
          at: z.string(),
          /** The author's name; null in a ledger of one user. */
          by: z.string().nullable(),
          /** Of vouchers: the first and the last number. */
          first: z.string().nullable(),
          last: z.string().nullable(),
          /** What happened to it is known, and the next file resolves it. */
          isCertain: z.boolean(),
        }),
      ),
      void: z.array(z.string()),
    }),
  },
  /** Says whether such a file was saved. */
  'books.resolve': {
    ledger: 'write',
    contends: 'nothing',
    office: 'approver',
    audit: { of: 'changed', says: ['id', 'state'] },
    input: z.object({ id: z.int().positive(), state: z.enum(['written', 'dropped']) }).strict(),
    output: z.object({}),
  },
  /** The number of invoices issued in a period, and the open items among them. */
  'books.archivePlan': {
    ledger: 'read',
    office: 'approver',
    audit: 'nothing',
    input: periodSchema,
    output: z.object({
      /** Of what the archive would hold. Writing it includes it. */
      digest: digestSchema,
      /** The last archive of this period; null if there is none. */
      last: z.int().nullable(),
      invoices: z.int(),
      unconfirmed: z.int(),
      unbooked: z.int(),
      unverified: z.int(),
      /** The first of those that are not in it: set aside in this period, or of no period. */
      leftOut: z.array(
        z.object({
          name: z.string(),
          number: z.string().nullable(),
          reason: z.enum(['aside', 'undated', 'unread']),
        }),
      ),
      /** Their number. */
      missing: z.int(),
      /** The first files that are known to be no invoice. */
      noInvoices: z.array(z.string()),
      /** The first files from which nothing was read, and that the user has set aside. */
      setAside: z.array(z.string()),
      demo: z.int(),
      otherPeriods: z.int(),
    }),
  },
  /** Writes an archive of a period, and notes it on the invoices. Without a dialog for folders it is a zip. */
  'books.archive': {
    ledger: 'write',
    contends: 'archive',
    office: 'approver',
    audit: { of: 'changed', says: ['from', 'to', 'as'] },
    input: periodSchema.extend({
      as: z.enum(['zip', 'folder']),
      /** The plan that the user has seen. */
      seen: z.object({ digest: digestSchema, last: z.int().nullable() }).strict(),
    }),
    output: exportedSchema,
  },
  /** Checks an archive: a zip, or (dropped on the desktop) a folder. Compares it with what the ledger keeps of it. */
  'books.checkArchive': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ file: incomingFileSchema }).strict(),
    output: z.object({
      files: z.int(),
      defects: z.array(
        z.object({
          path: z.string(),
          defect: z.enum(['changed', 'missing', 'added', 'unreadable', 'no-archive']),
        }),
      ),
      /** Whether the ledger keeps its digest; `other` if it keeps another one of that period. */
      known: z.enum(['yes', 'no', 'other']),
      /** When that archive was written, and by whom. */
      at: z.string().nullable(),
      by: z.string().nullable(),
    }),
  },
  /**
   * Lays the originals of invoices out on A4, with an optional cover sheet: as a PDF, or on paper by the system's
   * print dialog, which only the desktop program has. Notes it on the invoices.
   */
  'books.print': {
    ledger: 'write',
    contends: 'print',
    office: 'approver',
    audit: { of: 'changed' },
    input: z
      .object({
        ids: pageIds,
        perPage: z.union([z.literal(1), z.literal(2), z.literal(4)]),
        cover: z.boolean(),
        as: z.enum(['pdf', 'paper']),
      })
      .strict(),
    output: z.union([exportedSchema, z.object({ kind: z.literal('printed') })]),
  },
  ...nameCommandSchemas,
} as const;

/** Commands with a file. It is never sent as JSON, and a page never names a path. */
export const fileCommands = [
  'books.attach',
  'books.match',
  'books.readCodes',
  'books.checkArchive',
] as const satisfies readonly (keyof typeof booksCommandSchemas)[];
export type FileCommandName = (typeof fileCommands)[number];
export const isFileCommand = (name: string): name is FileCommandName =>
  fileCommands.some((known) => known === name);

/** The input besides the file. */
export type FileCommandInput<Name extends FileCommandName> = Omit<
  z.input<(typeof booksCommandSchemas)[Name]['input']>,
  'file'
>;
