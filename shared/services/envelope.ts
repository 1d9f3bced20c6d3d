import { z } from 'zod';
import { failed, success, type Result } from '../result.ts';
import { integerOf, isJsonObject, textOf } from './guards.ts';
import { memberMissing, type ResponseDefect } from './response-defect.ts';
import { imageEncodings, type ServiceId } from './service.ts';

/** The common parts of requests and responses of both documents. */

/** How the text of the response is delivered (Request body, parameter.s824758f1.result). */
export const textDeliverySchema = z.looseObject({
  encoding: z.enum(['utf8']).exactOptional(),
  compress: z.enum(['raw']).exactOptional(),
  format: z.enum(['json']).exactOptional(),
});

/**
 * Platform parameters (Request body, header). Declared as string, shown as a number: both are accepted, 3 is
 * sent.
 */
export const requestHeaderSchema = z.looseObject({
  app_id: z.string().min(1),
  status: z.union([z.literal(3), z.literal('3')]),
});

/** Image data (Request body, payload). Base64 of the file, at most 4,194,304 characters. */
export const requestImageSchema = z.looseObject({
  encoding: z.enum(imageEncodings).exactOptional(),
  image: z.string(),
  status: z.literal(3).exactOptional(),
});

/** Session part of every response (Response body, header). */
export const responseHeaderSchema = z.looseObject({
  sid: z.string().exactOptional(),
  code: z.int(),
  message: z.string().exactOptional(),
});

/** The result block: base64 of a JSON document; the delivery is only present if the request set it. */
export const resultBlockSchema = z.looseObject({
  compress: z.string().exactOptional(),
  encoding: z.string().exactOptional(),
  format: z.string().exactOptional(),
  text: z.string(),
});

/** Name of the result block in the response's payload. */
export const resultBlockNames = {
  'vat-invoice': 'result',
  'face-detect': 'face_detect_result',
} as const satisfies Record<ServiceId, string>;

/** The session id of a response, regardless of its other contents; null if there is none. */
export const sidOf = (response: unknown): string | null =>
  isJsonObject(response) && isJsonObject(response.header) ? textOf(response.header.sid) : null;

/**
 * The base64 text of a response whose session call succeeded (both documents, Response body). `header.code` 0
 * does not prove that the recognition succeeded: only the decoded text shows that.
 */
export const readEnvelope = (service: ServiceId, response: unknown): Result<string, ResponseDefect> => {
  const header = isJsonObject(response) ? response.header : undefined;
  if (!isJsonObject(response) || !isJsonObject(header)) return failed(memberMissing('header'));
  const code = integerOf(header.code);
  if (code === null) return failed(memberMissing('header.code'));
  if (code !== 0) return failed({ reason: 'session-code', code, detail: textOf(header.message) });
  const name = resultBlockNames[service];
  const block = isJsonObject(response.payload) ? response.payload[name] : undefined;
  const text = isJsonObject(block) ? block.text : undefined;
  return typeof text === 'string' ? success(text) : failed(memberMissing(`payload.${name}.text`));
};
