import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  maxClockSkewSeconds,
  serviceIds,
  servicePaths,
  type ServiceId,
} from '../../../shared/services/service.ts';
import { asAsked, nothingFound, sessionFailure, textAnswer, textFailure } from './answers.ts';
import { checkRequest } from './check-request.ts';
import type { Truth } from './truths.ts';
import { verifySignature, type Keys } from './verify-signature.ts';
import { sha256Of } from '../../infra/bytes.ts';

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
  const refusal = verifySignature(signed, context.account, { now: context.now(), maxSkewSeconds });
  if (refusal) return sendMessage(response, refusal.status, refusal.message);
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
