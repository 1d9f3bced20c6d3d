import { describe, expect, test } from 'vitest';
import { proxyLogin } from '../../../../../electron/infra/network/proxy-login.ts';

const proxy = { isProxy: true, host: 'proxy.example', port: 8080 };
const login = { user: 'me', password: 'p@ss word' };
const address = 'http://me:p%40ss%20word@proxy.example:8080';

describe('the login for a proxy', () => {
  test.each(['HTTPS_PROXY', 'http_proxy', 'ALL_PROXY'])('comes from %s', (name) => {
    expect(proxyLogin(proxy, { [name]: address })).toEqual(login);
  });

  test('is for this proxy only, by host and port', () => {
    expect(proxyLogin({ ...proxy, host: 'other.example' }, { HTTPS_PROXY: address })).toBeNull();
    expect(proxyLogin({ ...proxy, port: 3128 }, { HTTPS_PROXY: address })).toBeNull();
    expect(proxyLogin({ ...proxy, host: 'PROXY.example' }, { HTTPS_PROXY: address })).toEqual(login);
    expect(proxyLogin({ ...proxy, port: 443 }, { HTTPS_PROXY: 'https://me:x@proxy.example' })).toEqual({
      user: 'me',
      password: 'x',
    });
  });

  test('is never given to a server', () => {
    expect(proxyLogin({ ...proxy, isProxy: false }, { HTTPS_PROXY: address })).toBeNull();
  });

  test.each([
    [{}],
    [{ HTTPS_PROXY: '' }],
    [{ HTTPS_PROXY: 'no address' }],
    [{ HTTPS_PROXY: 'http://proxy.example:8080' }],
  ])('is nothing for %j', (environment) => {
    expect(proxyLogin(proxy, environment)).toBeNull();
  });

  test('keeps a percent sign that encodes nothing', () => {
    const environment = { HTTP_PROXY: 'http://me:50%25%@proxy.example:8080' };
    expect(proxyLogin(proxy, environment)?.password).toBe('50%25%');
  });
});
