import { z } from 'zod';

/** By what totals are grouped. */
export const totalsGroupings = ['month', 'seller', 'kind', 'rate', 'tag'] as const;
export type TotalsGrouping = (typeof totalsGroupings)[number];

/** What some invoices come to; amounts are decimals with two digits. */
const sumSchema = z.object({
  invoices: z.int(),
  total: z.string(),
  taxTotal: z.string(),
  grossTotal: z.string(),
});
export type TotalsSum = z.infer<typeof sumSchema>;

export const totalsRowSchema = sumSchema.extend({
  /** A month (`2024-05`), a seller, a kind, a rate as printed, a tag; null where an invoice has none. */
  key: z.string().nullable(),
});
export type TotalsRow = z.infer<typeof totalsRowSchema>;

/** What invoices come to. An invoice counts once; what is set aside does not count. */
export const totalsSchema = z.object({
  rows: z.array(totalsRowSchema).readonly(),
  /** Of all invoices. An invoice with two tags is in two rows, but once in this sum. */
  sum: sumSchema,
  /** Pages that are not in the sum: duplicates and further pages of an invoice, and what was set aside. */
  duplicates: z.int(),
  aside: z.int(),
  /** Invoices in the sum with an amount that is not known. */
  incomplete: z.int(),
  /** The sum is of demo data, since there are no other invoices. */
  isSandbox: z.boolean(),
  /** Demo invoices that are left out, since there are others. */
  sandboxLeftOut: z.int(),
});
export type Totals = z.infer<typeof totalsSchema>;

export const totalsFormats = ['xlsx', 'csv'] as const;
