import type { TransportFailure } from '../../infra/network/transport.ts';

type Reason = TransportFailure['reason'];

/** Chromium's error names (net_error_list.h) for a call that fails before its response. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|ICANN_NAME_COLLISION)/, 'unknown-host'],
  [/ERR_(CERT_\w+|SSL_\w+|BAD_SSL_\w+|ECH_\w+)/, 'tls'],
  [
    /ERR_(CONNECTION_REFUSED|CONNECTION_FAILED|ADDRESS_\w+|INTERNET_DISCONNECTED|NETWORK_ACCESS_DENIED|PROXY_\w+|TUNNEL_CONNECTION_FAILED|SOCKS_\w+|NO_SUPPORTED_PROXIES|MANDATORY_PROXY_\w+|BLOCKED_BY_\w+)/,
    'unreachable',
  ],
  [/ERR_CONNECTION_TIMED_OUT/, 'connect-timeout'],
  [/ERR_TIMED_OUT/, 'call-timeout'],
];

/** Failures before any part of the request was sent. */
const beforeSending: ReadonlySet<Reason> = new Set(['unknown-host', 'tls', 'unreachable', 'connect-timeout']);

/** The failure for an error of Electron's `net`. */
export const failureOfNetError = (message: string): TransportFailure => {
  const reason = reasons.find(([shape]) => shape.test(message))?.[1] ?? 'connection-lost';
  return { reason, detail: message, sent: !beforeSending.has(reason) };
};
