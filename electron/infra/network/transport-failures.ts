import type { TransportFailure } from './transport.ts';
import { codeOf } from '../error-code.ts';

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
const lost: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT']);

/** The failure for an error of Node's http, https, net or tls. */
export const failureOfError = (error: Error, { connected, secured }: Stage): TransportFailure => {
  const code = codeOf(error);
  return { reason: reasonOf(code, connected, secured), detail: saidOf(error, code), sent: secured };
};

/** Error codes of Node and OpenSSL for a refused certificate or handshake. */
const ofHandshake = /CERT|^ERR_(?:TLS|SSL)|^UNABLE_TO_(?:GET|VERIFY)/;

const reasonOf = (code: string, connected: boolean, secured: boolean): TransportFailureReason => {
  if (secured) return 'connection-lost';
  if (connected) return lost.has(code) ? 'connection-lost' : 'tls';
  // In a proxy's tunnel, the handshake fails before there is a connection to watch.
  return byCode[code] ?? (ofHandshake.test(code) ? 'tls' : 'unreachable');
};

/** The code and the message; an AggregateError (several addresses tried) has only the code. */
const saidOf = (error: Error, code: string): string =>
  error.message.includes(code) ? error.message : `${code} ${error.message}`.trim();
