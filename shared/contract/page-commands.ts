import { z } from 'zod';
import { callRecordSchema } from './call-record.ts';
import { done, pageIds, type Command } from './command.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { originalSchema } from './original.ts';
import { pageDetailSchema, pageIdSchema, pageSummarySchema } from './page.ts';
import { treatmentSchema } from './preparation.ts';
import { sidesQuestionSchema, sidesSchema } from './sides.ts';
import { serviceIdSchema } from '../services/service.ts';

/** A set of files dropped together: its id, and how many of them will still follow. */
export const dropSchema = z.object({ id: z.uuid(), left: z.int().min(0).max(100_000) }).strict();
export type Drop = z.infer<typeof dropSchema>;

const passwordSchema = z.string().min(1).max(1000);

/** Adds, lists, recognizes and removes pages. */
export const pageCommandSchemas = {
  /**
   * Adds files and queues them. `sandbox` uses the built-in sandbox instead of the service. `drop` joins
   * files that arrive one by one into one batch.
   */
  'pages.add': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        files: z.array(incomingFileSchema).min(1).max(10_000),
        sandbox: z.boolean(),
        drop: dropSchema.optional(),
      })
      .strict(),
    output: z.object({
      added: z.array(pageIdSchema),
      /** Without an account: indices from 0 of the files whose pages only the service can recognize. */
      leftOut: z.array(z.number().int().nonnegative()).optional(),
    }),
  },
  /** Files are being dragged over the window or chosen, so the decoder starts early. */
  'pages.expect': {
    access: 'write',
    office: 'reviewer',
    input: z.object({}).strict(),
    output: done,
  },
  /** Adds the project's own samples and recognizes them with the sandbox. */
  'pages.addSamples': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    output: z.object({ added: z.array(pageIdSchema) }),
  },
  /** The newest documents, and all unfinished pages. */
  'pages.list': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    output: z.array(pageSummarySchema),
  },
  /**
   * Older pages that still need a review, newest documents first. They precede one document; null means all
   * that `pages.list` returns. The number requested is approximate. `left` of them precede the document that
   * the response names.
   */
  'pages.older': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        before: z.int().min(0).nullable(),
        limit: z.int().min(0).max(1_000),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema), before: z.int().min(0), left: z.int().min(0) }),
  },
  'pages.open': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    output: pageDetailSchema,
  },
  /** The record of each call about a page, oldest first, without any secret, signature or picture. */
  'pages.calls': {
    access: 'read',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ calls: z.array(callRecordSchema) }),
  },
  /** The state of the file that a page was made from; a moved file is searched for where other files are. */
  'pages.original': {
    access: 'read',
    input: z.object({ id: pageIdSchema }).strict(),
    output: originalSchema,
  },
  /** Asks the user to locate the file, which is identified by its content. Null if they cancel. */
  'pages.findOriginal': {
    access: 'write',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ original: originalSchema.nullable() }),
  },
  /** Recognizes a page again with a new call. Skips pages whose own file contains all data. */
  'pages.recognize': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /**
   * Also sends the picture of a digital invoice to the service; differences become findings. This needs a
   * call.
   */
  'pages.compare': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    output: done,
  },
  /** Stops waiting and active pages: those listed, or all. */
  'pages.cancel': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: z.union([pageIds, z.literal('all')]) }).strict(),
    output: done,
  },
  /**
   * Rotates and masks a page: its picture is made again and waits for the user's approval. An extraction of
   * the earlier picture is kept and restored with that treatment. `password` opens a PDF that needs one
   * (`password-needed`).
   */
  'pages.treat': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, treatment: treatmentSchema, password: passwordSchema.exactOptional() })
      .strict(),
    output: pageDetailSchema,
  },
  /** The user's approval: sends pages that were held. */
  'pages.send': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** The password of a PDF; kept in memory until Vouch ends, and never on disk. */
  'pages.unlock': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, password: passwordSchema }).strict(),
    output: done,
  },
  /** Deletes the pages with all their data, but not the files they came from. */
  'pages.remove': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** Invoices with their values, for comparing them side by side. */
  'pages.sides': { access: 'read', office: 'reviewer', input: sidesQuestionSchema, output: sidesSchema },
} as const satisfies Record<string, Command>;
