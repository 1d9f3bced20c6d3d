import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates, rootCertificates } from 'node:tls';
import { failed, type Result } from '../../../shared/result.ts';
import { collectResponse } from './collect-response.ts';
import { failureOfError } from './transport-failures.ts';
import type { HttpResponse, HttpRequest, Transport, TransportFailure } from './transport.ts';
import type { Environment } from '../environment.ts';

type NodeTransportOptions = {
  /** Certificate authorities in addition to Node's own, in PEM. */
  readonly ca?: readonly string[];
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY; without it, no proxy is used. */
  readonly environment?: Environment;
};

/** Node's own authorities and the system's, which must stay in effect when others are added. */
const usualAuthorities = (): readonly string[] => {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    return rootCertificates;
  }
};

/**
 * Idle connections are closed before the usual server does it (5 s in Node's own). A call on a connection
 * that is just being closed would leave it unknown whether the request arrived.
 */
const idleMs = 4_000;

/** Node's http and https: kept-alive connections, certificates verified, redirects not followed. */
export const makeNodeTransport = ({ ca, environment }: NodeTransportOptions = {}): Transport => {
  const proxies = environment ? { proxyEnv: { ...environment } } : {};
  const plain = new http.Agent({ keepAlive: true, timeout: idleMs, ...proxies });
  const secure = new https.Agent({
    keepAlive: true,
    timeout: idleMs,
    rejectUnauthorized: true,
    ...proxies,
    ...(ca && { ca: [...usualAuthorities(), ...ca] }),
  });
  return (request, signal) =>
    request.url.protocol === 'https:'
      ? send(request, signal, (options) => https.request(request.url, { ...options, agent: secure }))
      : send(request, signal, (options) => http.request(request.url, { ...options, agent: plain }));
};

type Outcome = Result<HttpResponse, TransportFailure>;
type Open = (options: http.RequestOptions) => http.ClientRequest;

const failure = (reason: TransportFailure['reason'], detail: string, sent: boolean): Outcome =>
  failed({ reason, detail, sent });

const send = (request: HttpRequest, signal: AbortSignal, open: Open): Promise<Outcome> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failure('cancelled', 'cancelled before the call', false));
      return;
    }
    const call = open({
      method: 'POST',
      headers: { ...request.headers, 'content-length': String(request.body.length) },
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
      watchConnection(socket, request.url.protocol === 'https:', (step) => {
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
      if (!answering) settle(failed(failureOfError(error, stage)));
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
