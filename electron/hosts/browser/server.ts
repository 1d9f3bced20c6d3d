import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { Backend } from '../../app/contract.ts';
import type { Log } from '../../infra/log.ts';
import { failureAnswer, createRefusals, noteRefusedMessages } from '../http/answers.ts';
import { createConnections, type Connections, listenOn } from '../http/connections.ts';
import { answerAuthorized } from '../http/authorized.ts';
import type { FileAnswer, InterfaceFiles } from '../http/interface-files.ts';
import { answerRequest, refuse, type HttpHandler, isMethodOf, type WindowRoute } from '../http/requests.ts';
import { openUploads, usualLimits, type Uploads } from '../http/uploads.ts';
import type { Sessions } from './sessions.ts';

type ServerDependencies = {
  readonly files: InterfaceFiles;
  readonly sessions: Sessions;
  /** Loaded on first use, so that the host can respond before. */
  readonly backend: () => Promise<Backend>;
  readonly log: Log;
  /** The folder for files that are arriving. */
  readonly incoming: string;
};

type RequestGuards = Pick<HttpHandler, 'log' | 'refusals' | 'refused'> & {
  readonly connections: Connections;
  readonly uploads: Uploads;
};

/** The response for a path of ours. */
const answerAt = async (
  dependencies: ServerDependencies,
  guards: RequestGuards,
  route: WindowRoute,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<FileAnswer | null> => {
  const { sessions } = dependencies;
  if (!isMethodOf(request.method, route)) return failureAnswer(405, hostFailures.badRequest);
  if (route.kind === 'interface')
    return (await dependencies.files.answer(route.path)) ?? failureAnswer(404, hostFailures.notFound);
  if (route.kind === 'session') return (await import('./sessions.ts')).openSession(request, sessions);
  const keys = request.headersDistinct['x-vouch-session'];
  const key = keys?.length === 1 ? keys[0] : undefined;
  if (!sessions.isSession(key)) {
    return refuse(guards, {
      event: 'no-session',
      detail: `${request.method} ${url.pathname}`,
      respond: () => failureAnswer(401, hostFailures.noSession),
    });
  }
  guards.connections.trust(request.socket);
  const { uploads, refused } = guards;
  const { backend } = dependencies;
  const authorized = { backend, uploads, by: 'local', refused, ended: sessions.endOf(key) };
  return answerAuthorized(authorized, route, request, response, url);
};

/** The origin of the host's page. Browsers omit http's default port. */
export const originOf = (port: number): string =>
  port === 80 ? 'http://127.0.0.1' : `http://127.0.0.1:${port}`;

type RunningServer = { readonly port: number; readonly close: () => Promise<void> };

const now = (): number => performance.now();

/** Our page is on the same computer, so slower headers or bodies are not from it. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 5_000 };

/** Listens on loopback. Rejects if the port is taken. */
export const startServer = async (dependencies: ServerDependencies, port: number): Promise<RunningServer> => {
  const { log } = dependencies;
  const connections = createConnections();
  const uploads = openUploads(dependencies.incoming, { ...usualLimits, each: usualLimits.all });
  const guards = {
    log,
    refusals: createRefusals(now),
    refused: noteRefusedMessages(log, now),
    connections,
    uploads,
  };
  let origin: string | null = null;
  const handler: HttpHandler = {
    ...guards,
    originFor: () => origin,
    answerAt: (...asked) => answerAt(dependencies, guards, ...asked),
  };
  const server = createServer(
    timeouts,
    (request, response) => void answerRequest(handler, request, response),
  );
  server.on('connection', connections.add);
  const listening = await listenOn(server, '127.0.0.1', port);
  origin = originOf(listening);
  return {
    port: listening,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await uploads.close();
    },
  };
};
