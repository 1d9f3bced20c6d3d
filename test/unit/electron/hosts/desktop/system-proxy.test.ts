import { expect, it } from 'vitest';
import { proxyLogin } from '../../../../../electron/infra/network/proxy-login.ts';
import { proxyIn, systemProxy } from '../../../../../electron/hosts/desktop/system-proxy.ts';

it.each([
  ['DIRECT', null],
  ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS proxy.example:443;PROXY other:1', 'https://proxy.example:443'],
  ['SOCKS5 proxy.example:1080', 'socks5://proxy.example:1080'],
  ['SOCKS proxy.example:1080', 'socks4://proxy.example:1080'],
  ['QUIC proxy.example:443', null],
  ['', null],
])('parses %j as %j', (answer, expected) => {
  expect(proxyIn(answer)).toBe(expected);
});

it('asks by origin only, so that the signature in the address stays private', async () => {
  const asked: string[] = [];
  const resolveProxy = (url: string) => {
    asked.push(url);
    return Promise.resolve('DIRECT');
  };
  await systemProxy({ resolveProxy }, () => null)(new URL('https://service.example/v1?authorization=signed'));
  expect(asked).toEqual(['https://service.example']);
});

it.each([
  ['PROXY proxy.example:8080', 'http://anna:a%20b%40c@proxy.example:8080'],
  ['SOCKS5 proxy.example:8080', 'socks5://anna:a%20b%40c@proxy.example:8080'],
  ['PROXY proxy.example:8081', 'http://proxy.example:8081'],
  ['PROXY evil.example:8080', 'http://evil.example:8080'],
  ['PROXY proxy.example.evil.example:8080', 'http://proxy.example.evil.example:8080'],
])('gives %j the login of the environment only if that is for it', async (answer, expected) => {
  const environment = { HTTPS_PROXY: 'http://anna:a%20b%40c@proxy.example:8080' };
  const find = systemProxy({ resolveProxy: () => Promise.resolve(answer) }, (asker) =>
    proxyLogin(asker, environment),
  );
  expect(await find(new URL('https://imap.example:993'))).toBe(expected);
});

const find = (answer: string, address: string) =>
  systemProxy({ resolveProxy: () => Promise.resolve(answer) }, (asker) =>
    proxyLogin(asker, { ALL_PROXY: address }),
  )(new URL('https://imap.example:993'));

it('names a proxy in any case and without its usual port', async () => {
  const own = 'socks5://anna:x@proxy.example';
  expect(await find('SOCKS5 PROXY.example:1080', 'socks5://anna:x@Proxy.example')).toBe(
    'socks5://anna:x@PROXY.example:1080',
  );
  expect(await find('SOCKS5 proxy.example', own)).toBe(own);
  expect(await find('SOCKS5 proxy.example:1081', own)).toBe('socks5://proxy.example:1081');
  expect(await find('PROXY proxy.example:80', 'http://anna:x@PROXY.example')).toBe(
    'http://anna:x@proxy.example',
  );
});
