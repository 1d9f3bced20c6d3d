import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertNever } from '../../../shared/result.ts';
import type { Backend } from '../../app/contract.ts';
import type { Answer, InterfaceFiles } from '../window/interface-files.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { hostProblems } from '../../../shared/texts/host-problems.ts';
import { isRefusal, noteRefusedMessages } from '../window/refused-messages.ts';
import { routeOf, type Route } from '../window/routes.ts';
import { problemAnswer, send } from './answers.ts';
import { createConnections, type Connections } from './connections.ts';
import { streamEvents } from './events.ts';
import { authorityOf, factsOf, refusalOf } from './guard.ts';
import { createRefusals, type Refusals } from '../window/refusals.ts';
import type { Sessions } from './sessions.ts';

/** Loaded with the first request that needs them: the page itself is answered without. */
const doors = () => import('./doors.ts');

export type Doorway = {
  readonly files: InterfaceFiles;
  readonly sessions: Sessions;
  /** Loaded when it is first asked for, so that the host answers before it stands. */
  readonly backend: () => Promise<Backend>;
  readonly log: Log;
};

const notFound = (): Answer => problemAnswer(404, hostProblems.notFound);

const methodOf = (route: Route): 'GET' | 'POST' =>
  route.kind === 'session' || route.kind === 'command' || route.kind === 'files' ? 'POST' : 'GET';

const isMethodOf = (method: string | undefined, route: Route): boolean =>
  method === methodOf(route) || (method === 'HEAD' && route.kind === 'interface');

type Door = {
  readonly authority: string;
  readonly refusals: Refusals;
  /** Told of each message of a page that is refused for its shape. */
  readonly refused: (name: string) => void;
  readonly connections: Connections;
};

/** What a route is called in the log. */
const nameOf = async (route: Route): Promise<string> => {
  if (route.kind !== 'command') return route.kind;
  const { nameForLog } = await import('../window/name-for-log.ts');
  return nameForLog(route.name);
};

/** Malformed, or too large. */
const isMalformed = (answer: Answer): boolean => answer.status === 400 || answer.status === 413;

/** A backend that tells of each command that it refuses for its shape. */
const telling = (backend: Backend, refused: () => Promise<void>): Backend => ({
  ...backend,
  invoke: async (name, input) => {
    const result = await backend.invoke(name, input);
    if (isRefusal(result)) await refused();
    return result;
  },
});

/** What lies behind a session: null where the answer has been streamed. */
const answerInside = async (
  doorway: Doorway,
  door: Door,
  route: Exclude<Route, { kind: 'interface' } | { kind: 'session' }>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  ended: AbortSignal | null,
): Promise<Answer | null> => {
  const opened = await doorway.backend().catch(() => null);
  // Why it could not be opened has been said in the terminal and in the log.
  if (!opened) return problemAnswer(503, hostProblems.unavailable);
  const backend = telling(opened, async () => door.refused(await nameOf(route)));
  const { answerCommand, answerDownload, answerFaces, answerPicture, takeFile } = await doors();
  switch (route.kind) {
    case 'command':
      return answerCommand(request, route.name, backend);
    case 'files':
      return takeFile(request, url, backend);
    case 'picture':
      return answerPicture(backend, route.id, route.size);
    case 'faces':
      return answerFaces(backend, route.id);
    case 'download':
      return answerDownload(backend, route.id);
    case 'events':
      await streamEvents(backend, response, ended);
      return null;
    default:
      return assertNever(route);
  }
};

/** The address that was asked for; null where its text names another host (`//evil.example`) or is no address. */
const addressOf = (request: IncomingMessage, authority: string): URL | null => {
  const base = `http://${authority}`;
  const path = request.url ?? '';
  if (!path.startsWith('/') || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  return url.origin === new URL(base).origin ? url : null;
};

/** A refused request is written down and answered; where there are too many, it is no more than answered. */
const refuse = (
  { log }: Doorway,
  { refusals }: Door,
  { event, detail, reply }: { readonly event: string; readonly detail: string; readonly reply: () => Answer },
): Answer => {
  const next = refusals.next();
  if (next === 'note') log.write('warn', event, detail);
  if (next === 'last')
    log.write('warn', 'too-many-refusals', 'the others of this minute are not written down');
  return next === 'flood' ? problemAnswer(429, hostProblems.tooManyAttempts) : reply();
};

/** What stands behind an address of ours. */
const answerAt = async (
  doorway: Doorway,
  door: Door,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<Answer | null> => {
  if (!isMethodOf(request.method, route)) return problemAnswer(405, hostProblems.badRequest);
  if (route.kind === 'interface') return (await doorway.files.answer(route.path)) ?? notFound();
  if (route.kind === 'session') return (await doors()).openSession(request, doorway.sessions);
  const keys = request.headersDistinct['x-vouch-session'];
  const key = keys?.length === 1 ? keys[0] : undefined;
  if (!doorway.sessions.isSession(key)) {
    return refuse(doorway, door, {
      event: 'no-session',
      detail: `${request.method} ${url.pathname}`,
      reply: () => problemAnswer(401, hostProblems.noSession),
    });
  }
  door.connections.trust(request.socket);
  return answerInside(doorway, door, route, request, response, url, doorway.sessions.endOf(key));
};

const answerTo = async (
  doorway: Doorway,
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | null> => {
  const { authority } = door;
  const url = addressOf(request, authority);
  const refusal = refusalOf(factsOf(request), authority) ?? (url ? null : 'address');
  if (refusal || !url) {
    return refuse(doorway, door, {
      event: 'request-refused',
      detail: `${refusal} ${request.method} ${request.url}`,
      reply: () => problemAnswer(403, hostProblems.forbidden),
    });
  }
  const route = routeOf(url.pathname);
  const reply = await answerAt(doorway, door, route, request, response, url);
  if (reply && isMalformed(reply)) door.refused(await nameOf(route));
  return reply;
};

const handle = async (
  doorway: Doorway,
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const reply = await answerTo(doorway, door, request, response).catch((error: unknown) => {
    doorway.log.write('error', 'request-failed', describeError(error));
    return problemAnswer(500, hostProblems.fault);
  });
  if (!reply || response.headersSent || response.destroyed) return;
  // What was not read of a refused body is not worth reading: the connection ends with the answer.
  if (!request.complete) response.setHeader('connection', 'close');
  send(response, reply, request.method);
};

export type RunningServer = { readonly port: number; readonly close: () => Promise<void> };

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address: AddressInfo | string | null = server.address();
      if (address === null || typeof address === 'string') reject(new Error('No port'));
      else resolve(address.port);
    });
  });

const now = (): number => performance.now();

/** A header or a body that comes slower than this is not our page's: both are sent by the same machine. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 5_000 };

/** Opens the door on loopback. Rejects where the port is taken. */
export const startServer = async (doorway: Doorway, port: number): Promise<RunningServer> => {
  const refusals = createRefusals(now);
  const refused = noteRefusedMessages(doorway.log, now);
  const connections = createConnections();
  let door: Door = { authority: '', refusals, refused, connections };
  const server = createServer(timeouts, (request, response) => void handle(doorway, door, request, response));
  server.on('connection', connections.add);
  const listening = await listen(server, port);
  door = { authority: authorityOf(listening), refusals, refused, connections };
  return {
    port: listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
