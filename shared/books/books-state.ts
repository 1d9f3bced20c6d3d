import { z } from 'zod';
import { verificationResults, type Verification } from './verification.ts';

export type Booking = {
  /** Voucher word and number: `记`, 12. */
  readonly word: string;
  readonly number: number;
  /** Posting date (ISO). */
  readonly date: string;
  /** Accounting period: `2024-05`. */
  readonly period: string;
};

/** `记-12` */
export const voucherName = ({ word, number }: Pick<Booking, 'word' | 'number'>): string =>
  `${word}-${String(number)}`;

const day = z.iso.date();

const bookingSchema = z.object({
  word: z.string().min(1).max(10),
  number: z.int().min(1),
  date: day,
  period: z.string().regex(/^\d{4}-\d{2}$/),
});

/** An entry of a voucher that belongs to an invoice; amounts in cents. */
const bookedEntrySchema = z.object({
  summary: z.string(),
  account: z.object({ code: z.string(), name: z.string() }),
  debit: z.int(),
  credit: z.int(),
});
export type BookedEntry = z.infer<typeof bookedEntrySchema>;

/** Bookkeeping changes on a reviewed invoice, saved among its review events. */
export const bookChangeSchema = z.object({
  kind: z.literal('book'),
  /** Null removes a booking. */
  booking: bookingSchema.nullable(),
  /** The invoice's own entries in the voucher; earlier versions left them out. */
  entries: z.array(bookedEntrySchema).exactOptional(),
  /** Digest of the values that were booked; earlier versions left it out. */
  values: z.string().exactOptional(),
});
export const verificationSchema = z.object({
  result: z.enum(verificationResults),
  /** Date of the platform's result (ISO). */
  day,
  /** The saved result of the platform, by its digest; left out if there is none. */
  attachment: z
    .object({
      name: z.string().min(1).max(255),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().min(0),
    })
    .exactOptional(),
});
export const verifyChangeSchema = z.object({
  kind: z.literal('verify'),
  /** Null removes a result. */
  verification: verificationSchema.nullable(),
});
/** The invoice was added to an archive of this period. */
export const archiveChangeSchema = z.object({
  kind: z.literal('archive'),
  from: day,
  to: day,
  /** Digest of the values in the archive's index; earlier versions left it out. */
  values: z.string().exactOptional(),
});

/** A PDF for printing, or a printout, was made of the invoice. */
export const printChangeSchema = z.object({ kind: z.literal('print') });

export type BooksChange = z.infer<
  typeof bookChangeSchema | typeof verifyChangeSchema | typeof archiveChangeSchema | typeof printChangeSchema
>;

const kinds: ReadonlySet<string> = new Set([
  'book',
  'verify',
  'archive',
  'print',
] satisfies BooksChange['kind'][]);

/** Whether a change is about bookkeeping and does not change values. */
export const isBooksChange = (change: { readonly kind: string }): change is BooksChange =>
  kinds.has(change.kind);

/** The bookkeeping state of an invoice, as sent to a window. */
export const booksStateSchema = z.object({
  booking: bookingSchema.nullable(),
  verification: verificationSchema.nullable(),
  archivedAt: z.string().nullable(),
  printedAt: z.string().nullable(),
});

/** The bookkeeping state of an invoice. */
export type BooksState = {
  readonly booking: Booking | null;
  readonly verification: Verification | null;
  /** Instant of the last archive that includes it. */
  readonly archivedAt: string | null;
  /** Instant of the last PDF for printing that includes it. */
  readonly printedAt: string | null;
};

/** Derives the state from the events of a page, oldest first: the last of each kind counts. */
export const booksStateOf = (
  events: readonly { readonly at: string; readonly change: { readonly kind: string } }[],
): BooksState => {
  let booking: Booking | null = null;
  let verification: Verification | null = null;
  let archivedAt: string | null = null;
  let printedAt: string | null = null;
  for (const { change, at } of events) {
    if (!isBooksChange(change)) continue;
    if (change.kind === 'book') ({ booking } = change);
    else if (change.kind === 'verify') ({ verification } = change);
    else if (change.kind === 'archive') archivedAt = at;
    else printedAt = at;
  }
  return { booking, verification, archivedAt, printedAt };
};
