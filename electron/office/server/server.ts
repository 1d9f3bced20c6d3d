import { type IncomingMessage, createServer, type ServerResponse } from 'node:http';
import { isOfficeCommand } from '../../../shared/contract/office.ts';
import { failed } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { jsonAnswer, failureAnswer, createRefusals, noteRefusedMessages } from '../../hosts/http/answers.ts';
import type { FileAnswer, InterfaceFiles } from '../../hosts/http/interface-files.ts';
import { readJson } from '../../hosts/http/body.ts';
import type { Client } from '../users/accounts.ts';
import { deviceDays } from '../users/devices.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { Office } from '../users/office.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isAway } from '../store/failures.ts';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import { officeCommandFailures } from '../../../shared/texts/office-failures.ts';
import type { Backend } from '../../app/contract.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { requestIds, type JsonLog } from '../operations/json-log.ts';
import type { Metrics } from '../operations/metrics.ts';
import { createConnections, type Connections, listenOn } from '../../hosts/http/connections.ts';
import { factsOf, refusalOf } from '../../hosts/http/guard.ts';
import { answerAuthorized } from '../../hosts/http/authorized.ts';
import { openUploads, type Uploads } from '../../hosts/http/uploads.ts';
import {
  answerRequest,
  nameOfRoute,
  refuse,
  routeOf,
  type HttpHandler,
  isMethodOf,
  type WindowRoute,
} from '../../hosts/http/requests.ts';
import { answerBearer, bearerOf, bearerRefusalOf, hasBearer } from './bearer.ts';
import { addressOf, isFrom, originFor, type OfficeReach } from './origins.ts';

/**
 * The cookie that carries a session key. Its prefix makes browsers reject it from any other host or path, and
 * over plain http except on loopback.
 */
const cookieName = '__Host-vouch';

/** The cookie of a browser that has signed in before. */
const deviceCookieName = '__Host-vouch-device';

/** The value of a cookie. Null if there is none, or if there are two: one of them could belong to another user. */
const cookieOf = (request: IncomingMessage, name: string): string | null => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = pairs.flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  return values.length === 1 ? (values[0] ?? null) : null;
};

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header that stores a key in the browser until it is closed; null deletes the stored key. */
const sessionCookie = (key: string | null): string =>
  key === null ? `${cookieName}=; ${attributes}; Max-Age=0` : `${cookieName}=${key}; ${attributes}`;

const deviceCookie = (secret: string): string =>
  `${deviceCookieName}=${secret}; ${attributes}; Max-Age=${deviceDays * 86_400}`;

const maxBytes = 10_000;

const path = /^\/office\/([A-Za-z]{1,30})$/u;

/** The name in `/office/NAME`; null for every other path. */
const officePathOf = (pathname: string): string | null => path.exec(pathname)?.[1] ?? null;

/** POST /office/NAME with JSON input returns a result as JSON. */
const answerOffice = async (
  office: Office,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  who: { readonly client: Client; readonly signedIn: SignedIn | null; readonly key: string | null },
): Promise<FileAnswer> => {
  if (request.method !== 'POST') return failureAnswer(405, hostFailures.badRequest);
  if (!isOfficeCommand(name)) return failureAnswer(404, hostFailures.notFound);
  const input = await readJson(request, maxBytes);
  if (!input.ok) return input.failure;
  const addCookie = (cookie: string): void => void response.appendHeader('set-cookie', cookie);
  const result = await office.answer(name, input.value, {
    ...who,
    device: cookieOf(request, deviceCookieName),
    setSession: (key) => addCookie(sessionCookie(key)),
    setDevice: (secret) => addCookie(deviceCookie(secret)),
  });
  const isMalformed = !result.ok && result.failure.id === hostFailures.badRequest.id;
  return jsonAnswer(isMalformed ? 400 : 200, result.ok ? result : failed(result.failure));
};

type OfficeServerDependencies = {
  readonly files: InterfaceFiles;
  readonly office: Office;
  /** The users of this office and their commands. */
  readonly backendFor: (user: SignedIn, client: Client, request: string | null) => Promise<Backend>;
  readonly log: JsonLog;
  readonly metrics: Pick<Metrics, 'request'>;
  /** The folder for files that are arriving. */
  readonly incoming: string;
};

