import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';

/**
 * A file for the books: vouchers, an archive, or a print. It is reserved before it is written (`writing`), and settled after:
 * `written`, or `dropped` if it was not. What a crash leaves stays in `writing`.
 */
export const bookFileRow = z.object({
  id: z.int(),
  kind: z.enum(['vouchers', 'archive', 'print']),
  state: z.enum(['writing', 'written', 'dropped']),
  author: z.string(),
  /** Instant of the reservation. */
  at: z.string(),
  /** Where it is written; null for a download. */
  target: z.string().nullable(),
  /** SHA-256: of a file of vouchers, or of an archive's `digests.txt`. Null until it is known. */
  digest: z.string().nullable(),
  /** The period of an archive, ISO dates. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  invoices: z.int(),
});
export type BookFile = z.infer<typeof bookFileRow>;

export type NewBookFile = Pick<BookFile, 'kind' | 'author' | 'target' | 'from' | 'to' | 'invoices'> & {
  /** What it takes of its invoices, as JSON: of a print, their changes. */
  readonly changes?: string | null;
};

/** A voucher number with its invoices. */
export type ReservedVoucher = {
  readonly word: string;
  /** `2024-05` */
  readonly period: string;
  readonly number: number;
  /** Posting date (ISO). */
  readonly date: string;
  readonly pages: readonly PageId[];
};

/** The voucher of a page. `void`: its number was reserved and never written. */
export const pageVoucherRow = z.object({
  page: z.int(),
  word: z.string(),
  period: z.string(),
  number: z.int(),
  date: z.string(),
  state: z.enum(['writing', 'written', 'void']),
  /** Null for a voucher of a version that reserved none. */
  file: z.int().nullable(),
  author: z.string().nullable(),
  at: z.string().nullable(),
});
export type PageVoucher = z.infer<typeof pageVoucherRow>;

export const voucherNumberRow = z.object({ word: z.string(), period: z.string(), number: z.int() });
export type VoucherNumber = z.infer<typeof voucherNumberRow>;
