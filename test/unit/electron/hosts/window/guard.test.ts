import { describe, expect, test } from 'vitest';
import { originOf } from '../../../../../electron/hosts/browser/server.ts';
import { refusalOf, type RequestFacts } from '../../../../../electron/hosts/http/guard.ts';

const authority = '127.0.0.1:4321';
const own = originOf(4321);

const facts = (given: Partial<RequestFacts>): RequestFacts => ({
  method: 'POST',
  hosts: [authority],
  origins: [own],
  site: undefined,
  mode: undefined,
  destination: undefined,
  path: '/',
  ...given,
});

describe('accepts requests of the own page and of the link in the terminal', () => {
  const table: readonly (readonly [string, Partial<RequestFacts>])[] = [
    ['a POST from our page', {}],
    ['a POST from our page with fetch metadata', { site: 'same-origin', mode: 'cors' }],
    ['a GET from our page', { method: 'GET', origins: [], site: 'same-origin', mode: 'cors' }],
    ['a GET with our Origin', { method: 'GET' }],
    ['an address typed in the address bar', { method: 'GET', origins: [], site: 'none', mode: 'navigate' }],
    [
      'the redirect file that opens the browser',
      { method: 'GET', origins: [], site: 'cross-site', mode: 'navigate', destination: 'document' },
    ],
    ['a program other than a browser', { method: 'GET', origins: [] }],
    ['a HEAD request', { method: 'HEAD', origins: [] }],
  ];
  test.each(table)('%s', (_, given) => {
    expect(refusalOf(facts(given), own)).toBeNull();
  });

  test('accepts an omitted port on http’s default port', () => {
    const given = facts({ hosts: ['127.0.0.1'], origins: ['http://127.0.0.1'] });
    expect(refusalOf(given, originOf(80))).toBeNull();
  });
});

/** Host, Origin; undefined: no such header. Each of them is refused, as a post. */
const hostile: readonly (readonly [string | undefined, string | undefined])[] = [
  // Names that another page points at loopback
  ['evil.example', 'http://evil.example'],
  ['evil.example:4321', 'http://evil.example:4321'],
  ['evil.example:4321', own],
  ['127.0.0.1.nip.io:4321', 'http://127.0.0.1.nip.io:4321'],
  ['127.0.0.1.evil.example:4321', own],
  ['localhost:4321', 'http://localhost:4321'],
  ['localhost:4321', own],
  ['LOCALHOST:4321', own],
  ['localtest.me:4321', 'http://localtest.me:4321'],
  ['vouch.localhost:4321', 'http://vouch.localhost:4321'],
  // Other spellings of loopback
  ['[::1]:4321', 'http://[::1]:4321'],
  ['[::ffff:127.0.0.1]:4321', own],
  ['127.1:4321', 'http://127.1:4321'],
  ['127.0.0.2:4321', 'http://127.0.0.2:4321'],
  ['2130706433:4321', own],
  ['0x7f.0.0.1:4321', own],
  ['0177.0.0.1:4321', own],
  ['0.0.0.0:4321', 'http://0.0.0.0:4321'],
  ['127.0.0.1.:4321', 'http://127.0.0.1.:4321'],
  // Ports
  ['127.0.0.1', own],
  ['127.0.0.1:80', own],
  ['127.0.0.1:4322', 'http://127.0.0.1:4322'],
  ['127.0.0.1:04321', own],
  ['127.0.0.1:4321:4321', own],
  ['127.0.0.1:', own],
  // Shapes
  ['', own],
  [undefined, own],
  [' 127.0.0.1:4321', own],
  ['127.0.0.1:4321 ', own],
  ['127.0.0.1:4321,evil.example', own],
  ['127.0.0.1:4321/evil.example', own],
  ['user@127.0.0.1:4321', own],
  ['evil.example#127.0.0.1:4321', own],
  ['http://127.0.0.1:4321', own],
  // Origins of others
  [authority, undefined],
  [authority, ''],
  [authority, 'null'],
  [authority, 'http://evil.example'],
  [authority, 'https://127.0.0.1:4321'],
  [authority, 'http://127.0.0.1'],
  [authority, 'http://127.0.0.1:4322'],
  [authority, 'http://localhost:4321'],
  [authority, 'http://127.0.0.1:4321.evil.example'],
  [authority, 'http://127.0.0.1:4321@evil.example'],
  [authority, 'http://127.0.0.1:4321/'],
  [authority, 'HTTP://127.0.0.1:4321'],
  [authority, 'http://127.0.0.1:4321 http://evil.example'],
  [authority, 'file://'],
  [authority, 'vouch://app'],
  [authority, 'chrome-extension://abcdefghijklmnop'],
];

describe('refuses every other pair of Host and Origin', () => {
  test('checks the whole table', () => expect(hostile.length).toBeGreaterThanOrEqual(40));

  test.each(hostile)('Host %j, Origin %j', (host, origin) => {
    const given = facts({
      hosts: host === undefined ? [] : [host],
      origins: origin === undefined ? [] : [origin],
    });
    expect(refusalOf(given, own)).not.toBeNull();
  });

  test.each([
    ['two Hosts', { hosts: [authority, authority] }, 'host'],
    ['two Origins', { origins: [own, own] }, 'origin'],
    ['a foreign Origin on GET', { method: 'GET', origins: ['http://evil.example'] }, 'origin'],
    [
      'a subresource request from another site',
      { method: 'GET', origins: [], site: 'cross-site', mode: 'no-cors' },
      'site',
    ],
    [
      'another site that opens us in a frame',
      { method: 'GET', origins: [], site: 'cross-site', mode: 'navigate', destination: 'iframe' },
      'site',
    ],
    [
      'another site that navigates to a path other than /',
      {
        method: 'GET',
        origins: [],
        site: 'cross-site',
        mode: 'navigate',
        destination: 'document',
        path: '/pictures/1/full',
      },
      'site',
    ],
    [
      'a page on another port that navigates',
      { method: 'GET', origins: [], site: 'same-site', mode: 'navigate', destination: 'document' },
      'site',
    ],
    [
      'the same site on another port',
      { method: 'GET', origins: [], site: 'same-site', mode: 'cors' },
      'site',
    ],
    ['a POST marked as typed in the address bar', { site: 'none', mode: 'navigate' }, 'site'],
    [
      'Sec-Fetch-Site `none` without a navigation',
      { method: 'GET', origins: [], site: 'none', mode: 'cors' },
      'site',
    ],
    [
      'two Sec-Fetch-Site values',
      { method: 'GET', origins: [], site: 'same-origin,none', mode: 'navigate' },
      'site',
    ],
  ] as const)('%s', (_, given, why) => {
    expect(refusalOf(facts(given), own)).toBe(why);
  });

  test('a request that our pages cannot have made', () => {
    expect(refusalOf(facts({}), null)).toBe('host');
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'get', ''])('method %j', (method) => {
    expect(refusalOf(facts({ method }), own)).toBe('method');
  });
});
