import { z } from 'zod';

/** The ways to group totals. */
export const totalsGroupings = ['month', 'seller', 'kind', 'rate', 'tag'] as const;
export type TotalsGrouping = (typeof totalsGroupings)[number];

/** The sums of some invoices; amounts are decimals with two digits. */
const sumSchema = z.object({
  invoices: z.int(),
  total: z.string(),
  taxTotal: z.string(),
  grossTotal: z.string(),
});
export type TotalsSum = z.infer<typeof sumSchema>;

const totalsRowSchema = sumSchema.extend({
  /** A month (`2024-05`), a seller, a kind, a rate as printed, a tag; null if an invoice has none. */
  key: z.string().nullable(),
});
export type TotalsRow = z.infer<typeof totalsRowSchema>;

/** Totals of invoices. An invoice counts once; pages that are set aside do not count. */
export const totalsSchema = z.object({
  rows: z.array(totalsRowSchema).readonly(),
  /** Of all invoices. An invoice with two tags is in two rows, but once in this sum. */
  sum: sumSchema,
  /**
   * Pages that are not in the sum: duplicates and further pages of an invoice, and pages that were set aside.
   */
  duplicates: z.int(),
  aside: z.int(),
  /** Invoices in the sum with an unknown amount. */
  incomplete: z.int(),
  /** Whether the sum is of demo data, because there are no other invoices. */
  isSandbox: z.boolean(),
  /** The number of demo invoices that are left out, because there are real ones. */
  sandboxLeftOut: z.int(),
});
export type Totals = z.infer<typeof totalsSchema>;

export const totalsFormats = ['xlsx', 'csv'] as const;
