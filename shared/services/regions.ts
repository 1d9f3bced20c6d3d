import type { Quad } from '../geometry.ts';

/** A text line as the service read it (vat-invoice.md, text_sent_list). */
export type TextLine = {
  readonly text: string;
  /** Corners in the sent picture's pixels; null where the reply gave none. */
  readonly quad: Quad | null;
  /** Documented as 0 to 360; its sense is not documented, so directions come from the quads. */
  readonly angle: number | null;
  /** Recognition confidence, 0 to 1; null where the reply gave none. */
  readonly score: number | null;
};

/** A text block (vat-invoice.md, text_block_list). */
export type TextBlock = {
  /** One of the 24 element values, or whatever else the service answered. */
  readonly key: string;
  /** Null where `ocr_flag` is 0: the element was not recognized. */
  readonly value: string | null;
  readonly recognized: boolean;
  readonly quad: Quad | null;
  readonly lines: readonly TextLine[];
};

/** A general region (vat-invoice.md, region_list), in the service's own order. */
export type Region = {
  readonly id: string;
  readonly type: string;
  readonly quad: Quad | null;
  readonly blocks: readonly TextBlock[];
};

/** What a decoded invoice reply says, freed of the wire's loose forms. */
export type InvoiceReading = {
  readonly engineVersion: string | null;
  readonly description: string | null;
  /** Size of the picture as the service saw it; null where the reply gave none. */
  readonly width: number | null;
  readonly height: number | null;
  readonly regions: readonly Region[];
  /** Paths of list members that could not be read, or that the answer counts and does not hold. */
  readonly leftOut?: readonly string[];
  /** How many invoices the service saw, where there is more than the one that it reads. */
  readonly targets?: number;
};
