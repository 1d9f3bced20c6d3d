import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../electron/extract/sandbox/server.ts';
import { account, askSandbox, at, truths, type Plan } from '../helpers/sandbox-caller.ts';
import { accountAt, callInput, callOnce } from '../helpers/service-calls.ts';
import { now } from '../helpers/now.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ truths, account, now });
});
afterEach(() => sandbox.close());

const ask = (change?: Partial<Plan>) => askSandbox(sandbox.baseUrl, change);

const without = (name: string) => (query: URLSearchParams) => {
  query.delete(name);
  return query;
};
const set = (name: string, value: string) => (query: URLSearchParams) => {
  query.set(name, value);
  return query;
};
const twice = (name: string) => (query: URLSearchParams) => {
  query.append(name, query.get(name) ?? '');
  return query;
};

describe('sandbox checks of the authorization', () => {
  const unverifiable = [401, 'HMAC signature cannot be verified'] as const;
  const mismatch = [401, 'HMAC signature does not match'] as const;
  const clock = [
    403,
    'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
  ] as const;
  const cases: readonly (readonly [string, Partial<Plan>, readonly [number, string]])[] = [
    ['a missing authorization', { query: without('authorization') }, [401, 'Unauthorized']],
    ['an empty authorization', { query: set('authorization', '') }, [401, 'Unauthorized']],
    ['two authorizations', { query: twice('authorization') }, unverifiable],
    ['an authorization that is not base64', { query: set('authorization', 'api_key="x"') }, unverifiable],
    ['an authorization that decodes to a NUL', { query: set('authorization', 'AA==') }, unverifiable],
    ['a missing part', { origin: (whole) => whole.replace(/, headers="[^"]*"/, '') }, unverifiable],
    ['an extra part', { origin: (whole) => `${whole}, more="x"` }, unverifiable],
    [
      'parts in another order',
      { origin: (whole) => whole.split(', ').toReversed().join(', ') },
      unverifiable,
    ],
    ['an unknown key', { apiKey: 'x'.repeat(32) }, unverifiable],
    ['another algorithm', { algorithm: 'hmac-sha1' }, unverifiable],
    ['other signed headers', { headerNames: 'host date' }, unverifiable],
    ['a missing host', { query: without('host') }, unverifiable],
    ['two hosts', { query: twice('host') }, unverifiable],
    ['another secret', { apiSecret: 'x'.repeat(32) }, mismatch],
    ['an empty secret', { apiSecret: ' ' }, mismatch],
    ['a signature for another host', { host: 'api.example.com', hostHeader: '127.0.0.1' }, mismatch],
    ['a different host parameter', { query: set('host', 'api.example.com') }, mismatch],
    ['a signature for another request line', { requestLine: 'GET /v1/private/s824758f1 HTTP/1.1' }, mismatch],
    ['a signature for the other service', { requestLine: 'POST /v1/private/s67c9c78c HTTP/1.1' }, mismatch],
    ['a different date parameter', { query: set('date', at(10)) }, mismatch],
    ['a missing date', { query: without('date') }, clock],
    ['an unparsable date', { date: 'yesterday' }, clock],
    ['a date in another format', { date: '2024-05-28T08:00:00Z' }, clock],
    ['a date in another zone', { date: 'Tue, 28 May 2024 16:00:00 +0800' }, clock],
    ['a date 301 seconds in the past', { date: at(-301) }, clock],
    ['a date 301 seconds in the future', { date: at(301) }, clock],
  ];

  it.each(cases)('refuse %s with the text of the API documents', async (_, change, [status, message]) => {
    const response = await ask(change);
    expect(response).toEqual({
      status,
      type: 'text/plain; charset=utf-8',
      date: now().toUTCString(),
      json: { message },
    });
  });

  it.each([0, -300, 300, 299, -299])('accept a date that is %i seconds off', async (seconds) => {
    expect(await ask({ date: at(seconds) })).toMatchObject({ status: 200 });
  });

  it.each([
    ['/', 404],
    ['/v1/private/other', 404],
    ['/v1/private/s824758f1/', 404],
    ['//v1/private/s824758f1', 404],
  ])('rejects the path %s', async (path, status) => {
    expect((await ask({ path })).status).toBe(status);
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('reject %s', async (method) => {
    expect(await ask({ method })).toMatchObject({ status: 405 });
  });

  it("take the clock's limit as an argument", async () => {
    const strict = await startSandbox({ truths, account, now, maxSkewSeconds: 5 });
    const { outcome } = await callOnce(callInput(accountAt(strict.baseUrl, account)), {
      now: () => new Date(now().getTime() + 7_000),
    });
    await strict.close();
    expect(outcome).toMatchObject({ failure: { kind: 'clock' } });
  });
});
