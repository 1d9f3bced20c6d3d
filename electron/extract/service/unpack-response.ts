import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { HttpResponse, TransportFailure } from '../../infra/network/transport.ts';
import { codeOf } from '../../infra/error-code.ts';

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
