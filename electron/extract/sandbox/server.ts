import { documentedCode } from '../../../shared/texts/service-failures.ts';
import { resultBlockNames } from '../../../shared/services/envelope.ts';
import { ordinalOf } from '../../../shared/services/read-face-detect.ts';
import { isJsonObject, type JsonObject } from '../../../shared/services/guards.ts';
import {
  type ServiceId,
  maxClockSkewSeconds,
  serviceIds,
  servicePaths,
} from '../../../shared/services/service.ts';
import { type CheckedRequest, type SandboxFailure, checkRequest } from './check-request.ts';
import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { authFailures, type FailureReason } from '../../../shared/services/failure.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Truth } from './truths.ts';
import { sha256Of } from '../../infra/bytes.ts';

/** The body of a response whose session call failed. */
const sessionFailure = (sid: string, { code, message }: SandboxFailure): unknown => ({
  header: { code, message, sid },
});

/** The body of a response that carries a text (both documents, Response body). */
const textAnswer = (
  service: ServiceId,
  sid: string,
  text: unknown,
  delivery: CheckedRequest['delivery'],
): unknown => ({
  header: { code: 0, message: 'success', sid },
  payload: {
    [resultBlockNames[service]]: {
      ...delivery,
      text: Buffer.from(JSON.stringify(text)).toString('base64'),
    },
  },
});

/** The decoded text for a picture in which the service finds nothing. */
const nothingFound = (service: ServiceId): unknown =>
  service === 'vat-invoice'
    ? {
        engine_version: 'sandbox',
        error_code: 37042,
        error_msg: documentedCode(service, 37042)?.description,
        object_count: 0,
        object_list: [],
        version: 1,
      }
    : { ret: 20002, face_num: 0 };

/** The decoded text of a failure that is not the session's. */
const textFailure = ({ code }: SandboxFailure): unknown => ({ ret: code, face_num: 0 });

/**
 * A face truth limited to what the request asks for: points and attributes are returned only if requested.
 */
const asAsked = (
  service: ServiceId,
  text: unknown,
  { points, attributes }: Pick<CheckedRequest, 'points' | 'attributes'>,
): unknown => {
  if (service !== 'face-detect' || !isJsonObject(text) || (points && attributes)) return text;
  return mapMembers(text, (key, value) =>
    ordinalOf(key, 'face_') !== null && isJsonObject(value) ? faceAsAsked(value, points, attributes) : value,
  );
};

const faceAsAsked = (face: JsonObject, points: boolean, attributes: boolean): JsonObject =>
  mapMembers(face, (key, value) => {
    const kept = key === 'property' ? attributes : points || ordinalOf(key, 'point_') === null;
    return kept ? value : undefined;
  });

/** Maps the members in order; undefined drops one. */
const mapMembers = (object: JsonObject, map: (key: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const mapped = map(key, value);
      return mapped === undefined ? [] : [[key, mapped]];
    }),
  );

type Keys = { readonly apiKey: string; readonly apiSecret: string };

type SignedRequest = {
  readonly query: URLSearchParams;
  /** The Host header, unchanged. */
  readonly host: string;
  /** The path in the request line. */
  readonly path: string;
};

type Clock = { readonly now: Date; readonly maxSkewSeconds: number };

/** A refusal in the words of the documents' table of authentication failures. */
type Refusal = { readonly status: number; readonly message: string };

/** Checks a call by the rules of both documents (Authentication); null if it is valid. */
const verifySignature = ({ query, host, path }: SignedRequest, keys: Keys, clock: Clock): Refusal | null => {
  const authorizations = query.getAll('authorization');
  if (authorizations.length === 0 || authorizations[0] === '') return refusal('unauthorized');
  const claim = authorizations.length === 1 ? parseAuthorization(authorizations[0] ?? '') : null;
  if (!claim || claim.apiKey !== keys.apiKey) return refusal('signature-unverifiable');
  if (query.getAll('host').length !== 1) return refusal('signature-unverifiable');
  const date = query.getAll('date').length === 1 ? (query.get('date') ?? '') : '';
  if (!isFresh(date, clock)) return refusal('clock-skew');
  const origin = `host: ${host}\ndate: ${date}\nPOST ${path} HTTP/1.1`;
  const expected = createHmac('sha256', keys.apiSecret).update(origin).digest('base64');
  const holds = query.get('host') === host && isSame(claim.signature, expected);
  return holds ? null : refusal('signature-mismatch');
};

const refusal = (reason: FailureReason): Refusal => {
  const row = authFailures.find((entry) => entry.reason === reason);
  if (!row) throw new Error(`No row for ${reason}`);
  return { status: row.status, message: row.message };
};

