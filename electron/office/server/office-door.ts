import type { IncomingMessage } from 'node:http';
import { isOfficeCommand } from '../../../shared/contract/office.ts';
import { failed } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { jsonAnswer, failureAnswer } from '../../hosts/http/answers.ts';
import type { FileAnswer } from '../../hosts/http/interface-files.ts';
import { readJson } from '../../hosts/http/body.ts';
import { setCookie } from './cookies.ts';
import type { SignedIn, Visitor } from '../users/accounts.ts';
import type { Office } from '../users/office.ts';

const maxBytes = 10_000;

const path = /^\/office\/([A-Za-z]{1,30})$/u;

/** The name in `/office/NAME`; null for every other path. */
export const officePathOf = (pathname: string): string | null => path.exec(pathname)?.[1] ?? null;

/** POST /office/NAME with JSON input returns a result as JSON. */
export const answerOffice = async (
  office: Office,
  name: string,
  request: IncomingMessage,
  who: { readonly visitor: Visitor; readonly me: SignedIn | null; readonly key: string | null },
): Promise<FileAnswer> => {
  if (request.method !== 'POST') return failureAnswer(405, hostFailures.badRequest);
  if (!isOfficeCommand(name)) return failureAnswer(404, hostFailures.notFound);
  const input = await readJson(request, maxBytes);
  if (!input.ok) return input.failure;
  let cookie: string | null = null;
  const result = await office.answer(name, input.value, {
    ...who,
    give: (key) => {
      cookie = setCookie(key);
    },
  });
  const isMalformed = !result.ok && result.failure.id === hostFailures.badRequest.id;
  const answer = jsonAnswer(isMalformed ? 400 : 200, result.ok ? result : failed(result.failure));
  return cookie === null ? answer : { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
};
