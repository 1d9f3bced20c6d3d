import { z } from 'zod';
import {
  archiveChangeSchema,
  bookChangeSchema,
  printChangeSchema,
  verifyChangeSchema,
} from '../books/books-state.ts';
import { keptFaceEditSchema } from '../face/edit.ts';
import { invoiceChangeSchema, type InvoiceChange } from '../invoice/invoice-changes.ts';

/** A tag is a short text on one line. */
export const tagSchema = z.string().trim().min(1).max(60);

/** The digest of the data of a page: what a confirmation is about. */
export const digestSchema = z.string().min(1).max(64);

/** The most pages of one invoice. */
export const mostJoined = 100;

/** The author of automatic changes by Vouch. */
export const ownAuthor = 'vouch';

/**
 * A change that a user makes to a page. Changes are saved as events, which are appended and never modified. Undo
 * and redo are changes, too: both have no limit and survive a restart.
 */
const reviewChangeSchema = z.discriminatedUnion('kind', [
  ...invoiceChangeSchema.options,
  z.object({ kind: z.literal('edit-faces'), edit: keptFaceEditSchema }),
  /** With the digest of the data that was shown; earlier versions of Vouch did not keep it. */
  z.object({ kind: z.literal('confirm'), digest: digestSchema.exactOptional() }),
  z.object({ kind: z.literal('set-aside') }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('tag'), add: z.array(tagSchema), remove: z.array(tagSchema) }),
  /** Null removes the note. */
  z.object({ kind: z.literal('note'), text: z.string().max(2000).nullable() }),
  /** Pages of one invoice, in their order; the same change is on each of them. `to` represents the invoice. */
  z.object({
    kind: z.literal('join'),
    to: z.int().positive(),
    pages: z.array(z.int().positive()).min(2).max(mostJoined),
  }),
  z.object({ kind: z.literal('split') }),
  /** On a paper: the page of the invoice that it belongs to; null if it belongs to none. */
  z.object({ kind: z.literal('pair'), invoice: z.int().positive().nullable() }),
  bookChangeSchema,
  verifyChangeSchema,
  archiveChangeSchema,
  printChangeSchema,
  z.object({ kind: z.literal('undo') }),
  z.object({ kind: z.literal('redo') }),
]);
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

export type ReviewEvent = {
  readonly id: number;
  /** The version of the page on which the change was made: the number of events before it. */
  readonly version: number;
  readonly by: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** The extraction that was displayed; null if it is unknown or deleted. */
  readonly extractionId: number | null;
  readonly change: ReviewChange;
};

/** The author in a ledger that one person uses on one computer. */
export const localAuthor = 'local';

/** A change as a store saves it: its kind, and the rest as JSON. */
type StoredChange = { readonly kind: string; readonly body: string };

export const encodeChange = ({ kind, ...rest }: ReviewChange): StoredChange => ({
  kind,
  body: JSON.stringify(rest),
});

/** Null for a change that this version doesn't know. */
export const decodeChange = ({ kind, body }: StoredChange): ReviewChange | null => {
  try {
    const rest: unknown = JSON.parse(body);
    const parsed = reviewChangeSchema.safeParse({ ...(typeof rest === 'object' ? rest : null), kind });
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** An event whose change is about an invoice. */
export type InvoiceEvent = ReviewEvent & { readonly change: InvoiceChange };

const invoiceKinds: ReadonlySet<string> = new Set(['correct', 'edit-lines', 'revert', 'keep', 'accept']);

export const isInvoiceEvent = (event: ReviewEvent): event is InvoiceEvent =>
  invoiceKinds.has(event.change.kind);
