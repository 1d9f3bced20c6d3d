import type { FaceReading } from '../../../shared/face/model.ts';
import type { FlatPoints } from '../../../shared/face/pack.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { readFaceText } from '../../../shared/services/face-detect-reading.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { failureOf, maxSaid } from '../../../shared/services/failures.ts';
import type { InvoiceReading } from '../../../shared/services/regions.ts';
import type { ReplyDefect } from '../../../shared/services/reply-defect.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { readInvoiceText } from '../../../shared/services/vat-invoice-reading.ts';
import { hideInReply } from './hide-in-reply.ts';
import { openReply, type OpenedReply, type OpenedText } from './open-reply.ts';
import { hiderOf } from '../../infra/hide-secrets.ts';

/** The extraction of each service. */
export type ReplyExtraction =
  | { readonly service: 'vat-invoice'; readonly invoice: InvoiceReading }
  | {
      readonly service: 'face-detect';
      readonly faces: FaceReading;
      /** Present if a thread has decoded the response. */
      readonly packed?: PackedFaces;
    };

/** Faces ready for a window: packed without edits, and the input for packing them with the user's edits. */
type PackedFaces = { readonly untouched: Uint8Array<ArrayBuffer>; readonly points: FlatPoints };

export type DecodedReply = {
  /** Session id, also of a failed response; null if there is none. */
  readonly sid: string | null;
  readonly outcome: Result<ReplyExtraction, Failure>;
  /** The response compressed with Brotli for the ledger, if a thread has decoded it. */
  readonly packedReply?: Uint8Array<ArrayBuffer>;
  /** The response to save instead, if the original contained a secret. */
  readonly hiddenReply?: Buffer;
};

/**
 * Decodes the body of a response with status 200, either fresh or from the ledger. Never throws: the result
 * is an extraction, or a failure that gives the reason.
 * @param secrets secrets of the call that must not leak, in every form (`formsOf`); none for a saved response
 */
export const decodeReply = (
  service: ServiceId,
  body: Buffer,
  secrets: readonly string[] = [],
): DecodedReply => {
  const opened = openReply(service, body);
  const hidden = secrets.length > 0 ? hideInReply(service, opened, hiderOf(secrets)) : null;
  if (hidden === null) return readOpened(service, opened);
  const hiddenReply = Buffer.from(hidden);
  return { ...readOpened(service, openReply(service, hiddenReply)), hiddenReply };
};

const readOpened = (service: ServiceId, { text, envelope }: OpenedReply): DecodedReply => {
  if (!envelope) return { sid: null, outcome: unreadable('reply-not-json', text.slice(0, 4 * maxSaid)) };
  const { sid, inner } = envelope;
  return {
    sid,
    outcome: inner.ok ? readInner(service, inner.value) : failed(pageFailureOf(inner.failure)),
  };
};

/** The first bytes of a response as text, for the record. */
export const firstWords = (body: Buffer): string => body.toString('utf8', 0, 4 * maxSaid);

const readInner = (
  service: ServiceId,
  { base64, bytes, json }: OpenedText,
): Result<ReplyExtraction, Failure> => {
  if (!bytes) return unreadable('reply-not-base64', base64.slice(0, maxSaid));
  if (!json.ok) return unreadable('reply-text-not-json', firstWords(bytes));
  return readText(service, json.value);
};

const readText = (service: ServiceId, text: unknown): Result<ReplyExtraction, Failure> => {
  if (service === 'vat-invoice') {
    const invoice = readInvoiceText(text);
    return invoice.ok ? success({ service, invoice: invoice.value }) : failed(pageFailureOf(invoice.failure));
  }
  const faces = readFaceText(text);
  return faces.ok ? success({ service, faces: faces.value }) : failed(pageFailureOf(faces.failure));
};

const unreadable = (
  reason: 'reply-not-json' | 'reply-not-base64' | 'reply-text-not-json',
  said: string,
): Result<never, Failure> => failed(failureOf(reason, { said, mayHaveBeenPaid: true }));

const pageFailureOf = (failure: ReplyDefect): Failure =>
  failure.reason === 'reply-member-missing'
    ? failureOf(failure.reason, { said: failure.member, mayHaveBeenPaid: true })
    : failureOf(failure.reason, { code: failure.code, said: failure.said });
