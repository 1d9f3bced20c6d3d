import { pictureSizes, type PictureSize } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { failureAnswer, send, type Refusals } from './answers.ts';
import { factsOf, refusalOf } from './guard.ts';
import type { FileAnswer } from './interface-files.ts';

/** A path that a window may request; both hosts with a window use this one parser. */
export type WindowRoute =
  | { readonly kind: 'picture'; readonly id: PageId; readonly size: PictureSize }
  | { readonly kind: 'faces'; readonly id: PageId }
  | { readonly kind: 'download'; readonly id: string }
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'session' }
  | { readonly kind: 'files' }
  | { readonly kind: 'events' }
  | { readonly kind: 'interface'; readonly path: string };

const picture = /^\/pictures\/([1-9]\d{0,14})\/(full|best|thumbnail)$/;
const faces = /^\/faces\/([1-9]\d{0,14})$/;
const download = /^\/downloads\/([\w-]{1,100})$/;
const command = /^\/commands\/([A-Za-z.]{1,50})$/;

const sizeNamed = (name: string | undefined): PictureSize =>
  pictureSizes.find((size) => size === name) ?? 'full';

/** Never fails: every other path is a file of the interface, which is looked up in a fixed list. */
export const routeOf = (pathname: string): WindowRoute => {
  const pictureParts = picture.exec(pathname);
  if (pictureParts) return { kind: 'picture', id: Number(pictureParts[1]), size: sizeNamed(pictureParts[2]) };
  const facesParts = faces.exec(pathname);
  if (facesParts) return { kind: 'faces', id: Number(facesParts[1]) };
  const downloadParts = download.exec(pathname);
  if (downloadParts?.[1]) return { kind: 'download', id: downloadParts[1] };
  const commandParts = command.exec(pathname);
  if (commandParts?.[1]) return { kind: 'command', name: commandParts[1] };
  if (pathname === '/session') return { kind: 'session' };
  if (pathname === '/files') return { kind: 'files' };
  if (pathname === '/events') return { kind: 'events' };
  return { kind: 'interface', path: pathname };
};

/** A route for authorized requests only. */
export type AuthorizedRoute = Exclude<WindowRoute, { kind: 'interface' } | { kind: 'session' }>;

const methodOf = (route: WindowRoute): 'GET' | 'POST' =>
  route.kind === 'session' || route.kind === 'command' || route.kind === 'files' ? 'POST' : 'GET';

export const isMethodOf = (method: string | undefined, route: WindowRoute): boolean =>
  method === methodOf(route) || (method === 'HEAD' && route.kind === 'interface');

/** The name of a route in the log. */
export const nameOfRoute = async (route: WindowRoute): Promise<string> => {
  if (route.kind !== 'command') return route.kind;
  const { nameForLog } = await import('./answers.ts');
  return nameForLog(route.name);
};

export type HttpHandler = {
  readonly log: Log;
  readonly refusals: Refusals;
  /** Called for each message of a page that is rejected for its shape. */
  readonly refused: (name: string) => void;
  /** The origin of the host's own page for a request; null if no page of ours makes it. */
  readonly originFor: (request: IncomingMessage) => string | null;
  /** Why a request is refused before its path is read; null if it is not. By default only our own page makes one. */
  readonly refusalOf?: (request: IncomingMessage, origin: string | null) => string | null;
  /** The response for a path of ours; null if it was streamed. */
  readonly answerAt: (
    route: WindowRoute,
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ) => Promise<FileAnswer | null>;
};

/** Malformed, or too large. */
const isMalformed = (answer: FileAnswer): boolean => answer.status === 400 || answer.status === 413;

/** The requested address; null if its text names another host (`//evil.example`) or is not a URL. */
const addressOf = (request: IncomingMessage, base: string | null): URL | null => {
  const path = request.url ?? '';
  if (base === null || !path.startsWith('/') || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  return url.origin === new URL(base).origin ? url : null;
};

/** Logs a refused request and responds to it; if there are too many, only responds. */
export const refuse = (
  { log, refusals }: Pick<HttpHandler, 'log' | 'refusals'>,
  {
    event,
    detail,
    respond,
  }: { readonly event: string; readonly detail: string; readonly respond: () => FileAnswer },
): FileAnswer => {
  const next = refusals.next();
  if (next === 'note') log.write('warn', event, detail);
  if (next === 'last')
    log.write('warn', 'too-many-refusals', 'the others of this minute are not written down');
  return next === 'flood' ? failureAnswer(429, hostFailures.tooManyAttempts) : respond();
};

const answerTo = async (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<FileAnswer | null> => {
  const origin = handler.originFor(request);
  const url = addressOf(request, origin);
  const refusing = handler.refusalOf ?? ((asked, ours) => refusalOf(factsOf(asked), ours));
  const refusal = refusing(request, origin) ?? (url ? null : 'address');
  if (refusal || !url) {
    return refuse(handler, {
      event: 'request-refused',
      detail: `${refusal} ${request.method} ${request.url}`,
      respond: () => failureAnswer(403, hostFailures.forbidden),
    });
  }
  const route = routeOf(url.pathname);
  const found = await handler.answerAt(route, request, response, url);
  if (found && isMalformed(found)) handler.refused(await nameOfRoute(route));
  return found;
};

/**
 * Responds to a request: refuses requests that don't come from the host's own page before a route sees them.
 */
export const answerRequest = async (
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const found = await answerTo(handler, request, response).catch((error: unknown) => {
    handler.log.write('error', 'request-failed', describeError(error));
    return failureAnswer(500, hostFailures.unexpected);
  });
  if (!found || response.headersSent || response.destroyed) return;
  // The rest of a refused body is not read: the connection ends with the response.
  if (!request.complete) response.setHeader('connection', 'close');
  send(response, found, request.method);
};
