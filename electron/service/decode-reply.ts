import { isUtf8 } from 'node:buffer';
import type { FaceReading } from '../../shared/face/model.ts';
import type { FlatPoints } from '../../shared/face/pack.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { readEnvelope, sidOf } from '../../shared/services/envelope.ts';
import { readFaceText } from '../../shared/services/face-detect-reading.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf, maxSaid } from '../../shared/services/failures.ts';
import type { InvoiceReading } from '../../shared/services/regions.ts';
import type { ReplyProblem } from '../../shared/services/reply-problem.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { readInvoiceText } from '../../shared/services/vat-invoice-reading.ts';
import { decodeBase64 } from './base64.ts';

/** What the service read, by service. */
export type Reading =
  | { readonly service: 'vat-invoice'; readonly invoice: InvoiceReading }
  | {
      readonly service: 'face-detect';
      readonly faces: FaceReading;
      /** There where a thread has decoded the reply. */
      readonly packed?: PackedFaces;
    };

/** Faces ready for a window: as they were read, and what it takes to pack them with the user's edits. */
export type PackedFaces = { readonly untouched: Uint8Array<ArrayBuffer>; readonly points: FlatPoints };

export type DecodedReply = {
  /** Session id, also of an answer that failed; null where there is none. */
  readonly sid: string | null;
  readonly outcome: Result<Reading, Failure>;
  /** The reply packed by Brotli to be kept, where a thread has decoded it. */
  readonly packedReply?: Uint8Array<ArrayBuffer>;
};

/**
 * Reads the body of an answer with status 200, as it came or as the ledger kept it. Never throws: whatever is in it
 * ends as a reading or as a failure that says what is wrong.
 */
export const decodeReply = (service: ServiceId, body: Buffer): DecodedReply => {
  const reply = parseJson(body.toString('utf8'));
  if (!reply.ok) return { sid: null, outcome: unreadable('reply-not-json', firstWords(body)) };
  const envelope = readEnvelope(service, reply.value);
  return {
    sid: sidOf(reply.value),
    outcome: envelope.ok ? decodeText(service, envelope.value) : failed(failureOfProblem(envelope.failure)),
  };
};

/** The first bytes of an answer as text, for the record. */
export const firstWords = (body: Buffer): string => body.toString('utf8', 0, 4 * maxSaid);

const decodeText = (service: ServiceId, text: string): Result<Reading, Failure> => {
  const bytes = decodeBase64(text);
  if (!bytes) return unreadable('reply-not-base64', text.slice(0, maxSaid));
  // JSON is UTF-8: letters that were mended in silence could end in the books.
  const json = isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : failed(null);
  if (!json.ok) return unreadable('reply-text-not-json', firstWords(bytes));
  return readText(service, json.value);
};

const readText = (service: ServiceId, text: unknown): Result<Reading, Failure> => {
  if (service === 'vat-invoice') {
    const invoice = readInvoiceText(text);
    return invoice.ok
      ? success({ service, invoice: invoice.value })
      : failed(failureOfProblem(invoice.failure));
  }
  const faces = readFaceText(text);
  return faces.ok ? success({ service, faces: faces.value }) : failed(failureOfProblem(faces.failure));
};

/** JSON, whatever byte-order mark stands before it and whatever NULs after it. */
const parseJson = (text: string): Result<unknown, null> => {
  try {
    return success(JSON.parse(unwrapped(text)));
  } catch {
    return failed(null);
  }
};

const byteOrderMark = 0xfeff;

const unwrapped = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === byteOrderMark) start += 1;
  while (end > start && isTrailer(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
};

/** NUL, the white space of JSON, byte-order mark. */
const isTrailer = (code: number) =>
  code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === byteOrderMark;

const unreadable = (
  reason: 'reply-not-json' | 'reply-not-base64' | 'reply-text-not-json',
  said: string,
): Result<never, Failure> => failed(failureOf(reason, { said, mayHaveBeenPaid: true }));

const failureOfProblem = (problem: ReplyProblem): Failure =>
  problem.reason === 'reply-member-missing'
    ? failureOf(problem.reason, { said: problem.member, mayHaveBeenPaid: true })
    : failureOf(problem.reason, { code: problem.code, said: problem.said });
