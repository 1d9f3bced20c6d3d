import { expect, it } from 'vitest';
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
  await systemProxy({ resolveProxy })(new URL('https://service.example/v1?authorization=signed'));
  expect(asked).toEqual(['https://service.example']);
});
