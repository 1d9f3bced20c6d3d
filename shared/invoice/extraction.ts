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
  /** Passengers and their journeys, as an invoice for passenger transport lists them. */
  readonly journeys?: readonly Journey[];
  /** Of a signature inside the data itself. */
  readonly seal?: Seal;
  /** The file that it was read from, and the page of that file on which the invoice begins, from 1. */
  readonly from?: { readonly sha256: string; readonly page: number };
};

/** One journey of an invoice for passenger transport, each value as printed. */
export type Journey = {
  readonly passenger: string | null;
  /** Personal data: masked in lists, never logged. */
  readonly passengerId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** ISO 8601 calendar date. */
  readonly date: string | null;
  readonly class: string | null;
  readonly vehicle: string | null;
};

/** The state of one signature: never more than that the file is unchanged since it was sealed. */
export const sealStates = ['unchanged', 'changed', 'unchecked'] as const;
export type SealState = (typeof sealStates)[number];

/** What changed, or why a signature can't be checked; the words stand in `shared/texts/seals.ts`. */
export const sealReasons = [
  // changed
  'part-changed',
  'part-missing',
  'content-changed',
  'signature-list-changed',
  'signature-record-changed',
  'seal-damaged',
  'signature-mismatch',
  'changed-after',
  // unchecked
  'not-covered',
  'digest-unknown',
  'algorithm-unknown',
  'format-unknown',
  'form-unpublished',
  'signature-missing',
  'certificate-missing',
  'certificate-unreadable',
  'certificate-not-valid-then',
  'signer-not-in-seal',
  'seal-not-valid-then',
  'package-ambiguous',
  'range-invalid',
  'signature-form-unpublished',
  'unreadable',
] as const;
export type SealReason = (typeof sealReasons)[number];

/** A certificate as it stands in the file. Nothing here says that its issuer is to be trusted. */
export type SealCertificate = {
  readonly subject: string | null;
  readonly issuer: string | null;
  /** ISO 8601 instants of its validity. */
  readonly from: string | null;
  readonly until: string | null;
};

export type SealSignature = {
  readonly state: SealState;
  /** Common name of the signer's certificate; null where there is none. */
  readonly by: string | null;
  /** ISO 8601 instant of sealing, as the seal states it. */
  readonly at: string | null;
  /** What changed, or why it can't be checked; null for `unchanged`. */
  readonly reason: SealReason | null;
  /** The parts that the reason is about: paths in an OFD, byte ranges (`120-4000`) of a PDF. */
  readonly parts: readonly string[];
  /** The signer's certificate first, then its issuers as far as the file has them. */
  readonly chain: readonly SealCertificate[];
  /** Whether the signer's certificate was valid at the time of sealing; null where either is unknown. */
  readonly validAtSealing: boolean | null;
};

/** All signatures of a file; the state is the worst of theirs. */
export type Seal = SealSignature & { readonly signatures: readonly SealSignature[] };
