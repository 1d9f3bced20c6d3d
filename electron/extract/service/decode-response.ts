import { isJsonObject } from '../../../shared/services/guards.ts';
import { resultBlockNames } from '../../../shared/services/envelope.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { type OpenedResponse, openResponse, type OpenedText } from './open-response.ts';
import { type Hide, hiderOf } from '../../infra/hide-secrets.ts';
import type { DecodedFaces } from '../../../shared/face/model.ts';
import type { FlatPoints } from '../../../shared/face/pack.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { readFaceText } from '../../../shared/services/read-face-detect.ts';
import type { Failure, ResponseDefect } from '../../../shared/services/failure.ts';
import { failureOf, maxDetail } from '../../../shared/services/failures.ts';
import type { DecodedInvoice } from '../../../shared/services/regions.ts';
import { readInvoiceText } from '../../../shared/services/read-vat-invoice.ts';

/** The same response with another base64 text. */
const withText = (service: ServiceId, response: unknown, text: string): unknown => {
  const payload = isJsonObject(response) && isJsonObject(response.payload) ? response.payload : {};
  const name = resultBlockNames[service];
  const block = isJsonObject(payload[name]) ? payload[name] : {};
  return { ...(isJsonObject(response) ? response : {}), payload: { ...payload, [name]: { ...block, text } } };
};

/** Skips the base64 text, which was already searched and may be most of the response. */
const hideAround = (text: string, clean: string, hide: Hide): string => {
  const at = text.indexOf(clean);
  if (at < 0) return hide(text);
  return hide(text.slice(0, at)) + clean + hide(text.slice(at + clean.length));
};

/**
 * The response without our secrets, in its own words and in its base64 text; null if there is nothing to
 * hide, as in nearly every response. An error may contain the address that was called, and with it the
 * signature.
 */
const hideInResponse = (
  service: ServiceId,
  { text, envelope }: OpenedResponse,
  hide: Hide,
): string | null => {
  const inner = envelope?.inner.ok ? envelope.inner.value : null;
  const shown = inner?.bytes ? hide(inner.text) : '';
  const isClean = !inner?.bytes || shown === inner.text;
  const base64 = !inner || isClean ? inner?.base64 : Buffer.from(shown, inner.encoding).toString('base64');
  const whole =
    base64 === undefined || isClean ? text : JSON.stringify(withText(service, envelope?.value, base64));
  // A text that is not JSON is saved and shown unchanged, so its base64 must be searched as well.
  const hidden = base64 !== undefined && inner?.json.ok ? hideAround(whole, base64, hide) : hide(whole);
  return hidden === text ? null : hidden;
};

export type ServiceExtraction =
  | { readonly service: 'vat-invoice'; readonly invoice: DecodedInvoice }
  | {
      readonly service: 'face-detect';
      readonly faces: DecodedFaces;
      /** Present if a thread has decoded the response. */
      readonly packed?: PackedFaces;
    };

/** Faces ready for a window: packed without edits, and the input for packing them with the user's edits. */
type PackedFaces = { readonly untouched: Uint8Array<ArrayBuffer>; readonly points: FlatPoints };

export type DecodedResponse = {
  /** Session id, also of a failed response; null if there is none. */
  readonly sid: string | null;
  readonly outcome: Result<ServiceExtraction, Failure>;
  /** The response compressed with Brotli for the ledger, if a thread has decoded it. */
  readonly packedResponse?: Uint8Array<ArrayBuffer>;
  /** The response to save instead, if the original contained a secret. */
  readonly hiddenResponse?: Buffer;
};

/**
 * Decodes the body of a response with status 200, either fresh or from the ledger. Never throws: the result
 * is an extraction, or a failure that gives the reason.
 * @param secrets secrets of the call that must not leak, in every form (`formsOf`); none for a saved response
 */
export const decodeResponse = (
  service: ServiceId,
  body: Buffer,
  secrets: readonly string[],
): DecodedResponse => {
  const opened = openResponse(service, body);
  const hidden = secrets.length > 0 ? hideInResponse(service, opened, hiderOf(secrets)) : null;
  if (hidden === null) return readOpened(service, opened);
  const hiddenResponse = Buffer.from(hidden);
  return { ...readOpened(service, openResponse(service, hiddenResponse)), hiddenResponse };
};

const readOpened = (service: ServiceId, { text, envelope }: OpenedResponse): DecodedResponse => {
  if (!envelope) return { sid: null, outcome: unreadable('reply-not-json', text.slice(0, 4 * maxDetail)) };
  const { sid, inner } = envelope;
  return {
    sid,
    outcome: inner.ok ? readInner(service, inner.value) : failed(pageFailureOf(inner.failure)),
  };
};

/** The first bytes of a response as text, for the record. */
export const firstWords = (body: Buffer): string => body.toString('utf8', 0, 4 * maxDetail);

const readInner = (
  service: ServiceId,
  { base64, bytes, json }: OpenedText,
): Result<ServiceExtraction, Failure> => {
  if (!bytes) return unreadable('reply-not-base64', base64.slice(0, maxDetail));
  if (!json.ok) return unreadable('reply-text-not-json', firstWords(bytes));
  return readText(service, json.value);
};

const readText = (service: ServiceId, text: unknown): Result<ServiceExtraction, Failure> => {
  if (service === 'vat-invoice') {
    const invoice = readInvoiceText(text);
    return invoice.ok ? success({ service, invoice: invoice.value }) : failed(pageFailureOf(invoice.failure));
  }
  const faces = readFaceText(text);
  return faces.ok ? success({ service, faces: faces.value }) : failed(pageFailureOf(faces.failure));
};

const unreadable = (
  reason: 'reply-not-json' | 'reply-not-base64' | 'reply-text-not-json',
  detail: string,
): Result<never, Failure> => failed(failureOf(reason, { detail, mayHaveBeenPaid: true }));

const pageFailureOf = (failure: ResponseDefect): Failure =>
  failure.reason === 'reply-member-missing'
    ? failureOf(failure.reason, { detail: failure.member, mayHaveBeenPaid: true })
    : failureOf(failure.reason, { code: failure.code, detail: failure.detail });
