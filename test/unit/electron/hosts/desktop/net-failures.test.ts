import { expect, test } from 'vitest';
import { failureOfNetError } from '../../../../../electron/hosts/desktop/net-transport.ts';

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', 'unknown-host', false],
  ['net::ERR_CONNECTION_REFUSED', 'unreachable', false],
  ['net::ERR_INTERNET_DISCONNECTED', 'unreachable', false],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'unreachable', false],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'unreachable', false],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'tls', false],
  ['net::ERR_CERT_DATE_INVALID', 'tls', false],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'tls', false],
  ['net::ERR_CONNECTION_TIMED_OUT', 'connect-timeout', false],
  ['net::ERR_TIMED_OUT', 'call-timeout', true],
  ['net::ERR_CONNECTION_RESET', 'connection-lost', true],
  ['net::ERR_EMPTY_RESPONSE', 'connection-lost', true],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 'connection-lost', true],
  ['net::ERR_SOMETHING_NEW', 'connection-lost', true],
  ['', 'connection-lost', true],
] as const)('%s: %s', (message, reason, sent) => {
  expect(failureOfNetError(message)).toEqual({ reason, detail: message, sent });
});
