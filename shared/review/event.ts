import { z } from 'zod';
import { archiveActSchema, bookActSchema, verifyActSchema } from '../books/books-acts.ts';
import { keptFaceEditSchema } from '../face/edit.ts';
import { invoiceActSchema, type InvoiceAct } from '../invoice/invoice-acts.ts';

/** A tag is a short text on one line. */
export const tagSchema = z.string().trim().min(1).max(60);

/** The most pages of one invoice. */
export const mostJoined = 100;

/** The author of automatic changes by Vouch. */
export const ownAuthor = 'vouch';

/**
 * What a user does to a page. Acts are saved as events that are appended and never changed. Undo and redo are
 * acts, too: both have no limit and survive a restart.
 */
const reviewActSchema = z.discriminatedUnion('kind', [
  ...invoiceActSchema.options,
  z.object({ kind: z.literal('edit-faces'), edit: keptFaceEditSchema }),
  z.object({ kind: z.literal('confirm') }),
  z.object({ kind: z.literal('set-aside') }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('tag'), add: z.array(tagSchema), remove: z.array(tagSchema) }),
  /** Null removes the note. */
  z.object({ kind: z.literal('note'), text: z.string().max(2000).nullable() }),
  /** Pages of one invoice, in their order; the same act is on each of them. `to` represents the invoice. */
  z.object({
    kind: z.literal('join'),
    to: z.int().positive(),
    pages: z.array(z.int().positive()).min(2).max(mostJoined),
  }),
  z.object({ kind: z.literal('split') }),
  bookActSchema,
  verifyActSchema,
  archiveActSchema,
  z.object({ kind: z.literal('undo') }),
  z.object({ kind: z.literal('redo') }),
]);
export type ReviewAct = z.infer<typeof reviewActSchema>;

export type ReviewEvent = {
  readonly id: number;
  /** The version of the page on which the act was made: the number of events before it. */
  readonly version: number;
  readonly by: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** The extraction that was displayed; null if it is unknown or deleted. */
  readonly extractionId: number | null;
  readonly act: ReviewAct;
};

/** The author in a ledger that one person uses on one computer. */
export const localAuthor = 'local';

/** An act as a store saves it: its kind, and the rest as JSON. */
type StoredAct = { readonly kind: string; readonly body: string };

export const encodeAct = ({ kind, ...rest }: ReviewAct): StoredAct => ({ kind, body: JSON.stringify(rest) });

/** Null for an act that this version doesn't know. */
export const decodeAct = ({ kind, body }: StoredAct): ReviewAct | null => {
  try {
    const rest: unknown = JSON.parse(body);
    const parsed = reviewActSchema.safeParse({ ...(typeof rest === 'object' ? rest : null), kind });
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** An event whose act is about an invoice. */
export type InvoiceEvent = ReviewEvent & { readonly act: InvoiceAct };

const invoiceKinds: ReadonlySet<string> = new Set(['correct', 'edit-lines', 'revert', 'keep', 'accept']);

export const isInvoiceEvent = (event: ReviewEvent): event is InvoiceEvent => invoiceKinds.has(event.act.kind);
