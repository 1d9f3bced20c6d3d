import { describe, expect, test } from 'vitest';
import { createProxyFinder } from '../../../../../electron/infra/network/own-network.ts';

const none = { proxy: '', authorities: '' };
const environment = { HTTPS_PROXY: 'http://anna:secret@proxy.example:8080' };
const given = () => ({ ...none, proxy: 'http://chosen.example:1' });
const finder = (over: Partial<Parameters<typeof createProxyFinder>[0]> = {}) =>
  createProxyFinder({ chosen: () => none, environment, ...over }).find;

describe('the proxy for a server', () => {
  test('is that of the settings, then the system’s, then the environment’s', async () => {
    const proxy = 'http://chosen.example:1';
    const asked: string[] = [];
    const systemProxy = ({ href }: URL) => {
      asked.push(href);
      return Promise.resolve('socks5://system.example:1080');
    };
    expect(await finder({ chosen: () => ({ ...none, proxy }), systemProxy })('imap.example', 993)).toBe(
      proxy,
    );
    expect(await finder({ systemProxy })('imap.example', 993)).toBe('socks5://system.example:1080');
    expect(await finder({ systemProxy })('2001:db8::1', 993)).toBe('socks5://system.example:1080');
    expect(asked).toEqual(['https://imap.example:993/', 'https://[2001:db8::1]:993/']);
    expect(await finder()('imap.example', 993)).toBe(environment.HTTPS_PROXY);
    expect(await finder({ environment: {} })('imap.example', 993)).toBeNull();
    expect(await finder({ systemProxy: () => Promise.resolve(null) })('imap.example', 993)).toBeNull();
  });

  test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1'])('is none for %s', async (host) => {
    expect(await finder({ chosen: given })(host, 993)).toBeNull();
  });

  test.each([
    ['*', true],
    ['imap.example.com', true],
    ['imap.example.com:993', true],
    ['imap.example.com:143', false],
    ['.example.com', true],
    ['*.example.com', true],
    ['a.example , .EXAMPLE.com', true],
    ['example.com', false],
    ['map.example.com', false],
    ['', false],
    ['1.1.1.1-1.1.1.9', false],
    ['-', false],
  ])('with the exceptions %j is left out: %j', async (exceptions, isLeftOut) => {
    const find = finder({ environment: { ...environment, NO_PROXY: exceptions } });
    expect((await find('imap.example.com', 993)) === null).toBe(isLeftOut);
  });

  test('knows ranges of addresses', async () => {
    const find = finder({ environment: { ...environment, no_proxy: '10.0.0.1-10.0.0.9,9.9.9.9-1.1.1.1' } });
    expect(await find('10.0.0.5', 993)).toBeNull();
    expect(await find('10.0.0.10', 993)).toBe(environment.HTTPS_PROXY);
    expect(await find('5.5.5.5', 993)).toBe(environment.HTTPS_PROXY);
  });

  test('gets another login after it has refused one, if somebody gives it', async () => {
    const asked: unknown[] = [];
    const { signal } = new AbortController();
    const ask = (...question: readonly unknown[]) => {
      asked.push(question);
      return Promise.resolve(asked.length === 1 ? { user: 'anna', password: 'a b' } : null);
    };
    const proxyLogins = { known: () => null, ask };
    const { logIn } = createProxyFinder({ chosen: given, environment, proxyLogins });
    expect(await logIn('http://bo:old@chosen.example:1', signal)).toBe('http://anna:a%20b@chosen.example:1');
    expect(await logIn('http://chosen.example:1', signal)).toBeNull();
    const asker = { isProxy: true, host: 'chosen.example', port: 1 };
    expect(asked).toEqual([
      [asker, { user: 'bo', password: 'old' }, signal],
      [asker, null, signal],
    ]);
    const silent = createProxyFinder({ chosen: given, environment });
    expect(await silent.logIn('http://chosen.example:1', signal)).toBeNull();
  });
});
