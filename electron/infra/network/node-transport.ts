import type { TransportFailure, HttpResponse, HttpRequest, Transport } from './transport.ts';
import { codeOf } from '../error-code.ts';
import http, { type IncomingMessage } from 'node:http';
import { failed, success, type Result } from '../../../shared/result.ts';
import { gatherResponse } from './gather-response.ts';
import https from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates, rootCertificates } from 'node:tls';
import { environmentProxy } from './environment-proxy.ts';
import { proxyAt, requestTo, TunnelAgent, unsupportedProxy, wantsLogin } from './tunnel.ts';
import type { Environment } from '../environment.ts';

type TransportFailureReason = TransportFailure['reason'];

/** The progress of a call when it failed. */
type Stage = {
  /** The name was resolved and a TCP connection was established. */
  readonly connected: boolean;
  /** The connection could carry the request: for https, after the handshake. */
  readonly secured: boolean;
};

const byCode: Readonly<Record<string, TransportFailureReason>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_NODATA: 'unknown-host',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
};

/** Lost during the handshake, without a refusal. */
const lostCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT']);

/** The failure for an error of Node's http, https, net or tls. */
const failureOfError = (error: Error, { connected, secured }: Stage): TransportFailure => {
  const code = codeOf(error);
  return { reason: reasonOf(code, connected, secured), detail: saidOf(error, code), sent: secured };
};

/** Error codes of Node and OpenSSL for a refused certificate or handshake. */
const ofHandshake = /CERT|^ERR_(?:TLS|SSL)|^UNABLE_TO_(?:GET|VERIFY)/;

const reasonOf = (code: string, connected: boolean, secured: boolean): TransportFailureReason => {
  if (secured) return 'connection-lost';
  if (connected) return lostCodes.has(code) ? 'connection-lost' : 'tls';
  // In a proxy's tunnel, the handshake fails before there is a connection to watch.
  return byCode[code] ?? (ofHandshake.test(code) ? 'tls' : 'unreachable');
};

/** The code and the message; an AggregateError (several addresses tried) has only the code. */
const saidOf = (error: Error, code: string): string =>
  error.message.includes(code) ? error.message : `${code} ${error.message}`.trim();

const loginWanted: HttpResponse = { status: 407, headers: {}, body: Buffer.alloc(0), isOfProxy: true };

type Settle = (outcome: Result<HttpResponse, TransportFailure>) => void;

/** Collects a response up to a size limit. A response that ends early is a lost connection. */
const collectResponse = (response: IncomingMessage, maxBytes: number, settle: Settle): void => {
  const tooLarge = () =>
    settle(failed({ reason: 'reply-too-large', detail: `more than ${maxBytes} bytes`, sent: true }));
  const lost = (detail: string) => settle(failed({ reason: 'connection-lost', detail, sent: true }));
  const statedLength = Number(response.headers['content-length'] ?? 0);
  if (statedLength > maxBytes) {
    tooLarge();
    return;
  }
  const gathered = gatherResponse(statedLength);
  response.on('data', (chunk: Buffer) => {
    if (gathered.size() + chunk.length > maxBytes) tooLarge();
    else gathered.add(chunk);
  });
  response.on('end', () =>
    settle(
      success({
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        body: gathered.bytes(),
      }),
    ),
  );
  response.on('error', (error) => lost(error.message));
  response.on('close', () => {
    if (!response.complete) lost('closed before the end of the answer');
  });
};

const flatten = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

type NodeTransportOptions = {
  /** Certificate authorities in addition to Node's own, in PEM. */
  readonly ca?: readonly string[];
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY; without it, no proxy is used. */
  readonly environment?: Environment;
};

/** Authorities of the user besides Node's own and the system's, which stay in effect. */
export const withUsualAuthorities = (own: readonly string[]): readonly string[] => {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system'), ...own];
  } catch {
    return [...rootCertificates, ...own];
  }
};

/**
 * Idle connections are closed before the usual server does it (5 s in Node's own). A call on a connection
 * that is just being closed would leave it unknown whether the request arrived.
 */
const idleMs = 4_000;

