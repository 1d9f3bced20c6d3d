import { z } from 'zod';
import { verificationResults } from './verification.ts';

const day = z.iso.date();

/** What happens to an invoice after its figures are right; kept among its review events. */
export const bookActSchema = z.object({
  kind: z.literal('book'),
  /** Null takes a booking back. */
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
  /** Null takes a result back. */
  verification: z.object({ result: z.enum(verificationResults), day }).nullable(),
});
/** The invoice was put into an archive of this period. */
export const archiveActSchema = z.object({ kind: z.literal('archive'), from: day, to: day });

export type BooksAct = z.infer<typeof bookActSchema | typeof verifyActSchema | typeof archiveActSchema>;

const kinds: ReadonlySet<string> = new Set(['book', 'verify', 'archive'] satisfies BooksAct['kind'][]);

/** Whether an act says what became of the invoice, and nothing about its values. */
export const isBooksAct = (act: { readonly kind: string }): act is BooksAct => kinds.has(act.kind);

/** Who notes what became of an invoice: nobody's undo takes it back. */
export const booksAuthor = 'books';
