import { z } from 'zod';
import { done, pageIds, type Command } from './command.ts';
import { pageDetailSchema, pageIdSchema, pageSummarySchema } from './page.ts';
import { serviceIdSchema } from '../services/service.ts';

export const pageCommandSchemas = {
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
  /** Deletes the pages with all their data, but not the files they came from. */
  'pages.remove': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
} as const satisfies Record<string, Command>;
