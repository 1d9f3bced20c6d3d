import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { HttpReply, TransportFault } from '../../infra/network/transport.ts';

type Unpack = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const byGzip: Unpack = promisify(gunzip);
const byEncoding: Readonly<Record<string, Unpack>> = {
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/**
 * How a body is packed. The bytes decide before the header does: Chromium unpacks by itself and leaves the header, and
 * some gateways pack without saying so.
 */
const unpackerOf = ({ headers, body }: HttpReply): Unpack | null => {
  if (isGzip(body)) return byGzip;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return Object.hasOwn(byEncoding, encoding) ? (byEncoding[encoding] ?? null) : null;
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/**
 * A reply as it was before it was packed. Vouch asks for no packing, but an answer that was paid for is read all the
 * same. One that can't be unpacked stays as it is: the next step says what is wrong with it.
 * @param maxBytes of the unpacked body
 */
export const unpackReply = async (
  reply: HttpReply,
  maxBytes: number,
): Promise<Result<HttpReply, TransportFault>> => {
  const unpack = unpackerOf(reply);
  if (!unpack) return success(reply);
  try {
    return success({ ...reply, body: await unpack(reply.body, { maxOutputLength: maxBytes }) });
  } catch (error) {
    return isTooLarge(error)
      ? failed({ reason: 'reply-too-large', said: `more than ${maxBytes} bytes`, sent: true })
      : success(reply);
  }
};
