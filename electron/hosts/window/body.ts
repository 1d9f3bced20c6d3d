import type { IncomingMessage } from 'node:http';
import { failed, success, type Result } from '../../../shared/result.ts';

export type BodyFailure = 'too-large' | 'cut';

/** Reads a request's body into one buffer; stops at the limit, regardless of Content-Length. */
export const readBody = async (
  request: IncomingMessage,
  limit: number,
): Promise<Result<Buffer, BodyFailure>> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) return failed('too-large');
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      if (!Buffer.isBuffer(part)) continue;
      size += part.length;
      if (size > limit) return failed('too-large');
      parts.push(part);
    }
  } catch {
    return failed('cut');
  }
  return request.complete ? success(Buffer.concat(parts, size)) : failed('cut');
};

/** Parses JSON text to a value of unknown shape. */
export const parseJsonBody = (bytes: Buffer): Result<unknown, 'not-json'> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return success(value);
  } catch {
    return failed('not-json');
  }
};
