import { z } from 'zod';
import { linesEditSchema } from '../invoice/lines-edit.ts';
import { reviewStates } from '../review/replay.ts';
import { versionSchema, type Command } from './command.ts';
import { pageDetailSchema, pageIdSchema } from './page.ts';

/** Changes to the data of one page, and its review. */
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
  /** Edits the line items as a table, in one step. */
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
  /** Keeps the user's value despite the latest extraction; `lines` means the line items. */
  'pages.keep': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /** Undoes the last edit of a page, or restores the last undone one. */
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
    input: z.object({ id: pageIdSchema, mark: z.enum(reviewStates), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
} as const satisfies Record<string, Command>;
