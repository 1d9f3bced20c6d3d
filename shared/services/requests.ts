import { z } from 'zod';
import {
  imageEncodings,
  base64Length,
  maxImageCharacters,
  type ServiceId,
  type ImageEncoding,
} from './service.ts';

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
type InvoiceRequest = z.infer<typeof invoiceRequestSchema>;

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
type FaceRequest = z.infer<typeof faceRequestSchema>;

/** Whether a file of this size fits the services: at most 4,194,304 characters after base64 (Limits). */
export const fitsTheService = (bytes: number): boolean => base64Length(bytes) <= maxImageCharacters;

/** Side of the smallest detectable face in pixels (face-detect.md, What the service does). */
const leastFaceSide = 30;

/** Why a call with this picture would be useless; null if it would not. */
export const pictureRefusal = (
  service: ServiceId,
  { width, height }: { readonly width: number; readonly height: number },
): 'too-small-for-faces' | null =>
  service === 'face-detect' && Math.min(width, height) < leastFaceSide ? 'too-small-for-faces' : null;

/** The user's options for a call; the invoice service has none. */
export type RequestOptions = {
  /** face-detect.md, detect_points. */
  readonly points: boolean;
  /** face-detect.md, detect_property. */
  readonly attributes: boolean;
};

export type RequestParts = {
  readonly appId: string;
  readonly encoding: ImageEncoding;
  readonly options: RequestOptions;
};

const delivery = { encoding: 'utf8', compress: 'raw', format: 'json' } as const;

const switchOf = (on: boolean) => (on ? '1' : '0');

/**
 * A request body with an empty `image`. The image block comes last, so that the base64 can be written into
 * the buffer without a string of the whole body.
 */
export const requestWithoutImage = (service: ServiceId, parts: RequestParts): InvoiceRequest | FaceRequest =>
  service === 'vat-invoice' ? invoiceRequest(parts) : faceRequest(parts);

const invoiceRequest = ({ appId, encoding }: RequestParts): InvoiceRequest => ({
  header: { app_id: appId, status: 3 },
  parameter: { s824758f1: { template_list: 'vat_invoice', result: delivery } },
  payload: { s824758f1_data_1: { encoding, status: 3, image: '' } },
});

const faceRequest = ({ appId, encoding, options }: RequestParts): FaceRequest => ({
  header: { app_id: appId, status: 3 },
  parameter: {
    s67c9c78c: {
      service_kind: 'face_detect',
      detect_points: switchOf(options.points),
      detect_property: switchOf(options.attributes),
      face_detect_result: delivery,
    },
  },
  payload: { input1: { encoding, status: 3, image: '' } },
});