export type OfficePlace = {
  readonly address: string;
  readonly port: number;
  /** Certificate chain and key in PEM; null for plain http. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Accepts only connections from this address; null accepts all. */
  readonly proxy: string | null;
  /** @param port the port that the server listens on */
  readonly reachAt: (port: number) => OfficeReach;
};

type RequestGuards = Pick<HttpHandler, 'log' | 'refusals' | 'refused'> & {
  readonly connections: Connections;
  readonly uploads: Uploads;
  readonly reach: () => OfficeReach;
};

/** An event stream outlives the request that opened it, so its session is checked at this interval. */
const lookEveryMs = 5_000;

/** Aborts when the session of a stream has ended. */
const endOf = (office: Office, key: string, response: ServerResponse, log: Log): AbortSignal => {
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    if (!(await office.sessionOf(key))) ended.abort();
  };
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.write('warn', 'session-look', describeError(error))),
    lookEveryMs,
  );
  if (response.destroyed) clearInterval(timer);
  response.once('close', () => clearInterval(timer));
  return ended.signal;
};

const longestProgram = 200;

/** The id that a window gives a request, so that it can send it again; null for none. */
const idOf = (request: IncomingMessage): string | null =>
  z.uuid().safeParse(request.headersDistinct['x-vouch-request']?.join()).data ?? null;

/** While the database is away longer than a query waits for it, a window can send its request again. */
const awayAnswer = (error: unknown): FileAnswer => {
  if (!isAway(error)) throw error;
  const answer = failureAnswer(503, officeCommandFailures.databaseAway);
  return { ...answer, headers: { ...answer.headers, 'retry-after': '2' } };
};

/** The handlers of the server's paths. */
const answerAt = async (
  { files, office, backendFor, log }: OfficeServerDependencies,
  guards: RequestGuards,
  route: WindowRoute,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<FileAnswer | null> => {
  const client = {
    address: addressOf(guards.reach(), request),
    program: (request.headers['user-agent'] ?? '').slice(0, longestProgram),
  };
  if (hasBearer(request)) {
    const user = await office.tokenUser(bearerOf(request), client);
    if (!user)
      return refuse(guards, {
        event: 'token-refused',
        detail: `${request.method} ${await routeNameOf(request)}`,
        respond: () => failureAnswer(401, tokenFailures.tokenRefused),
      });
    guards.connections.trust(request.socket);
    const backend = () => backendFor(user, client, idOf(request));
    const { refused, uploads } = guards;
    const authorized = { backend, refused, uploads, by: user.user.id };
    return await answerBearer(authorized, route, request, response, url);
  }
  const officeName = officePathOf(url.pathname);
  if (officeName === null && !isMethodOf(request.method, route))
    return failureAnswer(405, hostFailures.badRequest);
  // The page contains no data: users need it to sign in.
  if (route.kind === 'interface' && officeName === null)
    return (await files.answer(route.path)) ?? failureAnswer(404, hostFailures.notFound);
  const key = cookieOf(request, cookieName);
  // A window asks this while the database is away: looking up its session would wait, too.
  const needsSession = officeName !== 'reach';
  const signedIn = key === null || !needsSession ? null : await office.sessionOf(key);
  if (signedIn) guards.connections.trust(request.socket);
  if (officeName !== null) {
    const who = { client, signedIn, key };
    return await answerOffice(office, officeName, request, response, who);
  }
  // The launch token of the browser host is not valid here.
  if (route.kind === 'session' || route.kind === 'interface')
    return failureAnswer(404, hostFailures.notFound);
  if (!signedIn || key === null) {
    return refuse(guards, {
      event: 'not-signed-in',
      detail: `${request.method} ${url.pathname}`,
      respond: () => failureAnswer(401, officeCommandFailures.signInNeeded),
    });
  }
  const ended = route.kind === 'events' ? endOf(office, key, response, log) : null;
  const authorized = {
    backend: () => backendFor(signedIn, client, idOf(request)),
    uploads: guards.uploads,
    by: signedIn.user.id,
    refused: guards.refused,
    ended,
  };
  return await answerAuthorized(authorized, route, request, response, url);
};

export type RunningOffice = {
  readonly port: number;
  /** Uses another certificate, and accepts its names. Connections that are open keep the old one. */
  readonly renew: (place: Pick<OfficePlace, 'tls' | 'reachAt'>) => void;
  readonly close: () => Promise<void>;
};

const now = (): number => performance.now();

const timeouts = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** How long a request may take to arrive, in milliseconds. */
export type ArrivalLimits = {
  /** With a file. */
  readonly file: number;
  /** Any other. */
  readonly other: number;
};

/** A file of 64 MB may come over 0.3 Mbit/s; uploads that fall silent end much sooner. */
export const usualArrival: ArrivalLimits = { file: 30 * 60_000, other: 5 * 60_000 };

/** Ends a request that carries no file, and whose body arrives too slowly. */
const limitArrival = (request: IncomingMessage, response: ServerResponse, { other }: ArrivalLimits): void => {
  const [pathname = ''] = (request.url ?? '').split('?', 1);
  if (routeOf(pathname).kind === 'files') return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, other);
  response.once('close', () => clearTimeout(timer));
};

