import { failed, success, type Result } from '../../../shared/result.ts';
import { documentedCode } from '../../../shared/texts/service-failures.ts';
import { isJsonObject } from '../../../shared/services/guards.ts';
import { maxImageCharacters, type ServiceId } from '../../../shared/services/service.ts';
import { faceRequestSchema, invoiceRequestSchema } from '../../../shared/services/requests.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpg = [0xff, 0xd8, 0xff];
const bmp = [0x42, 0x4d];

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** The format of a picture by its first bytes; null for formats that the services don't accept. */
const imageFormatOf = (bytes: Uint8Array): 'jpg' | 'png' | 'bmp' | null => {
  if (startsWith(bytes, jpg)) return 'jpg';
  if (startsWith(bytes, png)) return 'png';
  return startsWith(bytes, bmp) ? 'bmp' : null;
};

/** A request with all members that its document requires. */
export type CheckedRequest = {
  readonly image: Buffer;
  /** Feature points and attributes; off if the request does not include the switch. */
  readonly points: boolean;
  readonly attributes: boolean;
  /** The delivery members that the request set: only these are echoed. */
  readonly delivery: Readonly<Record<string, string>>;
};

/**
 * A failure from the document's error table: of the session (`header.code`), or of the decoded text (`ret`).
 */
export type SandboxFailure = {
  readonly where: 'session' | 'text';
  readonly code: number;
  readonly message: string;
  /** For a text: the delivery that the request set. */
  readonly delivery?: CheckedRequest['delivery'];
};

/** Checks a request body member by member (both documents, Request body and Errors). */
export const checkRequest = (
  service: ServiceId,
  body: Buffer,
  appId: string,
): Result<CheckedRequest, SandboxFailure> => {
  const json = parseBody(body);
  if (!isJsonObject(json)) return failed(failure(service, 10163, 'the body is no JSON object'));
  if (!isJsonObject(json.header) || json.header.app_id !== appId) return failed(failure(service, 10313));
  const parts = service === 'vat-invoice' ? invoiceParts(json) : faceParts(json);
  return parts.ok ? checkImage(service, parts.value) : parts;
};

const failure = (service: ServiceId, code: number, detail?: string): SandboxFailure => {
  const description = documentedCode(service, code)?.description ?? '';
  const message = detail === undefined ? description : `${description}: ${detail}`;
  return { where: code === 20007 ? 'text' : 'session', code, message };
};

const parseBody = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
};

type Parts = {
  readonly image: { readonly encoding: string; readonly base64: string };
  readonly points: boolean;
  readonly attributes: boolean;
  readonly delivery: Readonly<Record<string, unknown>>;
};

const invoiceParts = (json: unknown): Result<Parts, SandboxFailure> => {
  const parsed = invoiceRequestSchema.safeParse(json);
  if (!parsed.success) return failed(failureOfIssue('vat-invoice', parsed.error.issues[0]));
  const { parameter, payload } = parsed.data;
  const image = payload.s824758f1_data_1;
  return success({
    image: { encoding: image.encoding ?? 'jpg', base64: image.image },
    points: false,
    attributes: false,
    delivery: parameter.s824758f1.result,
  });
};

const faceParts = (json: unknown): Result<Parts, SandboxFailure> => {
  const parsed = faceRequestSchema.safeParse(json);
  if (!parsed.success) return failed(failureOfIssue('face-detect', parsed.error.issues[0]));
  const { parameter, payload } = parsed.data;
  const { detect_points, detect_property, face_detect_result } = parameter.s67c9c78c;
  return success({
    image: { encoding: payload.input1.encoding ?? 'jpg', base64: payload.input1.image },
    points: detect_points === '1',
    attributes: detect_property === '1',
    delivery: face_detect_result,
  });
};

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** 10106 belongs to the block that describes the result, 10163 to every other parameter. */
const failureOfIssue = (service: ServiceId, issue: Issue | undefined): SandboxFailure => {
  const path = issue?.path.map(String) ?? [];
  const aboutResult = path.includes('result') || path.includes('face_detect_result');
  return aboutResult
    ? failure(service, 10106)
    : failure(service, 10163, `'$.${path.join('.')}' ${issue?.message ?? ''}`.trim());
};

const deliveryMembers = ['encoding', 'compress', 'format'] as const;

const checkImage = (service: ServiceId, parts: Parts): Result<CheckedRequest, SandboxFailure> => {
  const { encoding, base64 } = parts.image;
  if (base64 === '')
    return failed(
      service === 'face-detect'
        ? { ...failure(service, 20007), delivery: pickDelivery(parts.delivery) }
        : failure(service, 10163, 'the image is empty'),
    );
  if (base64.length > maxImageCharacters)
    return failed(failure(service, 10163, 'the image exceeds 4 MB after base64'));
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(base64))
    return failed(failure(service, 10163, 'the image is no base64'));
  const image = Buffer.from(base64, 'base64');
  if (imageFormatOf(image) !== encoding.replace('jpeg', 'jpg')) return failed(failure(service, 10222));
  const { points, attributes, delivery } = parts;
  return success({ image, points, attributes, delivery: pickDelivery(delivery) });
};

const pickDelivery = (delivery: Parts['delivery']): Record<string, string> =>
  Object.fromEntries(
    deliveryMembers.flatMap((member) => {
      const value = delivery[member];
      return typeof value === 'string' ? [[member, value]] : [];
    }),
  );
