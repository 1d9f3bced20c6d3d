import { z } from 'zod';
import { quadSchema } from '../geometry.ts';
import type { Immutable } from '../members.ts';

/** A text line as the service read it (vat-invoice.md, text_sent_list). */
const textLineSchema = z.object({
  text: z.string(),
  /** Corners in pixels of the sent picture; null if the response had none. */
  quad: quadSchema.nullable(),
  /** Documented as 0 to 360 without a direction of rotation, so directions are derived from the quads. */
  angle: z.number().nullable(),
  /** Recognition confidence, 0 to 1; null if the response had none. */
  score: z.number().nullable(),
});
export type TextLine = Immutable<z.infer<typeof textLineSchema>>;

/** A text block (vat-invoice.md, text_block_list). */
const textBlockSchema = z.object({
  /** One of the 24 element values, or an undocumented value that the service returned. */
  key: z.string(),
  /** Null if `ocr_flag` is 0: the element was not recognized. */
  value: z.string().nullable(),
  recognized: z.boolean(),
  quad: quadSchema.nullable(),
  lines: z.array(textLineSchema).readonly(),
});
export type TextBlock = Immutable<z.infer<typeof textBlockSchema>>;

/** A general region (vat-invoice.md, region_list), in the service's own order. */
export const regionSchema = z.object({
  id: z.string(),
  type: z.string(),
  quad: quadSchema.nullable(),
  blocks: z.array(textBlockSchema).readonly(),
});
export type Region = Immutable<z.infer<typeof regionSchema>>;

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
