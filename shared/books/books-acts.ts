import { z } from 'zod';
import { verificationResults } from './verification.ts';

const day = z.iso.date();

/** Bookkeeping acts on a reviewed invoice, saved among its review events. */
export const bookActSchema = z.object({
  kind: z.literal('book'),
  /** Null removes a booking. */
  booking: z
    .object({
      word: z.string().min(1).max(10),
      number: z.int().min(1),
      date: day,
      period: z.string().regex(/^\d{4}-\d{2}$/),
    })
    .nullable(),
});
export const verifyActSchema = z.object({
  kind: z.literal('verify'),
  /** Null removes a result. */
  verification: z.object({ result: z.enum(verificationResults), day }).nullable(),
});
/** The invoice was added to an archive of this period. */
export const archiveActSchema = z.object({ kind: z.literal('archive'), from: day, to: day });

export type BooksAct = z.infer<typeof bookActSchema | typeof verifyActSchema | typeof archiveActSchema>;

const kinds: ReadonlySet<string> = new Set(['book', 'verify', 'archive'] satisfies BooksAct['kind'][]);

/** Whether an act is about bookkeeping and does not change values. */
export const isBooksAct = (act: { readonly kind: string }): act is BooksAct => kinds.has(act.kind);

/** The author of bookkeeping events: no user's undo affects them. */
export const booksAuthor = 'books';
