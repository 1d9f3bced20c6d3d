import { isUtf8 } from 'node:buffer';
import { failed, type Result } from '../../../shared/result.ts';
import { readEnvelope, sidOf } from '../../../shared/services/envelope.ts';
import type { ResponseDefect } from '../../../shared/services/response-defect.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { decodeBase64 } from './base64.ts';
import { parseJson } from './tolerant-json.ts';

/** The decoded parts of a response's base64 text. */
export type OpenedText = {
  readonly base64: string;
  /** Null if it is not base64. */
  readonly bytes: Buffer | null;
  /** The bytes as text; one character per byte if they are not UTF-8. */
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
  readonly json: Result<unknown, null>;
};

/** A response with status 200, decoded as far as possible. */
export type OpenedResponse = {
  readonly text: string;
  /** The response's JSON and the result of the call; null if it is not JSON. */
  readonly envelope: {
    readonly value: unknown;
    readonly sid: string | null;
    readonly inner: Result<OpenedText, ResponseDefect>;
  } | null;
};

const openText = (base64: string): OpenedText => {
  const bytes = decodeBase64(base64);
  // JSON is UTF-8: silently repaired characters could end up in the books.
  const encoding = bytes && isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes?.toString(encoding) ?? '';
  return { base64, bytes, text, encoding, json: encoding === 'utf8' ? parseJson(text) : failed(null) };
};

export const openResponse = (service: ServiceId, body: Buffer): OpenedResponse => {
  const text = body.toString('utf8');
  const response = parseJson(text);
  if (!response.ok) return { text, envelope: null };
  const read = readEnvelope(service, response.value);
  const inner = read.ok ? { ok: true as const, value: openText(read.value) } : read;
  return { text, envelope: { value: response.value, sid: sidOf(response.value), inner } };
};
