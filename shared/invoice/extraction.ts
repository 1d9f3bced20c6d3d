import { z } from 'zod';
import type { Quad } from '../geometry.ts';
import type { Immutable } from '../members.ts';
import type { sealReasonTexts } from '../texts/seals.ts';
import type { Invoice, Origins } from './model.ts';
import type { Paper } from './paper.ts';
import type { ReaderFinding } from './read-lines.ts';

/** Who extracted the data of a page. */
export const readerIds = ['service', 'sandbox', 'local', 'xml', 'ofd', 'pdf', 'qr'] as const;
export type ReaderId = (typeof readerIds)[number];

const text = z.string().nullable();

/** Extra data of a ticket besides its invoice. Amounts are decimal strings with two digits. */
export const ticketSchema = z.object({
  type: z.enum(['rail', 'air', 'coach', 'ship', 'taxi']),
  number: text,
  passenger: text,
  /** Personal data: masked in lists, never logged. */
  passengerId: text,
  from: text,
  to: text,
  /** ISO 8601 calendar date of the journey. */
  date: text,
  /** Train or flight number. */
  vehicle: text,
  class: text,
  fare: text,
  fuelSurcharge: text,
  fund: text,
  otherTaxes: text,
});
export type Ticket = Immutable<z.infer<typeof ticketSchema>>;

/** One journey of an invoice for passenger transport, or the passages of a toll invoice, each value as printed. */
export const journeySchema = z.object({
  passenger: text,
  /** Personal data: masked in lists, never logged. */
  passengerId: text,
  from: text,
  to: text,
  /** ISO 8601 calendar date. */
  date: text,
  /** For a toll invoice: the last day of passage. */
  until: z.string().exactOptional(),
  /** The class of a seat; for a toll invoice, the type of the vehicle. */
  class: text,
  vehicle: text,
});
export type Journey = Immutable<z.infer<typeof journeySchema>>;

/** A value of a special block, under the name of its element. */
export const specialValueSchema = z.object({ name: z.string(), value: z.string() });
export type SpecialValue = Immutable<z.infer<typeof specialValueSchema>>;

/** A block for special business, such as motor vehicles or vessel tax: its values as stated, in the file's order. */
export const specialBlockSchema = z.object({
  /** The name of the element that contains them. */
  name: z.string(),
  values: z.array(specialValueSchema).readonly(),
});
export type SpecialBlock = Immutable<z.infer<typeof specialBlockSchema>>;

/** Which of several invoices on one page an extraction is. */
export type PagePart = {
  /** From 1, from the top and the left. */
  readonly place: number;
  /** The numbers of all invoices on the page, by their places. */
  readonly numbers: readonly string[];
  /** Around its text, in the units of the page. */
  readonly area: Quad;
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
  /** The text of the QR code drawn on the page, if the reader looked at it. */
  readonly qr: string | null;
  /** The text of a code that the data itself contains. It witnesses nothing: who changes the data changes it, too. */
  readonly codeInFile?: string | null;
  /** Passengers and their journeys, listed on an invoice for passenger transport. */
  readonly journeys?: readonly Journey[];
  /** The other blocks of an invoice for special business; left out if there are none. */
  readonly special?: readonly SpecialBlock[];
  /** What it is instead of an invoice; its values are there, and the invoice is empty. */
  readonly paper?: Paper;
  /** The seal of its file, or the state of a signature inside the data; null if the file has none. */
  readonly seal?: Seal | null;
  /** Pages of a PDF whose text belongs to it, from 1; left out if its data is not on pages. */
  readonly pages?: readonly number[];
  /** Left out if it is the only invoice on its page. */
  readonly part?: PagePart;
  /** The source file, and the page of that file on which the invoice begins, from 1. */
  readonly from?: { readonly sha256: string; readonly page: number };
  /** SHA-256 of the picture that the local reader read. Its quads are in pixels of this picture. */
  readonly picture?: string;
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
  /** Fingerprint of the signer's public key: its SHA-256 in hex. Ledgers of older versions don't have it. */
  readonly key?: string | null;
  /** The same of the seal's maker, if its signature over the seal is good and the seal names the signer. */
  readonly makerKey?: string | null;
  /** One of these keys is shipped or trusted by the user. Never stored, because trust may be taken back. */
  readonly isTrusted?: boolean;
};

/** All signatures of a file; the state is the worst one. */
export type Seal = SealSignature & { readonly signatures: readonly SealSignature[] };