const minVersion = 'TLSv1.2';

/** How long a stop waits for responses in progress, in milliseconds. */
const lastAnswersMs = 10_000;

/** Maximum connections of all users who are not signed in: one computer must not use them all up. */
const maxUnauthorized = 500;

/** What a request asks for, by the table of paths: its own text could be anything. */
const routeNameOf = (request: IncomingMessage): Promise<string> => {
  const [pathname = ''] = (request.url ?? '').split('?', 1);
  const officeName = officePathOf(pathname);
  if (officeName === null) return nameOfRoute(routeOf(pathname));
  return Promise.resolve(isOfficeCommand(officeName) ? `office.${officeName}` : 'no command');
};

/** Measures and logs a request when its response has ended; of the window's own files only the failed ones. */
const observeRequest = (
  { log, metrics }: Pick<OfficeServerDependencies, 'log' | 'metrics'>,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void => {
  const startedMs = now();
  const note = async (): Promise<void> => {
    const ms = Math.round(now() - startedMs);
    const { statusCode: status } = response;
    const route = await routeNameOf(request);
    // A stream of events lasts as long as its window is open.
    if (route !== 'events') metrics.request(route, status, ms / 1_000);
    if (route === 'interface' && status < 400) return;
    requestIds.run(requestId, () => log.info('request', { method: request.method ?? '', route, status, ms }));
  };
  response.once('close', () => void note());
};

/** Starts the server. Rejects if the port is in use, or if the certificate does not match its key. */
export const startOfficeServer = async (
  dependencies: OfficeServerDependencies,
  place: OfficePlace,
  arrival = usualArrival,
): Promise<RunningOffice> => {
  const { log } = dependencies;
  const connections = createConnections(maxUnauthorized);
  const uploads = openUploads(dependencies.incoming);
  let reach: OfficeReach = place.reachAt(place.port);
  const guards: RequestGuards = {
    log,
    refusals: createRefusals(now),
    refused: noteRefusedMessages(log, now),
    connections,
    uploads,
    reach: () => reach,
  };
  const handler: HttpHandler = {
    ...guards,
    originFor: (request) => originFor(reach, request),
    refusalOf: (request, origin) =>
      hasBearer(request) ? bearerRefusalOf(request, origin) : refusalOf(factsOf(request), origin),
    answerAt: (...asked) => answerAt(dependencies, guards, ...asked).catch(awayAnswer),
  };
  const underWay = new Set<Promise<void>>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (reach.kind !== 'loopback') response.setHeader('strict-transport-security', 'max-age=31536000');
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    observeRequest(dependencies, request, response, requestId);
    limitArrival(request, response, arrival);
    const answered = requestIds
      .run(requestId, () => answerRequest(handler, request, response))
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  };
  const limits = { ...timeouts, requestTimeout: arrival.file };
  const secure = place.tls && createSecureServer({ ...limits, ...place.tls, minVersion }, answer);
  const server = secure ?? createServer(limits, answer);
  server.on('connection', (socket) => {
    if (place.proxy !== null && !isFrom(socket.remoteAddress, place.proxy)) socket.destroy();
  });
  // The socket of a request is the one inside TLS.
  server.on(place.tls ? 'secureConnection' : 'connection', connections.add);
  const listening = await listenOn(server, place.address, place.port);
  reach = place.reachAt(listening);
  return {
    port: listening,
    renew: ({ tls, reachAt }) => {
      if (tls) secure?.setSecureContext({ ...tls, minVersion });
      reach = reachAt(listening);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // After a closed connection, users would not know whether their upload or edit was saved.
      await Promise.race([Promise.all(underWay), wait(lastAnswersMs, null, { ref: false })]);
      server.closeAllConnections();
      await closed;
      await uploads.close();
    },
  };
};
