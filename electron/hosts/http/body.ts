import type { IncomingMessage } from 'node:http';
import { failed, success, type Result } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { failureAnswer } from './answers.ts';
import type { FileAnswer } from './interface-files.ts';

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

export const hasType = (request: IncomingMessage, type: string): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;

export const malformedBody = (): FileAnswer => failureAnswer(400, hostFailures.badRequest);

/** Why the bytes of a file did not arrive. */
export const bodyFailure = (failure: BodyFailure): FileAnswer =>
  failure === 'too-large' ? failureAnswer(413, hostFailures.tooLarge) : malformedBody();

/** The JSON value of a request's body, or the error response if it has none. */
export const readJson = async (
  request: IncomingMessage,
  limit: number,
): Promise<Result<unknown, FileAnswer>> => {
  if (!hasType(request, 'application/json')) return failed(malformedBody());
  const body = await readBody(request, limit);
  if (!body.ok)
    return failed(
      body.failure === 'too-large' ? failureAnswer(413, hostFailures.requestTooLarge) : malformedBody(),
    );
  const json = parseJsonBody(body.value);
  return json.ok ? json : failed(malformedBody());
};
