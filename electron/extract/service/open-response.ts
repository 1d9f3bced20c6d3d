import { failed, success, type Result } from '../../../shared/result.ts';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { HttpResponse, TransportFailure } from '../../infra/network/transport.ts';
import { codeOf } from '../../infra/error-code.ts';
import { isUtf8 } from 'node:buffer';
import { readEnvelope, sidOf } from '../../../shared/services/envelope.ts';
import type { ResponseDefect } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** Parses JSON, ignoring a byte-order mark before it and NULs after it. */
export const parseJson = (text: string): Result<unknown, null> => {
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

type Unpack = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const byGzip: Unpack = promisify(gunzip);
const byEncoding: Readonly<Record<string, Unpack>> = {
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/**
 * How a body is compressed. The bytes take precedence over the header: Chromium decompresses but keeps the
 * header, and some gateways compress without a header.
 */
const unpackerOf = ({ headers, body }: HttpResponse): Unpack | null => {
  if (isGzip(body)) return byGzip;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return Object.hasOwn(byEncoding, encoding) ? (byEncoding[encoding] ?? null) : null;
};

const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ERR_BUFFER_TOO_LARGE';

/**
 * Decompresses a response. Vouch does not request compression, but a response that was paid for must still be
 * read. One that cannot be decompressed is left unchanged, and the next step reports the failure.
 * @param maxBytes of the decompressed body
 */
export const unpackResponse = async (
  response: HttpResponse,
  maxBytes: number,
): Promise<Result<HttpResponse, TransportFailure>> => {
  const unpack = unpackerOf(response);
  if (!unpack) return success(response);
  try {
    return success({ ...response, body: await unpack(response.body, { maxOutputLength: maxBytes }) });
  } catch (error) {
    return isTooLarge(error)
      ? failed({ reason: 'reply-too-large', detail: `more than ${maxBytes} bytes`, sent: true })
      : success(response);
  }
};

/**
 * Decodes standard base64; null for any other text. Ignores line breaks and blanks and accepts missing
 * padding: encoders of other languages produce both, and the response was paid for. Node's decoder skips
 * unknown characters and also accepts the URL alphabet, so only the length reveals a damaged text. Comparing
 * lengths is far cheaper than testing every character.
 */
export const decodeBase64 = (given: string): Buffer | null => {
  const lines = withoutLineBreaks(given);
  const text = lines.includes(' ') ? lines.replaceAll(' ', '') : lines;
  // Accepts a blank inside only with complete padding: otherwise the blank may replace a lost character.
  const isComplete = text.length % 4 === 0;
  if (!isComplete && (text.endsWith('=') || text.length !== lines.length)) return null;
  const bare = text.replace(/={1,2}$/, '');
  if (bare.length % 4 === 1 || bare.includes('-') || bare.includes('_')) return null;
  // Beyond ASCII, a decoder could use only the lower byte of a character.
  if (Buffer.byteLength(bare) !== bare.length) return null;
  const bytes = Buffer.from(bare, 'base64');
  return bytes.length === Math.floor((bare.length * 3) / 4) ? bytes : null;
};

/** A search for one character is far faster than a pattern over megabytes. */
const withoutLineBreaks = (text: string): string =>
  text.includes('\n') || text.includes('\r') || text.includes('\t')
    ? text.replace(/[ \t]*[\r\n\t]+[ \t]*/g, '')
    : text;

/** The decoded parts of a response's base64 text. */
export type OpenedText = {
  readonly base64: string;
  /** Null if the text is not base64. */
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
