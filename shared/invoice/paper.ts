import { z } from 'zod';
import type { Immutable } from '../members.ts';

/** What an accountant holds besides invoices, as far as its text or data says so. */
export const paperTypes = [
  'itinerary',
  'hotel-bill',
  'bank-receipt',
  'fiscal-receipt',
  'tax-certificate',
  'goods-list',
  'contract',
  'other',
] as const;
export type PaperType = (typeof paperTypes)[number];

const text = z.string().nullable();

/** A paper that is no VAT invoice. What it does not state is null. */
export const paperSchema = z.object({
  type: z.enum(paperTypes),
  number: text,
  /** ISO 8601 calendar date. */
  date: text,
  /** A decimal string with two digits. */
  amount: text,
  payer: text,
  payee: text,
});
export type Paper = Immutable<z.infer<typeof paperSchema>>;

/** What a paper states besides what it is, in the order of lists. */
export const paperKeys = [
  'number',
  'date',
  'amount',
  'payer',
  'payee',
] as const satisfies readonly (keyof Paper)[];
export type PaperKey = (typeof paperKeys)[number];