/** The four parts in their fixed order (Construction, step 4). */
const authorizationForm =
  /^api_key="([^"]+)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]+)"$/u;

const parseAuthorization = (
  authorization: string,
): { readonly apiKey: string; readonly signature: string } | null => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(authorization)) return null;
  const [, apiKey, signature] =
    authorizationForm.exec(Buffer.from(authorization, 'base64').toString('utf8')) ?? [];
  return apiKey !== undefined && signature !== undefined ? { apiKey, signature } : null;
};

/** RFC 1123 in GMT and no other form: formatting the parsed date must give the same text. */
const isFresh = (date: string, { now, maxSkewSeconds }: Clock): boolean => {
  const time = Date.parse(date);
  if (!Number.isFinite(time) || new Date(time).toUTCString() !== date) return false;
  return Math.abs(time - now.getTime()) <= maxSkewSeconds * 1000;
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export type SandboxAccount = Keys & { readonly appId: string };

type SandboxServerOptions = {
  /** The known pictures; for any other picture the sandbox finds nothing. */
  readonly truths: readonly Truth[];
  readonly account: SandboxAccount;
  readonly now: () => Date;
  /** 0 or missing uses a free port. */
  readonly port?: number;
  readonly maxSkewSeconds?: number;
};

export type Sandbox = {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly account: SandboxAccount;
  /** Ends all connections at once. */
  readonly close: () => Promise<void>;
};

/** A new random account in the documented form: key and secret of 32 characters. */
export const randomAccount = (): SandboxAccount => ({
  appId: `sandbox-${randomBytes(4).toString('hex')}`,
  apiKey: randomBytes(16).toString('hex'),
  apiSecret: randomBytes(16).toString('hex'),
});

/** Enough for 4 MB of base64 and the rest of a body; larger bodies are not read. */
const maxBodyBytes = 16 * 1024 * 1024;

/**
 * A real HTTP server on loopback that implements both documents: it checks everything that they require of a
 * caller, and responds in their format.
 */
export const startSandbox = async (options: SandboxServerOptions): Promise<Sandbox> => {
  const context: Context = {
    ...options,
    known: new Map(options.truths.map((truth) => [keyOf(truth), truth.text])),
  };
  const server = createServer((request, response) => {
    response.setHeader('date', options.now().toUTCString());
    readBody(request).then(
      (body) => answer(context, request, body, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    account: options.account,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

type Context = SandboxServerOptions & { readonly known: ReadonlyMap<string, unknown> };

const keyOf = ({ service, sha256 }: Pick<Truth, 'service' | 'sha256'>) =>
  `${service}:${sha256.toLowerCase()}`;

/** The whole body; null if it exceeds the limit, in which case the rest is read and dropped. */
const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  return length <= maxBodyBytes ? Buffer.concat(chunks, length) : null;
};

const answer = (
  context: Context,
  request: IncomingMessage,
  body: Buffer | null,
  response: ServerResponse,
): void => {
  const url = URL.parse(request.url ?? '', 'http://sandbox');
  const service = serviceIds.find((id) => servicePaths[id] === url?.pathname);
  if (!url || !service) return sendMessage(response, 404, 'no route matches this path');
  if (request.method !== 'POST') return sendMessage(response, 405, 'only POST is answered');
  const { host = '' } = request.headers;
  const signed = { query: url.searchParams, host, path: url.pathname };
  const { maxSkewSeconds = maxClockSkewSeconds } = context;
  const refused = verifySignature(signed, context.account, { now: context.now(), maxSkewSeconds });
  if (refused) return sendMessage(response, refused.status, refused.message);
  if (!body) return sendMessage(response, 413, 'the body is too large');
  return sendJson(response, responseTo(context, service, body));
};

const responseTo = ({ account, known }: Context, service: ServiceId, body: Buffer): unknown => {
  const sid = `sandbox-${randomBytes(8).toString('hex')}`;
  const checked = checkRequest(service, body, account.appId);
  if (!checked.ok) {
    const { failure } = checked;
    return failure.where === 'session'
      ? sessionFailure(sid, failure)
      : textAnswer(service, sid, textFailure(failure), failure.delivery ?? {});
  }
  const sha256 = sha256Of(checked.value.image);
  const key = keyOf({ service, sha256 });
  const text = known.has(key) ? asAsked(service, known.get(key), checked.value) : nothingFound(service);
  return textAnswer(service, sid, text, checked.value.delivery);
};

/** Authentication failures are JSON under text/plain (both documents, Authentication failures). */
const sendMessage = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(JSON.stringify({ message }));
};

const sendJson = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
};
