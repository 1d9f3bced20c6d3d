import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { routeFailure } from '../../../../electron/app/command-failures.ts';
import { createAccount, type Account } from '../../../../electron/infra/account.ts';
import { createRoutes } from '../../../../electron/pipeline/routes.ts';
import { createEndpointStates } from '../../../../electron/pipeline/endpoint-state.ts';
import type { Transport } from '../../../../electron/infra/network/transport.ts';

const transport: Transport = () => Promise.reject(new Error('the host’s'));
const loopbackTransport: Transport = () => Promise.reject(new Error('Node’s'));
const kept: Account = {
  appId: 'app',
  apiKey: 'key',
  apiSecret: 'secret',
  baseUrl: 'https://api.example.com',
};

const routes = (account: Account | null, allowPlainHttp = false, writesHost = false) =>
  createRoutes({
    account: () => Promise.resolve(account && createAccount(account)),
    allowPlainHttp: () => allowPlainHttp,
    transport,
    writesHost,
    loopbackTransport,
    sandbox: { start: () => Promise.reject(new Error('the sandbox was asked for')) },
    endpoints: createEndpointStates(4),
  });

describe('routes', () => {
  test('name the service by its app and address, with the host’s transport', async () => {
    const route = await routes(kept).to(false);
    if (!route.ok) throw new Error(routeFailure(route.failure).id);
    expect(route.value.transport).toBe(transport);
    expect(route.value.answererOf('any')).toEqual({
      kind: 'service',
      appId: 'app',
      baseUrl: 'https://api.example.com',
    });
  });

  test('sign the Host header as a transport writes it', async () => {
    const account = { ...kept, baseUrl: 'https://API.example.com:443' };
    const hosts = await Promise.all(
      [false, true].map(async (writesHost) => {
        const route = await routes(account, false, writesHost).to(false);
        return route.ok && [route.value.account.baseUrl.host, route.value.answererOf('any')];
      }),
    );
    const answerer = { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' };
    expect(hosts).toEqual([
      ['API.example.com:443', answerer],
      ['api.example.com', answerer],
    ]);
  });

  test('use no proxy for a service on loopback', async () => {
    const route = await routes({ ...kept, baseUrl: 'http://127.0.0.1:8080' }).to(false);
    expect(route.ok && route.value.transport).toBe(loopbackTransport);
  });

  test.each([
    ['no-account', null, false],
    ['bad-base-url', { ...kept, baseUrl: 'https://10.0.0.1' }, false],
    ['bad-base-url', { ...kept, baseUrl: 'http://api.example.com' }, false],
    ['none', { ...kept, baseUrl: 'http://api.example.com' }, true],
  ])('%s', async (id, account, allowPlainHttp) => {
    const route = await routes(account, allowPlainHttp).to(false);
    expect(route.ok ? 'none' : routeFailure(route.failure).id).toBe(id);
  });

  test('never reveal the account when printed or copied', async () => {
    const route = await routes({ ...kept, apiSecret: 'planted-secret' }).to(false);
    if (!route.ok) throw new Error(routeFailure(route.failure).id);
    expect(route.value.account.apiSecret).toBe('planted-secret');
    for (const print of [JSON.stringify(route), inspect(route, { depth: 9, showHidden: true })])
      expect(print).not.toContain('planted');
  });

  test('use the sandbox only on request', async () => {
    await expect(routes(null).to(true)).rejects.toThrow('the sandbox was asked for');
  });
});
