import type { IncomingMessage, ServerResponse } from 'node:http';
import { assertNever } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { Backend } from '../../app/contract.ts';
import { failureAnswer, inertHeaders, isRefusal } from './answers.ts';
import type { FileAnswer } from './interface-files.ts';
import { nameOfRoute, type AuthorizedRoute } from './requests.ts';
import type { Uploads } from './uploads.ts';

/**
 * A window that stops reading is disconnected at this many bytes; it connects again and requests the whole
 * list.
 */
const maxUnread = 8_000_000;

/**
 * GET /events: one JSON value a line, while the window listens and its session lasts. Resolves when the
 * connection has closed.
 */
const streamEvents = (backend: Backend, response: ServerResponse, ended: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    // The window may have gone while its session was looked up: then nothing reports the end any more.
    if (response.destroyed) {
      resolve();
      return;
    }
    const cut = (): void => {
      response.destroy();
    };
    ended?.addEventListener('abort', cut);
    if (ended?.aborted) cut();
    response.writeHead(200, { ...inertHeaders, 'content-type': 'application/x-ndjson; charset=utf-8' });
    response.flushHeaders();
    const stop = backend.listen((event) => {
      response.write(`${JSON.stringify(event)}\n`);
      if (response.writableLength > maxUnread) response.destroy();
    });
    response.once('close', () => {
      ended?.removeEventListener('abort', cut);
      stop();
      resolve();
    });
  });

/** Loaded with the first request that needs them; the page itself does not need them. */
const loadHandlers = () => import('./handlers.ts');

/** A backend that reports each command that it rejects for its shape. */
const telling = (backend: Backend, refused: () => Promise<void>): Backend => ({
  ...backend,
  invoke: async (name, input) => {
    const result = await backend.invoke(name, input);
    if (isRefusal(result)) await refused();
    return result;
  },
});

type AuthorizedRequest = {
  readonly backend: () => Promise<Backend>;
  readonly uploads: Uploads;
  /** Who sends it. */
  readonly by: string;
  /** Called for each message of a page that is rejected for its shape. */
  readonly refused: (name: string) => void;
  /** Aborted when the session of the request ends. */
  readonly ended: AbortSignal | null;
};

/** The responses of a host that uses HTTP, for authorized requests; null if the response was streamed. */
export const answerAuthorized = async (
  authorized: AuthorizedRequest,
  route: AuthorizedRoute,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<FileAnswer | null> => {
  const opened = await authorized.backend().catch(() => null);
  // The terminal and the log already contain the reason.
  if (!opened) return failureAnswer(503, hostFailures.unavailable);
  const backend = telling(opened, async () => authorized.refused(await nameOfRoute(route)));
  const { answerCommand, answerDownload, answerFaces, answerPicture, takeFile } = await loadHandlers();
  switch (route.kind) {
    case 'command':
      return answerCommand(request, route.name, backend);
    case 'files':
      return takeFile(request, url, backend, authorized.uploads, authorized.by);
    case 'picture':
      return answerPicture(backend, route.id, route.size);
    case 'faces':
      return answerFaces(backend, route.id);
    case 'download':
      return answerDownload(backend, route.id);
    case 'events':
      await streamEvents(backend, response, authorized.ended);
      return null;
    default:
      return assertNever(route);
  }
};
