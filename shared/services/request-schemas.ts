import { z } from 'zod';
import { imageEncodings } from './service.ts';

/**
 * The requests of vat-invoice.md and face-detect.md, member by member. Objects are loose: undocumented members are
 * kept, not refused.
 */

/** How the text of the response is delivered (Request body, parameter.s824758f1.result). */
const textDeliverySchema = z.looseObject({
  encoding: z.enum(['utf8']).exactOptional(),
  compress: z.enum(['raw']).exactOptional(),
  format: z.enum(['json']).exactOptional(),
});

/**
 * Platform parameters (Request body, header). Declared as string, shown as a number: both are accepted, 3 is
 * sent.
 */
const requestHeaderSchema = z.looseObject({
  app_id: z.string().min(1),
  status: z.union([z.literal(3), z.literal('3')]),
});

/** Image data (Request body, payload). Base64 of the file, at most 4,194,304 characters. */
const requestImageSchema = z.looseObject({
  encoding: z.enum(imageEncodings).exactOptional(),
  image: z.string(),
  status: z.literal(3).exactOptional(),
});

/** Request body of vat-invoice.md. */
export const invoiceRequestSchema = z.looseObject({
  header: requestHeaderSchema,
  parameter: z.looseObject({
    s824758f1: z.looseObject({ template_list: z.literal('vat_invoice'), result: textDeliverySchema }),
  }),
  payload: z.looseObject({ s824758f1_data_1: requestImageSchema }),
});
export type InvoiceRequest = z.infer<typeof invoiceRequestSchema>;

/** A switch of the request: a string, not a number. */
const switchSchema = z.enum(['0', '1']);

/** Request body of face-detect.md. */
export const faceRequestSchema = z.looseObject({
  header: requestHeaderSchema,
  parameter: z.looseObject({
    s67c9c78c: z.looseObject({
      service_kind: z.literal('face_detect'),
      detect_points: switchSchema.exactOptional(),
      detect_property: switchSchema.exactOptional(),
      face_detect_result: textDeliverySchema,
    }),
  }),
  payload: z.looseObject({ input1: requestImageSchema }),
});
export type FaceRequest = z.infer<typeof faceRequestSchema>;
