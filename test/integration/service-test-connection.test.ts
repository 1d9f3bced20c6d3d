import { afterEach, describe, expect, it } from 'vitest';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import type { CallDependencies, CallInput } from '../../electron/extract/service/call.ts';
import { testConnection } from '../../electron/extract/service/test-connection.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import {
  neverAnswers,
  proxyPage,
  refusal,
  sessionCode,
  startFaultServer,
  textOf,
  wrongDate,
  type Fault,
} from '../helpers/fault-server.ts';
import { accountAt, dependencies, plantedKeys } from '../helpers/service-calls.ts';

type Account = CallInput['account'];

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const test = async (
  service: ServiceId,
  account: Account,
  change: Partial<CallDependencies> = {},
  signal = new AbortController().signal,
) => {
  const tested = await testConnection(dependencies(change), service, account, signal);
  if (!tested) throw new Error('Cancelled');
  const states = tested.parts.map(({ part, state }) => `${part}: ${state}`);
  return { ...tested, states };
};

const sandboxAccount = async (change: Partial<Account> = {}): Promise<Account> => {
  const sandbox = await startSandbox({ truths: [], account: randomAccount(), now: () => new Date() });
  closers.push(sandbox.close);
  return { ...accountAt(sandbox.baseUrl, sandbox.account), ...change };
};

const faultAccount = async (fault: Fault): Promise<Account> => {
  const server = await startFaultServer({ script: () => fault });
  closers.push(server.close);
  return accountAt(server.baseUrl);
};

const states = (network: string, clock: string, authorization: string, keys: string, appId: string) => [
  `network: ${network}`,
  `clock: ${clock}`,
  `authorization: ${authorization}`,
  `key-and-secret: ${keys}`,
  `app-id: ${appId}`,
];

describe('testing the connection', () => {
  it.each([
    ['vat-invoice', 'unknown'],
    ['face-detect', 'ok'],
  ] as const)('accepts a correct account for %s', async (service, appId) => {
    const tested = await test(service, await sandboxAccount());
    expect(tested).toMatchObject({ service, outcome: 'ok', remedy: null });
    expect(tested.states).toEqual(states('ok', 'ok', 'ok', 'ok', appId));
  });

  it.each(serviceIds)('names a wrong app id for %s', async (service) => {
    const tested = await test(service, await sandboxAccount({ appId: 'other' }));
    expect(tested.outcome).toBe('failure');
    expect(tested.states).toEqual(states('ok', 'ok', 'ok', 'ok', 'failure'));
    expect(tested.message.en).toContain('10313');
    expect(tested.remedy?.zh).toContain('APP ID');
  });

  it.each(serviceIds)('names a wrong secret for %s', async (service) => {
    const tested = await test(service, await sandboxAccount({ apiSecret: 'wrong' }));
    expect(tested.states).toEqual(states('ok', 'ok', 'ok', 'failure', 'unknown'));
    expect(tested.message.en).toBe('The API key or API secret is wrong');
    expect(tested.remedy?.en).toContain('console');
    expect(tested.details).toContain('HTTP 401 · HMAC signature does not match');
  });

  it('names a wrong key', async () => {
    const tested = await test('vat-invoice', await sandboxAccount({ apiKey: 'wrong' }));
    expect(tested.outcome).toBe('failure');
    expect(tested.states).toEqual(states('ok', 'ok', 'failure', 'failure', 'unknown'));
  });

  it('names a wrong clock', async () => {
    const tested = await test('vat-invoice', await sandboxAccount(), {
      now: () => new Date(Date.now() + 3_600_000),
    });
    expect(tested.outcome).toBe('failure');
    expect(tested.states).toEqual(states('ok', 'failure', 'unknown', 'unknown', 'unknown'));
    expect(tested.remedy?.en).toContain('clock');
  });

  it('accepts the clock if its offset is known', async () => {
    const tested = await test('face-detect', await sandboxAccount(), {
      now: () => new Date(Date.now() + 3_600_000),
      clockOffsetMs: -3_600_000,
    });
    expect(tested.outcome).toBe('ok');
  });

  it('detects a wrong clock from the Date header alone', async () => {
    const tested = await test(
      'vat-invoice',
      await faultAccount(wrongDate(-900_000, sessionCode(10163, 'param validate error: image'))),
    );
    expect(tested.outcome).toBe('failure');
    expect(tested.states).toEqual(states('ok', 'failure', 'ok', 'ok', 'unknown'));
    expect(tested.message.en).toContain('clock');
  });

  it.each([
    ['an HTML error page', proxyPage(502), 'temporarily unavailable'],
    ['an HTML page with status 200', proxyPage(200), 'incomplete'],
    ['no response', neverAnswers, 'in time'],
  ])('reports a proxy or another server: %s', async (_, fault, words) => {
    const tested = await test('vat-invoice', await faultAccount(fault), { limits: { totalTimeoutMs: 300 } });
    expect(tested.outcome).toBe('failure');
    expect(tested.message.en).toContain(words);
    expect(tested.states).toEqual(states('failure', 'unknown', 'unknown', 'unknown', 'unknown'));
    expect(tested.remedy).not.toBeNull();
  });

  it.each([
    [
      'a missing authorization',
      refusal(401, 'Unauthorized'),
      states('ok', 'ok', 'failure', 'unknown', 'unknown'),
    ],
    [
      'an IP address that is not allowed',
      refusal(403, 'IP not allowed'),
      states('ok', 'ok', 'failure', 'unknown', 'unknown'),
    ],
    [
      'a missing licence',
      sessionCode(10010, 'service license not enough'),
      states('ok', 'ok', 'ok', 'ok', 'ok'),
    ],
    ['an unknown code', sessionCode(11200, 'auth no license'), states('ok', 'ok', 'ok', 'ok', 'unknown')],
    [
      'a parameter error about the app id',
      sessionCode(10163, "param validate error: '$.header.app_id' length"),
      states('ok', 'ok', 'ok', 'ok', 'failure'),
    ],
  ])('reports a failure: %s', async (_, fault, expected) => {
    const tested = await test('vat-invoice', await faultAccount(fault));
    expect(tested.outcome).toBe('failure');
    expect(tested.states).toEqual(expected);
    expect(tested.remedy).not.toBeNull();
  });

  it.each([
    ['vat-invoice', sessionCode(10222, 'context deadline exceeded'), 'unknown'],
    ['vat-invoice', textOf(Buffer.from('{"error_code":37042}').toString('base64')), 'ok'],
    ['face-detect', textOf(Buffer.from('{"ret":20002}').toString('base64')), 'ok'],
  ] as const)('treats the response of %s to an empty picture as a success', async (service, fault, appId) => {
    const tested = await test(service, await faultAccount(fault));
    expect(tested.outcome).toBe('ok');
    expect(tested.states).toEqual(states('ok', 'ok', 'ok', 'ok', appId));
  });

  it('sends an empty picture, and never reveals a secret', async () => {
    const server = await startFaultServer({ script: () => proxyPage(403) });
    closers.push(server.close);
    const tested = await test('vat-invoice', accountAt(server.baseUrl));
    expect(server.taken[0]?.body.toString()).toContain('"image":""');
    expect(JSON.stringify(tested)).not.toContain(plantedKeys.apiSecret);
  });

  it('returns null if cancelled', async () => {
    const account = await faultAccount(neverAnswers);
    expect(await testConnection(dependencies(), 'vat-invoice', account, AbortSignal.timeout(50))).toBeNull();
  });
});
