import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFileCommand } from '../../../shared/contract/books-commands.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import { officeCommandFailures } from '../../../shared/texts/office-failures.ts';
import type { Backend } from '../../app/contract.ts';
import { failureAnswer } from '../../hosts/http/answers.ts';
import { answerAuthorized } from '../../hosts/http/authorized.ts';
import { factsOf, hostIsOurs } from '../../hosts/http/guard.ts';
import type { FileAnswer } from '../../hosts/http/interface-files.ts';
import { isMethodOf, type WindowRoute } from '../../hosts/http/requests.ts';
import { isForTokens } from './office-backend.ts';

/**
 * Requests with a personal token, of the command line of another computer. No browser makes one: a page that has a
 * token would be an attack, and a browser has a session.
 */

/** Any other login is that of a proxy before the server, and says nothing of the user. */
const tokenStart = /^bearer\s+(?=vouch_)/iu;

const tokensIn = (request: IncomingMessage): readonly string[] =>
  (request.headersDistinct.authorization ?? []).flatMap((value) =>
    tokenStart.test(value) ? [value.replace(tokenStart, '').trim()] : [],
  );

/** Whether a request names its user by a token. */
export const hasBearer = (request: IncomingMessage): boolean => tokensIn(request).length > 0;

/** The token, in any form; an empty text if there are several. */
export const bearerOf = (request: IncomingMessage): string => {
  const tokens = tokensIn(request);
  return tokens.length === 1 ? (tokens[0] ?? '') : '';
};

/** The headers that only browsers send. */
const ofBrowsers = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'cookie'] as const;

/**
 * Null if a request with a token is allowed, else the reason for the log.
 * @param origin of the server's own page, which has its name; null if the requested name is not ours
 */
export const bearerRefusalOf = (
  request: IncomingMessage,
  origin: string | null,
): 'host' | 'method' | 'browser' | null => {
  const facts = factsOf(request);
  if (origin === null || !hostIsOurs(facts, origin)) return 'host';
  if (facts.method !== 'GET' && facts.method !== 'POST') return 'method';
  const isOfBrowser =
    facts.origins.length > 0 || ofBrowsers.some((name) => request.headersDistinct[name] !== undefined);
  return isOfBrowser ? 'browser' : null;
};

const notForTokens = (): FileAnswer => failureAnswer(403, tokenFailures.notForTokens);

/** Whether a token may use a path at all. Commands are declared so; files are handed in, and exports fetched once. */
const isOpen = (route: WindowRoute, url: URL): boolean => {
  if (route.kind === 'command') return isForTokens(route.name) && !isFileCommand(route.name);
  if (route.kind === 'files') return isForTokens('pages.add') && !url.searchParams.has('command');
  return route.kind === 'download';
};

/** The response to a request whose token is valid: the same as in a window, with the status of a refusal. */
export const answerBearer = async (
  {
    backend,
    ...others
  }: Pick<Parameters<typeof answerAuthorized>[0], 'backend' | 'refused' | 'uploads' | 'by'>,
  route: WindowRoute,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<FileAnswer | null> => {
  if (route.kind === 'interface' || route.kind === 'session' || !isOpen(route, url)) return notForTokens();
  if (!isMethodOf(request.method, route)) return failureAnswer(405, hostFailures.badRequest);
  let isForbidden = false;
  const telling = async (): Promise<Backend> => {
    const opened = await backend();
    return {
      ...opened,
      invoke: async (name, input) => {
        const result = await opened.invoke(name, input);
        isForbidden = !result.ok && result.failure.id === officeCommandFailures.notAllowed.id;
        return result;
      },
    };
  };
  const authorized = { ...others, backend: telling, ended: null };
  const answer = await answerAuthorized(authorized, route, request, response, url);
  return answer && isForbidden ? { ...answer, status: 403 } : answer;
};
