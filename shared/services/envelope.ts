import { failed, success, type Result } from '../result.ts';
import { integerOf, isJsonObject, textOf } from './guards.ts';
import { memberMissing, type ResponseDefect } from './failure.ts';
import type { ServiceId } from './service.ts';

/** The common parts of the responses of both documents. */

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
