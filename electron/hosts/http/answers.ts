import type { ServerResponse } from 'node:http';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { failed } from '../../../shared/result.ts';
import { inertPolicy, securityHeaders } from './content-policy.ts';
import type { FileAnswer } from './interface-files.ts';

export const inertHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': inertPolicy,
};

export const jsonAnswer = (status: number, value: unknown): FileAnswer => ({
  status,
  headers: { ...inertHeaders, 'content-type': 'application/json; charset=utf-8' },
  bytes: Buffer.from(JSON.stringify(value)),
});

export const failureAnswer = (status: number, failure: CommandFailure): FileAnswer =>
  jsonAnswer(status, failed(failure));

export const bytesAnswer = (
  type: string,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): FileAnswer => ({ status: 200, headers: { ...inertHeaders, ...headers, 'content-type': type }, bytes });

/** RFC 6266: the name in UTF-8, with every byte escaped except attr-chars. */
export const attachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;

export const send = (response: ServerResponse, answer: FileAnswer, method: string | undefined): void => {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.bytes.length });
  response.end(method === 'HEAD' ? undefined : answer.bytes);
};
