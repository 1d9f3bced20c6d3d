import { expect, test } from 'vitest';
import { staysInside } from '../../../../../electron/hosts/desktop/net-transport.ts';

test.each(['vouch://app/', 'vouch://app/pictures/1/full', 'blob:vouch://app/1', 'data:image/png;base64,AA'])(
  '%s stays inside the program',
  (address) => expect(staysInside(address, false)).toBe(true),
);

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'ws://example.com/',
  'wss://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'filesystem:vouch://app/x',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'VOUCHX://app/',
  'no address',
  '',
])('%j is blocked', (address) => expect(staysInside(address, false)).toBe(false));

test('allows developer tools only in a development build', () => {
  expect(staysInside('devtools://devtools/bundled/inspector.html', true)).toBe(true);
});
