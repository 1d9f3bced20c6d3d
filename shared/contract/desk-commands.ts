import { z } from 'zod';
import { languageSchema } from '../language.ts';
import { failureSchema } from '../services/failure.ts';
import { serviceIdSchema } from '../services/service.ts';
import type { Command } from './command.ts';
import { exportChoiceSchema } from './export/exported.ts';
import { pageIdSchema, pageStateSchema } from './page.ts';

/**
 * What the command line of another computer asks an office with a personal token, besides `pages.add`. The number
 * changes with every change of this file that an older or newer program would misunderstand.
 */
export const deskProtocol = 1;

/** Maximum number of files in one question, and in the outputs of one command line. */
export const mostAskedFiles = 200;
export const mostDeskFiles = 10_000;
/** Maximum number of UTF-16 code units of a path; a longer one is shortened. */
export const mostSourceLength = 4_096;
/** Maximum bytes of a question as JSON, and of the paths in it: the rest is for the ids of pages. */
export const mostDeskBytes = 32_000_000;
export const mostSourceBytes = 16_000_000;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/u);
const countSchema = z.int().min(0);

/** A page of a file that was handed in. */
const deskPageSchema = z.object({
  id: pageIdSchema,
  page: z.int(),
  /** Which of several invoices on the page it is, from 1; 0 for the whole page. */
  part: z.int(),
  pageCount: z.int(),
  state: pageStateSchema,
  /** A waiting page has one if it waits for the budget of another day. */
  failure: failureSchema.nullable(),
  /** The service's name for the failed call. */
  sid: z.string().nullable(),
  /** Waits until a user sends it. */
  held: z.boolean(),
});
export type DeskPage = z.infer<typeof deskPageSchema>;

/** `lines` is one line a page, as standard output has without an output option. */
const deskFormats = ['csv', 'lines-csv', 'xlsx', 'json', 'lines'] as const;
export type DeskFormat = (typeof deskFormats)[number];

export const deskCommandSchemas = {
  /**
   * The pages of files, by the digest of their bytes and by pages that `pages.add` returned: whether the office has them
   * already, and how far they are.
   */
  'desk.look': {
    ledger: 'read',
    office: 'viewer',
    byToken: true,
    audit: 'nothing',
    input: z
      .object({
        service: serviceIdSchema,
        files: z
          .array(z.object({ sha256: digestSchema.nullable(), pages: z.array(pageIdSchema).max(10_000) }))
          .min(1)
          .max(mostAskedFiles),
      })
      .strict(),
    output: z.object({
      protocol: z.literal(deskProtocol),
      /** Running workers of the office. */
      workers: countSchema,
      files: z.array(
        z.object({
          pages: z.array(deskPageSchema),
          /** The file has no page but removed ones. */
          isBinned: z.boolean(),
        }),
      ),
    }),
  },
  /**
   * Encodes the pages of files, in this order, as `vouch invoice` does; each invoice once. The command line fetches each
   * format as a download.
   */
  'desk.export': {
    ledger: 'read',
    office: 'preparer',
    byToken: true,
    audit: { of: 'named', says: ['service', 'formats'] },
    input: z
      .object({
        service: serviceIdSchema,
        formats: z.array(z.enum(deskFormats)).min(1).max(deskFormats.length),
        language: languageSchema,
        encoding: exportChoiceSchema.shape.encoding,
        files: z
          .array(
            z.object({
              /** The path as given, shortened in the middle if it is too long. */
              source: z.string().max(mostSourceLength),
              pages: z.array(pageIdSchema).max(10_000),
              /** Why the office does not have the file: it was refused, or the command line was stopped before. */
              without: z.union([failureSchema, z.literal('stopped')]).nullable(),
            }),
          )
          .max(mostDeskFiles),
      })
      .strict(),
    output: z.object({
      downloads: z.array(z.object({ format: z.enum(deskFormats), id: z.string().max(100) })),
      /** One line for each page with errors. */
      unresolved: z.array(z.string()),
      recognized: countSchema,
      failed: countSchema,
      waiting: countSchema,
      /** Files of an invoice that an earlier file has, too. */
      folded: countSchema,
      /** What counts in the sums of the outputs. */
      counted: z.object({ invoices: countSchema, unconfirmed: countSchema, withErrors: countSchema }),
      /** Pages with a call that may have been billed without a result. */
      maybePaid: countSchema,
    }),
  },
} as const satisfies Record<string, Command>;
