import type { ImageEncoding, ServiceId } from './service.ts';
import type { FaceRequest, InvoiceRequest } from './request-schemas.ts';

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
