import type { Quad } from '../geometry.ts';

/** A text line as the service read it (vat-invoice.md, text_sent_list). */
export type TextLine = {
  readonly text: string;
  /** Corners in pixels of the sent picture; null if the response had none. */
  readonly quad: Quad | null;
  /** Documented as 0 to 360 without a direction of rotation, so directions are derived from the quads. */
  readonly angle: number | null;
  /** Recognition confidence, 0 to 1; null if the response had none. */
  readonly score: number | null;
};

/** A text block (vat-invoice.md, text_block_list). */
export type TextBlock = {
  /** One of the 24 element values, or an undocumented value that the service returned. */
  readonly key: string;
  /** Null if `ocr_flag` is 0: the element was not recognized. */
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

/** The contents of a decoded invoice response, without the variations of the wire format. */
export type DecodedInvoice = {
  readonly engineVersion: string | null;
  readonly description: string | null;
  /** Size of the picture as the service saw it; null if the response had none. */
  readonly width: number | null;
  readonly height: number | null;
  readonly regions: readonly Region[];
  /** Paths of list members that are unreadable, or that the response counts but does not contain. */
  readonly leftOut?: readonly string[];
  /** How many invoices the service detected, if there are more than the one that it reads. */
  readonly targets?: number;
};
