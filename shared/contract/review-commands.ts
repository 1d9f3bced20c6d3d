import { z } from 'zod';
import { linesEditSchema } from '../invoice/lines-edit.ts';
import { mostJoined, tagSchema } from '../review/event.ts';
import { reviewMarks } from '../review/replay.ts';
import { serviceIdSchema } from '../services/service.ts';
import { pageIds, type Command } from './command.ts';
import { pageDetailSchema, pageIdSchema } from './page.ts';

/** The changes that an undo reverted or a redo restored. */
const undoneSchema = z.object({
  service: serviceIdSchema,
  /** The pages, in the order in which they were added. */
  pages: z.array(pageIdSchema),
  change: z.enum([
    'correct',
    'lines',
    'revert',
    'keep',
    'faces',
    'review',
    'accept',
    'tag',
    'note',
    'join',
    'split',
    'other',
  ]),
  /** The field concerned; null if there is none. */
  field: z.string().nullable(),
  mark: z.enum(reviewMarks).nullable(),
});
export type Undone = z.infer<typeof undoneSchema>;

/**
 * The version of the page that a change was made on (`version` of its detail). If another user has contradicted the change
 * since, nothing is saved.
 */
const versionSchema = z.int().min(0).exactOptional();

/**
 * The versions of several pages, in the order of their ids. A page that another user has contradicted since is left
 * as it is.
 */
const versionsSchema = z.array(z.int().min(0)).max(100_000).exactOptional();

/** Pages that another user has changed meanwhile, and that were left as they are; null if there are none. */
const metSchema = z
  .object({
    pages: z.array(pageIdSchema),
    message: z.object({ zh: z.string(), en: z.string() }),
    remedy: z.object({ zh: z.string(), en: z.string() }).nullable(),
  })
  .nullable();
export type MetPages = z.infer<typeof metSchema>;

/** The review of pages: corrections, marks, tags and notes. */
export const reviewCommandSchemas = {
  /** Corrects a field; null empties it. The extraction is kept. */
  'pages.correct': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        id: pageIdSchema,
        field: z.string().max(100),
        value: z.string().max(10_000).nullable(),
        /** The value before the edit: if another user has changed it since, nothing is saved. */
        was: z.string().max(10_000).nullable().exactOptional(),
      })
      .strict(),
    output: pageDetailSchema,
  },
  /** Edits the goods lines as a table, in one step. */
  'pages.editLines': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, edit: linesEditSchema, version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /**
   * Reverts a field to the extraction, for a conflict to the latest one; `lines` means all edits of the goods
   * lines.
   */
  'pages.revert': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Keeps the user's value despite the latest extraction; `lines` means the goods lines. */
  'pages.keep': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Takes back the last edit of a page, or restores the one taken back last. */
  'pages.undo': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, redo: z.boolean() }).strict(),
    output: pageDetailSchema,
  },
  /** Marks a page as confirmed, set aside, or open again. */
  'pages.review': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, mark: z.enum(reviewMarks), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /**
   * Marks several recognized pages as one undo step and skips others. `onlyClean` also skips pages that are
   * already marked or have an open warning or error. The response lists the pages that were marked.
   */
  'batch.review': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        ids: pageIds,
        mark: z.enum(reviewMarks),
        onlyClean: z.boolean(),
        versions: versionsSchema,
      })
      .strict(),
    output: z.object({ changed: z.array(pageIdSchema), met: metSchema }),
  },
  /** Adds and removes tags on several pages, as one undo step. */
  'batch.tag': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        ids: pageIds,
        add: z.array(tagSchema).max(20),
        remove: z.array(tagSchema).max(100),
        versions: versionsSchema,
      })
      .strict(),
    output: z.object({ met: metSchema }),
  },
  /** Saves a note on a page; null removes it. */
  'pages.note': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, text: z.string().max(2000).nullable(), version: versionSchema })
      .strict(),
    output: pageDetailSchema,
  },
  /** Settles the open findings of a field: the user accepts its value. */
  'pages.accept': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Joins recognized pages into one invoice. The response names the page that represents it. */
  'batch.join': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: z.array(pageIdSchema).min(1).max(mostJoined) }).strict(),
    output: z.object({ into: pageIdSchema }),
  },
  /** Splits joined invoices into their pages, which the response lists. */
  'batch.split': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: z.object({ pages: z.array(pageIdSchema) }),
  },
  /** Takes back or restores the user's last action, on any page. */
  'batch.undo': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ redo: z.boolean() }).strict(),
    output: undoneSchema,
  },
} as const satisfies Record<string, Command>;
