import { documentedCode } from '../../../shared/texts/service-codes.ts';
import { resultBlockNames } from '../../../shared/services/envelope.ts';
import { ordinalOf } from '../../../shared/services/read-face-detect.ts';
import { isJsonObject, type JsonObject } from '../../../shared/services/guards.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { CheckedRequest, SandboxFailure } from './check-request.ts';

/** The body of a response whose session call failed. */
export const sessionFailure = (sid: string, { code, message }: SandboxFailure): unknown => ({
  header: { code, message, sid },
});

/** The body of a response that carries a text (both documents, Response body). */
export const textAnswer = (
  service: ServiceId,
  sid: string,
  text: unknown,
  delivery: CheckedRequest['delivery'],
): unknown => ({
  header: { code: 0, message: 'success', sid },
  payload: {
    [resultBlockNames[service]]: {
      ...delivery,
      text: Buffer.from(JSON.stringify(text)).toString('base64'),
    },
  },
});

/** The decoded text for a picture in which the service finds nothing. */
export const nothingFound = (service: ServiceId): unknown =>
  service === 'vat-invoice'
    ? {
        engine_version: 'sandbox',
        error_code: 37042,
        error_msg: documentedCode(service, 37042)?.description,
        object_count: 0,
        object_list: [],
        version: 1,
      }
    : { ret: 20002, face_num: 0 };

/** The decoded text of a failure that is not the session's. */
export const textFailure = ({ code }: SandboxFailure): unknown => ({ ret: code, face_num: 0 });

/**
 * A face truth limited to what the request asks for: points and attributes are returned only if requested.
 */
export const asAsked = (
  service: ServiceId,
  text: unknown,
  { points, attributes }: Pick<CheckedRequest, 'points' | 'attributes'>,
): unknown => {
  if (service !== 'face-detect' || !isJsonObject(text) || (points && attributes)) return text;
  return mapMembers(text, (key, value) =>
    ordinalOf(key, 'face_') !== null && isJsonObject(value) ? faceAsAsked(value, points, attributes) : value,
  );
};

const faceAsAsked = (face: JsonObject, points: boolean, attributes: boolean): JsonObject =>
  mapMembers(face, (key, value) => {
    const kept = key === 'property' ? attributes : points || ordinalOf(key, 'point_') === null;
    return kept ? value : undefined;
  });

/** Maps the members in order; undefined drops one. */
const mapMembers = (object: JsonObject, map: (key: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const mapped = map(key, value);
      return mapped === undefined ? [] : [[key, mapped]];
    }),
  );
