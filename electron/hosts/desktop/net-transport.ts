import type { ClientRequest, IncomingMessage, Net } from 'electron';
import { failed, success, type Result } from '../../../shared/result.ts';
import { gatherResponse } from '../../infra/network/gather-response.ts';
import type {
  HttpResponse,
  HttpRequest,
  Transport,
  TransportFailure,
} from '../../infra/network/transport.ts';
import { failureOfNetError } from './net-failures.ts';

type Outcome = Result<HttpResponse, TransportFailure>;
type Settle = (outcome: Outcome) => void;

/** Chromium sets these itself and refuses a request that names them. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection']);

const failure = (reason: TransportFailure['reason'], detail: string, sent: boolean): Outcome =>
  failed({ reason, detail, sent });

const flatten = (headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );

const open = (net: Pick<Net, 'request'>, request: HttpRequest): ClientRequest => {
  const call = net.request({
    method: 'POST',
    url: request.url.href,
    // No cookies, no cache, no redirects; proxies may ask for a login, as the office has set it up.
    useSessionCookies: false,
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    priority: 'medium',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (!ownHeaders.has(name.toLowerCase())) call.setHeader(name, value);
  }
  return call;
};

/** Reads a response up to a limit; one that ends early is a lost connection. */
const collect = (response: IncomingMessage, maxBytes: number, settle: Settle): void => {
  const statedLength = Number(response.headers['content-length'] ?? 0);
  const gathered = gatherResponse(statedLength <= maxBytes ? statedLength : 0);
  response.on('data', (part) => {
    if (gathered.size() + part.length > maxBytes)
      settle(failure('reply-too-large', `more than ${maxBytes} bytes`, true));
    else gathered.add(part);
  });
  response.on('end', () =>
    settle(
      success({
        status: response.statusCode,
        headers: flatten(response.headers),
        body: gathered.bytes(),
      }),
    ),
  );
  response.on('aborted', () =>
    settle(failure('connection-lost', 'closed before the end of the answer', true)),
  );
  response.on('error', () => settle(failure('connection-lost', 'lost before the end of the answer', true)));
};

const send = (net: Pick<Net, 'request'>, request: HttpRequest, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failure('cancelled', 'cancelled before the call', false));
      return;
    }
    const call = open(net, request);
    const hasLeft = (): boolean => call.getUploadProgress().started;
    const settle: Settle = (outcome) => {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
      if (!outcome.ok) call.abort();
    };
    const cancel = (): void => settle(failure('cancelled', 'cancelled', hasLeft()));
    // There is no event for an established connection: the first sent byte proves it.
    const connectTimer = setTimeout(() => {
      if (!hasLeft()) settle(failure('connect-timeout', `${request.connectTimeoutMs} ms`, false));
    }, request.connectTimeoutMs);
    const totalTimer = setTimeout(
      () => settle(failure('call-timeout', `${request.totalTimeoutMs} ms`, hasLeft())),
      request.totalTimeoutMs,
    );
    signal.addEventListener('abort', cancel, { once: true });
    call.on('redirect', (status, _method, _address, headers) =>
      settle(success({ status, headers: flatten(headers), body: Buffer.alloc(0) })),
    );
    call.on('response', (response) => {
      clearTimeout(connectTimer);
      collect(response, request.maxResponseBytes, settle);
    });
    call.on('error', (error) => settle(failed(failureOfNetError(error.message))));
    call.on('close', () => settle(failure('connection-lost', 'closed without an answer', hasLeft())));
    call.end(request.body);
  });

/**
 * Calls through Chromium's network stack, so that the office's proxy and certificates apply. Chromium sets
 * the Host header itself: in lower case, without https's default port.
 */
export const createNetTransport =
  (net: Pick<Net, 'request'>): Transport =>
  (request, signal) =>
    send(net, request, signal);
