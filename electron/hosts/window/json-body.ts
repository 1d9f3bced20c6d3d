import type { IncomingMessage } from 'node:http';
import { failed, type Result } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { failureAnswer } from './answers.ts';
import { parseJsonBody, readBody, type BodyFailure } from './body.ts';
import type { FileAnswer } from './interface-files.ts';

export const hasType = (request: IncomingMessage, type: string): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;

export const bodyFailure = (failure: BodyFailure): FileAnswer =>
  failure === 'too-large'
    ? failureAnswer(413, hostFailures.tooLarge)
    : failureAnswer(400, hostFailures.badRequest);

export const malformedBody = (): FileAnswer => failureAnswer(400, hostFailures.badRequest);

/** The JSON value of a request's body, or the error response if it has none. */
export const readJson = async (
  request: IncomingMessage,
  limit: number,
): Promise<Result<unknown, FileAnswer>> => {
  if (!hasType(request, 'application/json')) return failed(malformedBody());
  const body = await readBody(request, limit);
  if (!body.ok) return failed(bodyFailure(body.failure));
  const json = parseJsonBody(body.value);
  return json.ok ? json : failed(malformedBody());
};
