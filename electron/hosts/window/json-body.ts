import type { IncomingMessage } from 'node:http';
import { failed, type Result } from '../../../shared/result.ts';
import { hostProblems } from '../../../shared/texts/host-problems.ts';
import { problemAnswer } from './answers.ts';
import { parseJsonBody, readBody, type BodyFailure } from './body.ts';
import type { FileAnswer } from './interface-files.ts';

export const hasType = (request: IncomingMessage, type: string): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;

export const bodyFailure = (failure: BodyFailure): FileAnswer =>
  failure === 'too-large'
    ? problemAnswer(413, hostProblems.tooLarge)
    : problemAnswer(400, hostProblems.badRequest);

export const malformedBody = (): FileAnswer => problemAnswer(400, hostProblems.badRequest);

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
