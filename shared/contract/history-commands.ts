import { z } from 'zod';
import type { Command } from './command.ts';
import { historyFilterSchema, historyPlaceSchema, recentBatchSchema } from './history.ts';
import { pageSummarySchema } from './page.ts';
import { totalsGroupings, totalsSchema } from '../review/totals.ts';

export const historyCommandSchemas = {
  /** Searches all extractions ever made, newest day first; `after` continues where a response ended. */
  'history.search': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        after: historyPlaceSchema.nullable(),
        limit: z.int().min(1).max(200),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema), next: historyPlaceSchema.nullable() }),
  },
  /** The last batches, newest first. */
  'history.batches': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ limit: z.int().min(1).max(20) }).strict(),
    output: z.object({ batches: z.array(recentBatchSchema) }),
  },
  /** Sums of the recognized invoices that match. */
  'history.totals': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ filter: historyFilterSchema, by: z.enum(totalsGroupings) }).strict(),
    output: totalsSchema,
  },
  /** The invoices in one row of the totals, oldest first. */
  'history.totalled': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        key: z.string().max(1000).nullable(),
        limit: z.int().min(1).max(1_000),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema) }),
  },
} as const satisfies Record<string, Command>;