/** Node's http and https: kept-alive connections, certificates verified, redirects not followed. */
export const makeNodeTransport = ({ ca: own, environment = {} }: NodeTransportOptions = {}): Transport => {
  const kept = { keepAlive: true, timeout: idleMs };
  const ca = own && withUsualAuthorities(own);
  const trusting = { ...kept, rejectUnauthorized: true, ...(ca && { ca: [...ca] }) };
  const plain = new http.Agent(kept);
  const secure = new https.Agent(trusting);
  const tunnels = new Map<string, https.Agent>();
  return (request, signal) => {
    const { url } = request;
    const address = environmentProxy(url, environment);
    const proxy = address === null ? null : proxyAt(address, ca);
    // A call never leaves past a proxy that somebody has set.
    if (address !== null && !proxy)
      return Promise.resolve(failure('unreachable', unsupportedProxy(address), false));
    if (url.protocol === 'https:') {
      const agent = proxy ? (tunnels.get(proxy.url.href) ?? new TunnelAgent({ ...trusting, proxy })) : secure;
      if (proxy) tunnels.set(proxy.url.href, agent);
      return send(request, signal, true, (options) => https.request(url, { ...options, agent }));
    }
    const agent = proxy?.url.protocol === 'https:' ? secure : plain;
    return send(request, signal, agent === secure, (options) =>
      proxy
        ? requestTo(proxy, {
            ...options,
            // Without it, Node names the proxy itself.
            headers: { host: url.host, ...options.headers },
            agent,
            path: url.href,
          })
        : http.request(url, { ...options, agent }),
    );
  };
};

type Outcome = Result<HttpResponse, TransportFailure>;
type Open = (options: {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}) => http.ClientRequest;

const failure = (reason: TransportFailure['reason'], detail: string, sent: boolean): Outcome =>
  failed({ reason, detail, sent });

/** @param isTls whether the connection that carries the request needs a handshake */
const send = (request: HttpRequest, signal: AbortSignal, isTls: boolean, open: Open): Promise<Outcome> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failure('cancelled', 'cancelled before the call', false));
      return;
    }
    const call = open({
      method: request.method ?? 'POST',
      headers: {
        ...request.headers,
        ...(request.method === 'GET' ? {} : { 'content-length': String(request.body.length) }),
      },
    });
    const stage = { connected: false, secured: false };
    let answering = false;
    const settle = (outcome: Outcome) => {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
      // No part of a call may continue after its end. A finished connection returns to the agent.
      if (!outcome.ok || !call.writableFinished) call.destroy();
    };
    const cancel = () => settle(failure('cancelled', 'cancelled', stage.secured));
    const late = (reason: 'connect-timeout' | 'call-timeout', ms: number) =>
      setTimeout(() => settle(failure(reason, `${ms} ms`, stage.secured)), ms);
    const connectTimer = late('connect-timeout', request.connectTimeoutMs);
    const totalTimer = late('call-timeout', request.totalTimeoutMs);
    signal.addEventListener('abort', cancel, { once: true });
    call.on('socket', (socket) =>
      watchConnection(socket, isTls, (step) => {
        stage[step] = true;
        if (step === 'secured') clearTimeout(connectTimer);
      }),
    );
    call.on('response', (response) => {
      // From here on the response reports its own end and errors.
      answering = true;
      collectResponse(response, request.maxResponseBytes, settle);
    });
    call.on('error', (error) => {
      if (answering) return;
      settle(wantsLogin(error) ? success(loginWanted) : failed(failureOfError(error, stage)));
    });
    call.on('close', () => {
      if (!answering) settle(failure('connection-lost', 'closed without an answer', stage.secured));
    });
    call.end(request.body);
  });

/**
 * Reports when a TCP connection is established and when it can carry the request; at once for a kept-alive
 * one.
 */
const watchConnection = (
  socket: Socket,
  isTls: boolean,
  reached: (step: 'connected' | 'secured') => void,
): void => {
  if (!socket.connecting) {
    reached('connected');
    reached('secured');
    return;
  }
  socket.once('connect', () => {
    reached('connected');
    if (!isTls) reached('secured');
  });
  if (isTls) socket.once('secureConnect', () => reached('secured'));
};
