import type { Invoice, Origins } from './model.ts';
import type { Doubt } from './read-lines.ts';

/** Who extracted the data of a page. */
export const readerIds = ['service', 'sandbox', 'xml', 'ofd', 'pdf', 'qr'] as const;
export type ReaderId = (typeof readerIds)[number];

/** What a rail or air e-ticket has beside the fields of an invoice. Amounts are decimal strings with two digits. */
export type Ticket = {
  readonly type: 'rail' | 'air';
  readonly number: string | null;
  readonly passenger: string | null;
  /** Personal data: masked in lists, never logged. */
  readonly passengerId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** ISO 8601 calendar date of the journey. */
  readonly date: string | null;
  /** Train or flight number. */
  readonly vehicle: string | null;
  readonly class: string | null;
  readonly fare: string | null;
  readonly fuelSurcharge: string | null;
  readonly fund: string | null;
  readonly otherTaxes: string | null;
};

/**
 * What one reader got from one invoice of a file, before any review event. The quads of its origins are in the units of
 * the drawn page: millimetres of an OFD page, points (1/72 inch, y downwards) of a PDF page.
 */
export type InvoiceExtraction = {
  readonly reader: ReaderId;
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly origins: Origins;
  readonly doubts: readonly Doubt[];
  /** The QR code's text, where the data names it. */
  readonly qr: string | null;
};

/** The state of one signature: never more than that the file is unchanged since it was sealed. */
export const sealStates = ['unchanged', 'changed', 'unchecked'] as const;
export type SealState = (typeof sealStates)[number];

export type SealSignature = {
  readonly state: SealState;
  /** Common name of the signer's certificate; null where there is none. */
  readonly by: string | null;
  /** ISO 8601 instant of sealing, as the seal states it. */
  readonly at: string | null;
  /** Code of the reason: what changed, or why it can't be checked. */
  readonly reason: string | null;
};

/** All signatures of a file; the state is the worst of theirs. */
export type Seal = SealSignature & { readonly signatures: readonly SealSignature[] };
