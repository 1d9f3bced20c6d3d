import { z } from 'zod';
import { pageIdSchema, pageStateSchema } from './page.ts';
import { serviceIdSchema } from '../services/service.ts';

/** ISO 8601 calendar date. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** A decimal amount with at most two digits after the point. */
const amount = z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/);
const words = z.string().max(200);

/** What is looked for; what is left out does not matter. Bounds count as within. */
export const historyFilterSchema = z
  .object({
    /** Each of its words occurs somewhere: in seller, buyer, number, code, goods, amount or file name. */
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
    sandbox: z.boolean(),
  })
  .partial()
  .strict();
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** Where an answer ended. */
export const historyPlaceSchema = z.object({ day: z.string().max(40), id: pageIdSchema }).strict();
export type HistoryPlace = z.infer<typeof historyPlaceSchema>;

/** What one seller's invoices of a month come to; sandbox data apart. */
export const historyTotalSchema = z.object({
  /** `2024-05`. */
  month: z.string(),
  seller: z.string().nullable(),
  invoices: z.int(),
  /** Decimal with two digits. */
  grossTotal: z.string(),
  sandbox: z.boolean(),
});
export type HistoryTotal = z.infer<typeof historyTotalSchema>;

/** Documents that were added in one go. */
export const recentBatchSchema = z.object({
  service: serviceIdSchema,
  /** When the first of them came, as an instant. */
  addedAt: z.string(),
  documents: z.int(),
  /** Name and page of the first of them. */
  name: z.string(),
  page: pageIdSchema,
});
export type RecentBatch = z.infer<typeof recentBatchSchema>;
