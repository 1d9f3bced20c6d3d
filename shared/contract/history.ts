import { z } from 'zod';
import { pageIdSchema, pageStateSchema } from './page.ts';
import { readerIds } from '../invoice/extraction.ts';
import { serviceIdSchema } from '../services/service.ts';

/** ISO 8601 calendar date. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** A decimal amount with at most two digits after the point. */
const amount = z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/);
const words = z.string().max(200);

/** The search criteria; those left out match everything. Bounds are inclusive. */
export const historyFilterSchema = z
  .object({
    /** Each word must occur in the seller, buyer, number, code, goods, amount or file name. */
    text: words,
    seller: words,
    buyer: words,
    number: words,
    dayFrom: day,
    dayTo: day,
    amountFrom: amount,
    amountTo: amount,
    kind: z.string().max(10),
    state: pageStateSchema,
    service: serviceIdSchema,
    reader: z.enum(readerIds),
    sandbox: z.boolean(),
  })
  .partial()
  .strict();
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** The position where a response ended. */
export const historyPlaceSchema = z.object({ day: z.string().max(40), id: pageIdSchema }).strict();
export type HistoryPlace = z.infer<typeof historyPlaceSchema>;

/** Documents that were added together. */
export const recentBatchSchema = z.object({
  service: serviceIdSchema,
  /** Instant at which the first of them was added. */
  addedAt: z.string(),
  documents: z.int(),
  /** Name and page of the first of them. */
  name: z.string(),
  page: pageIdSchema,
});
export type RecentBatch = z.infer<typeof recentBatchSchema>;
