import { isCommandName, type CommandFailure } from '../../../shared/contract/commands.ts';
import { type Result, failed } from '../../../shared/result.ts';
import type { Log } from '../../infra/log.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { ServerResponse } from 'node:http';
import { inertPolicy, securityHeaders, type FileAnswer } from './interface-files.ts';

/** A command's name for the log. An unknown name is the sender's own text, and is not logged. */
export const nameForLog = (name: string): string => (isCommandName(name) ? name : 'no command');

/** Maximum number of refusals that are logged within a minute. */
const maxNoted = 60;
const maxToldApart = 1000;
const windowMs = 60_000;

export type Refusals = {
  /**
   * `note`: logged. `last`: logged with a note that there are more. `silent`: not logged. `flood`: responds
   * with 429.
   */
  readonly next: () => 'note' | 'last' | 'silent' | 'flood';
};

/**
 * Counts refused requests: other pages can make any number of them, and must fill neither the log nor the
 * disk. Requests of the host's own page are not counted.
 * @param now in milliseconds, monotonic
 */
export const createRefusals = (now: () => number): Refusals => {
  let since = now();
  let count = 0;
  return {
    next: () => {
      if (now() - since >= windowMs) {
        since = now();
        count = 0;
      }
      count += 1;
      if (count <= maxNoted) return 'note';
      if (count === maxNoted + 1) return 'last';
      return count <= maxToldApart ? 'silent' : 'flood';
    },
  };
};

/** Whether a command was refused for its name or its shape. */
export const isRefusal = (result: Result<unknown, CommandFailure>): boolean =>
  !result.ok && result.failure.id === hostFailures.badRequest.id;

/**
 * Logs rejected messages of a window: the name of the request, never its content. Limited per minute,
 * regardless of what a page does.
 * @param now in milliseconds, monotonic
 */
export const noteRefusedMessages = (log: Log, now: () => number): ((detail: string) => void) => {
  const refusals = createRefusals(now);
  return (detail) => {
    const next = refusals.next();
    if (next === 'note') log.write('warn', 'message-refused', detail);
    if (next === 'last')
      log.write('warn', 'too-many-refusals', 'the others of this minute are not written down');
  };
};

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
