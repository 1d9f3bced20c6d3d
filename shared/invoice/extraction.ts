import type { sealReasonTexts } from '../texts/seals.ts';
import type { Invoice, Origins } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';

/** Who extracted the data of a page. */
export const readerIds = ['service', 'sandbox', 'local', 'xml', 'ofd', 'pdf', 'qr'] as const;
export type ReaderId = (typeof readerIds)[number];

/** Extra data of a rail or air e-ticket. Amounts are decimal strings with two digits. */
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
 * What one reader extracted from one invoice of a file, before any review event. The quads of its origins are
 * in the units of the page: millimetres for OFD, points (1/72 inch, y downwards) for PDF.
 */
export type InvoiceExtraction = {
  readonly reader: ReaderId;
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly origins: Origins;
  readonly findings: readonly ReaderFinding[];
  /** The QR code's text, if the data contains it. */
  readonly qr: string | null;
  /** Passengers and their journeys, listed on an invoice for passenger transport. */
  readonly journeys?: readonly Journey[];
  /** The other blocks of an invoice for special business; left out if there are none. */
  readonly special?: readonly SpecialBlock[];
  /** The state of a signature inside the data itself. */
  readonly seal?: Seal;
  /** Pages of a PDF whose text belongs to it, from 1; left out if its data is not on pages. */
  readonly pages?: readonly number[];
  /** The source file, and the page of that file on which the invoice begins, from 1. */
  readonly from?: { readonly sha256: string; readonly page: number };
};

/** One journey of an invoice for passenger transport, or the passages of a toll invoice, each value as printed. */
export type Journey = {
  readonly passenger: string | null;
  /** Personal data: masked in lists, never logged. */
  readonly passengerId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** ISO 8601 calendar date. */
  readonly date: string | null;
  /** For a toll invoice: the last day of passage. */
  readonly until?: string;
  /** The class of a seat; for a toll invoice, the type of the vehicle. */
  readonly class: string | null;
  readonly vehicle: string | null;
};

/** A value of a special block, under the name of its element. */
export type SpecialValue = { readonly name: string; readonly value: string };

/** A block for special business, such as motor vehicles or vessel tax: its values as stated, in the file's order. */
export type SpecialBlock = {
  /** The name of the element that contains them. */
  readonly name: string;
  readonly values: readonly SpecialValue[];
};

/** The state of one signature. The best state means only that the file is unchanged since it was sealed. */
export const sealStates = ['unchanged', 'changed', 'unchecked'] as const;
export type SealState = (typeof sealStates)[number];

/** What changed, or why a signature cannot be verified. */
export type SealReason = keyof typeof sealReasonTexts;

/** A certificate as contained in the file. None of its data proves that the issuer is trusted. */
export type SealCertificate = {
  readonly subject: string | null;
  readonly issuer: string | null;
  /** Validity period, ISO 8601 instants. */
  readonly from: string | null;
  readonly until: string | null;
};

export type SealSignature = {
  readonly state: SealState;
  /** Common name of the signer's certificate; null if it has none. */
  readonly by: string | null;
  /** ISO 8601 instant of sealing, according to the seal. */
  readonly at: string | null;
  /** What changed, or why it cannot be verified; null for `unchanged`. */
  readonly reason: SealReason | null;
  /** The affected parts: paths in an OFD, byte ranges (`120-4000`) of a PDF. */
  readonly parts: readonly string[];
  /** The signer's certificate first, followed by those of its issuers that the file contains. */
  readonly chain: readonly SealCertificate[];
  /** Whether the signer's certificate was valid at the time of sealing; null if either is unknown. */
  readonly validAtSealing: boolean | null;
};

/** All signatures of a file; the state is the worst one. */
export type Seal = SealSignature & { readonly signatures: readonly SealSignature[] };
