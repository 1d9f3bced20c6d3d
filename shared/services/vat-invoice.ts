import { z } from 'zod';
import { elementNames } from '../texts/element-names.ts';
import {
  responseHeaderSchema,
  requestHeaderSchema,
  requestImageSchema,
  resultBlockSchema,
  textDeliverySchema,
} from './envelope.ts';

/**
 * The wire format of vat-invoice.md, member by member. Objects are loose: undocumented members are kept, not
 * refused. Response members are optional unless there is no result without them.
 */

/** Request body. */
export const invoiceRequestSchema = z.looseObject({
  header: requestHeaderSchema,
  parameter: z.looseObject({
    s824758f1: z.looseObject({ template_list: z.literal('vat_invoice'), result: textDeliverySchema }),
  }),
  payload: z.looseObject({ s824758f1_data_1: requestImageSchema }),
});
export type InvoiceRequest = z.infer<typeof invoiceRequestSchema>;

/** Response body; the payload is present if the session call succeeded. */
export const invoiceResponseSchema = z.looseObject({
  header: responseHeaderSchema,
  payload: z.looseObject({ result: resultBlockSchema }).exactOptional(),
});

const cornerSchema = z.looseObject({ x: z.number(), y: z.number() });

/** Position: four corners, integer pixels. */
const positionSchema = z.looseObject({
  tl_point: cornerSchema,
  tr_point: cornerSchema,
  bl_point: cornerSchema,
  br_point: cornerSchema,
});

/** One of the 24 element values, or one that the service added later. */
const elementSchema = z.union([z.enum(Object.keys(elementNames)), z.string()]);

/** Each text_sent_list[n] entry. */
const textSentSchema = z.looseObject({
  text: z.string().exactOptional(),
  position: positionSchema.exactOptional(),
  image_data: z.string().exactOptional(),
  angle: z.number().exactOptional(),
  char_count: z.int().exactOptional(),
  det_score: z.number().exactOptional(),
  score: z.number().exactOptional(),
});

/** Each text_block_list[n] entry; `text_sent_list` is declared as an object and shown as a list. */
export const textBlockSchema = z.looseObject({
  id: z.string().exactOptional(),
  order: z.int().exactOptional(),
  key: elementSchema.exactOptional(),
  value: z.string().exactOptional(),
  position: positionSchema.exactOptional(),
  ocr_flag: z.int().exactOptional(),
  tag: z.string().exactOptional(),
  class: elementSchema.exactOptional(),
  text_sent_count: z.int().exactOptional(),
  text_sent_list: z.union([z.array(textSentSchema), textSentSchema]).exactOptional(),
});

/** Each region_list[n] entry. */
const regionWireSchema = z.looseObject({
  id: z.string().exactOptional(),
  order: z.int().exactOptional(),
  type: elementSchema.exactOptional(),
  position: positionSchema.exactOptional(),
  text_block_count: z.int().exactOptional(),
  text_block_list: z.array(textBlockSchema).exactOptional(),
});

/** Each object_list[n] entry. */
const invoiceObjectSchema = z.looseObject({
  error_code: z.int().exactOptional(),
  error_msg: z.string().exactOptional(),
  type: z.string().exactOptional(),
  description: z.string().exactOptional(),
  width: z.int().exactOptional(),
  height: z.int().exactOptional(),
  idx: z.int().exactOptional(),
  table_count: z.int().exactOptional(),
  table_list: z.array(z.unknown()).exactOptional(),
  region_count: z.int().exactOptional(),
  region_list: z.array(regionWireSchema),
});

/**
 * Decoded text of a success: one target with its regions. `version` is declared as a string and shown as a
 * number.
 */
export const invoiceTextSchema = z.looseObject({
  engine_version: z.string().exactOptional(),
  error_code: z.int(),
  error_msg: z.string().exactOptional(),
  object_count: z.int().exactOptional(),
  version: z.union([z.number(), z.string()]).exactOptional(),
  object_list: z.array(invoiceObjectSchema).min(1),
});
export type InvoiceText = z.infer<typeof invoiceTextSchema>;
