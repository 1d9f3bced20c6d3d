import { invoiceSchema } from '../invoice/model.ts';
import { z } from 'zod';
import { digestSchema, mostJoined } from '../review/event.ts';
import { pageIds, type Command, versionSchema, done, needs } from './command.ts';
import { pageIdSchema, pageDetailSchema, pageSummarySchema } from './page.ts';
import { bilingualSchema } from '../language.ts';
import { readerIds, sealStates } from '../invoice/extraction.ts';
import { linesEditSchema } from '../invoice/lines-edit.ts';
import { reviewStates } from '../review/replay.ts';
import { serviceIdSchema } from '../services/service.ts';

export const joinCommandSchemas = {
  /** Joins recognized pages into one invoice. The response names the page that represents it. */
  'batch.join': {
    ledger: 'write',
    contends: 'join',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'kept',
    input: z.object({ ids: z.array(pageIdSchema).min(1).max(mostJoined) }).strict(),
    output: z.object({ into: pageIdSchema }),
  },
  /** Splits joined invoices into their pages, which the response lists. */
  'batch.split': {
    ledger: 'write',
    contends: 'join',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'kept',
    input: z.object({ ids: pageIds }).strict(),
    output: z.object({ pages: z.array(pageIdSchema) }),
  },
  /**
   * Undoes that the invoices of one page became documents of their own: the first is the whole page again, with an error
   * that names all of them, and the others are in the bin.
   */
  'pages.unsplit': {
    ledger: 'write',
    contends: 'join',
    office: 'approver',
    audit: { of: 'changed' },
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ into: pageIdSchema }),
  },
} as const satisfies Record<string, Command>;

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
  /** The state of the seal of its file, also in words; null for a file that can't be sealed. */
  seal: z.object({ state: z.enum(sealStates).nullable(), text: bilingualSchema }).nullable(),
  invoice: invoiceSchema,
});
export type Side = z.infer<typeof sideSchema>;
const sidesSchema = z.object({ sides: z.array(sideSchema) });

export const sidesCommandSchemas = {
  /** Invoices with their values, for comparing them side by side. */
  'pages.sides': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: sidesQuestionSchema,
    output: sidesSchema,
  },
} as const satisfies Record<string, Command>;

/** What decides about the right to review: only approvers confirm. */
export const markSchema = z.object({ mark: z.enum(reviewStates) });

/**
 * The most pages that a preparer of an office may have recognized again at once, and the most stopped or held pages of
 * others that continue: each may be a paid call.
 */
export const mostAgain = 20;

/** Changes to the data of one page, and its review. */
export const reviewCommandSchemas = {
  /** Corrects a field; null empties it. The extraction is kept. */
  'pages.correct': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'page',
    input: z
      .object({
        id: pageIdSchema,
        field: z.string().max(100),
        value: z.string().max(10_000).nullable(),
        /** The value before the edit: if another user has changed it since, nothing is saved. */
        was: z.string().max(10_000).nullable(),
        version: versionSchema,
      })
      .strict(),
    output: pageDetailSchema,
  },
  /** Edits the line items as a table, in one step. */
  'pages.editLines': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'page',
    input: z.object({ id: pageIdSchema, edit: linesEditSchema, version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /**
   * Reverts a field to the extraction, for a conflict to the latest one; `lines` means all edits of the goods
   * lines.
   */
  'pages.revert': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['field'] },
    sentAgain: 'page',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Keeps the user's value despite the latest extraction; `lines` means the line items. */
  'pages.keep': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['field'] },
    sentAgain: 'page',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Undoes the last edit of a page, or restores the last undone one. Like `batch.undo`, it is not sent again. */
  'pages.undo': {
    ledger: 'write',
    contends: 'undo',
    office: 'preparer',
    audit: { of: 'changed', says: ['redo'] },
    input: z.object({ id: pageIdSchema, redo: z.boolean(), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /**
   * Marks a page as confirmed, set aside, or open again. `digest` is that of the shown data: other data is not
   * confirmed.
   */
  'pages.review': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['mark'] },
    officeAbove: needs('approver', markSchema, ({ mark }) => mark === 'confirmed'),
    sentAgain: 'page',
    input: z
      .object({
        id: pageIdSchema,
        mark: z.enum(reviewStates),
        version: versionSchema,
        digest: digestSchema.nullable(),
      })
      .strict(),
    output: pageDetailSchema,
  },
} as const satisfies Record<string, Command>;

export const pageCommandSchemas = {
  /** The newest documents, and all unfinished pages. */
  'pages.list': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ service: serviceIdSchema }).strict(),
    output: z.array(pageSummarySchema),
  },
  /**
   * Older pages that still need a review, newest documents first. They precede one document; null means all
   * that `pages.list` returns. The number requested is approximate. `left` of them precede the document that
   * the response names.
   */
  'pages.older': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
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
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Recognizes a page again with a new call. Skips pages whose own file contains all data. */
  'pages.recognize': {
    ledger: 'write',
    contends: 'reading',
    office: 'preparer',
    audit: { of: 'changed', says: ['reader'] },
    officeAbove: needs('approver', z.object({ ids: pageIds }), ({ ids }) => ids.length > mostAgain),
    input: z.object({ ids: pageIds, reader: z.enum(['local', 'service']).exactOptional() }).strict(),
    output: done,
  },
  /**
   * Also reads the picture of a page by the other reader; differences become findings. By default it sends the picture
   * of a digital invoice to the service, which needs a call.
   */
  'pages.compare': {
    ledger: 'write',
    contends: 'reading',
    office: 'preparer',
    audit: { of: 'changed', says: ['reader'] },
    input: z.object({ id: pageIdSchema, reader: z.enum(['local', 'service']).exactOptional() }).strict(),
    output: done,
  },
  /** Stops waiting and active pages: those listed, or all. */
  'pages.cancel': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['ids'] },
    officeAbove: needs('approver', z.object({ ids: z.literal('all') }), () => true),
    input: z.object({ ids: z.union([pageIds, z.literal('all')]) }).strict(),
    output: done,
  },
  /** Undoes a cancellation: the cancelled ones of these pages wait again. Nothing that was paid is requested again. */
  'pages.continue': {
    ledger: 'write',
    contends: 'reading',
    office: 'preparer',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
} as const satisfies Record<string, Command>;
