import type { InvoiceExtraction, ReaderId } from '../../../shared/invoice/extraction.ts';

/** What one reader got from a page. Exactly one of call and payload is there. */
export type Extraction = {
  readonly id: number;
  readonly page: number;
  readonly reader: ReaderId;
  /** Of the reader. */
  readonly version: number;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  /** The call whose reply holds the data. */
  readonly callId: number | null;
  /** Digest of the picture that its call was about; null for the data of a local reader. */
  readonly picture: string | null;
  /** Text of the QR code of that picture; null if there is none or if nobody has looked for it. */
  readonly qr: string | null;
  /** The data of a local reader. */
  readonly payload: InvoiceExtraction | null;
};

export type NewExtraction = {
  readonly version: number;
  readonly payload: InvoiceExtraction;
};
