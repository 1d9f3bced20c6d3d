import type { InvoiceExtraction, ReaderId } from '../../../shared/invoice/extraction.ts';

/** What one reader got from a page. It has either a call or a payload. */
export type Extraction = {
  readonly id: number;
  readonly page: number;
  readonly reader: ReaderId;
  readonly version: number;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  /** The call whose response contains the data. */
  readonly callId: number | null;
  /** Digest of the picture of its call; null for the data of a local reader. */
  readonly picture: string | null;
  /** Text of the QR code in that picture; null if there is none or if it was never searched for. */
  readonly qr: string | null;
  /** The data of a local reader. */
  readonly payload: InvoiceExtraction | null;
};

export type NewExtraction = {
  readonly version: number;
  readonly payload: InvoiceExtraction;
  /** False: it is only compared with the shown extraction. Default: true. */
  readonly isShown?: boolean;
};
