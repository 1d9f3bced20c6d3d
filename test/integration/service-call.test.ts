import { afterEach, describe, expect, it } from 'vitest';
import { callService } from '../../electron/extract/service/call.ts';
import { decodeResponse } from '../../electron/extract/service/decode-response.ts';
import { sign } from '../../electron/extract/service/sign.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { serviceIds, servicePaths } from '../../shared/services/service.ts';
import {
  answer,
  badBase64,
  cutJson,
  good,
  goodResponse,
  halfBody,
  hugeResponse,
  lengthTooLong,
  lengthTooShort,
  neverAnswers,
  notHttp,
  proxyPage,
  redirect,
  refusal,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  sessionCode,
  startFaultServer,
  textNoJson,
  textOf,
  tooMany,
  wrongDate,
  type Fault,
  type FaultServer,
} from '../helpers/fault-server.ts';
import {
  accountAt,
  callInput,
  callOnce,
  dependencies,
  failureFrom,
  plantedKeys,
} from '../helpers/service-calls.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const serve = async (fault: Fault): Promise<FaultServer> => {
  const server = await startFaultServer({ script: () => fault });
  servers.push(server);
  return server;
};

const morning = () => new Date('2024-05-28T08:09:10.500Z');

/** An error page that shows everything it received, as some proxies do. */
const echo = (status: number): Fault => ({
  strike: ({ taken, response }) => {
    const encoded = new URL(taken.url, 'http://x').searchParams.get('authorization') ?? '';
    const page = `<html>Can not fetch http://proxy${taken.url} ${encoded} ${plantedKeys.apiKey} ${plantedKeys.apiSecret}</html>`;
    response.writeHead(status, {
      'content-type': 'text/html',
      location: `http://login/?from=${taken.url}`,
    });
    response.end(page);
  },
});

const clockMessage =
  'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication';

describe('a call', () => {
  it.each(serviceIds)('to %s is signed as it is sent', async (service) => {
    const server = await serve(good);
    const { outcome } = await callOnce(callInput(accountAt(server.baseUrl), { service }), { now: morning });
    expect(outcome).toMatchObject({ ok: true, value: { sid: 'fault-server', extraction: { service } } });
    const [taken] = server.taken;
    const url = new URL(taken?.url ?? '', server.baseUrl);
    const host = `127.0.0.1:${server.port}`;
    const date = 'Tue, 28 May 2024 08:09:10 GMT';
    expect(url.pathname).toBe(servicePaths[service]);
    expect(taken?.headers.host).toBe(host);
    expect([...url.searchParams]).toEqual([
      ['authorization', sign({ service, host, date, ...plantedKeys }).authorization],
      ['host', host],
      ['date', date],
    ]);
  });

  it.each([
    [
      'a host in upper case',
      (port: number) => `http://LOCALHOST:${port}`,
      (port: number) => `LOCALHOST:${port}`,
    ],
    [
      'a base URL with a path',
      (port: number) => `http://127.0.0.1:${port}/gate/way/`,
      (port: number) => `127.0.0.1:${port}`,
    ],
  ])('signs host and path as written: %s', async (_, written, host) => {
    const server = await serve(good);
    const account = accountAt(written(server.port));
    await callOnce(callInput(account));
    const url = new URL(server.taken[0]?.url ?? '', server.baseUrl);
    expect(server.taken[0]?.headers.host).toBe(host(server.port));
    expect(url.searchParams.get('host')).toBe(host(server.port));
    const date = url.searchParams.get('date') ?? '';
    expect(url.pathname).toBe(`${account.baseUrl.path}${servicePaths['vat-invoice']}`);
    expect(url.searchParams.get('authorization')).toBe(
      sign({ service: 'vat-invoice', host: host(server.port), date, ...plantedKeys, path: url.pathname })
        .authorization,
    );
  });

  it('signs the date with the measured offset', async () => {
    const server = await serve(good);
    await callOnce(callInput(accountAt(server.baseUrl)), { now: morning, clockOffsetMs: -3_600_000 });
    const url = new URL(server.taken[0]?.url ?? '', server.baseUrl);
    expect(url.searchParams.get('date')).toBe('Tue, 28 May 2024 07:09:10 GMT');
  });

  it('returns what the ledger needs, and a response that can be decoded again', async () => {
    const server = await serve(wrongDate(90_000));
    const { outcome, record } = await callOnce(callInput(accountAt(server.baseUrl)));
    expect(record).toMatchObject({ httpStatus: 200, sid: 'fault-server', retryAfter: null });
    expect(Date.parse(record.finishedAt)).toBeGreaterThanOrEqual(Date.parse(record.startedAt));
    expect(record.measuredOffsetMs).toBeGreaterThan(85_000);
    expect(record.measuredOffsetMs).toBeLessThan(95_000);
    expect(record.serverDate).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(record.response?.equals(goodResponse('vat-invoice'))).toBe(true);
    if (outcome === 'cancelled' || !outcome.ok || !record.response) throw new Error('No extraction');
    expect(decodeResponse('vat-invoice', record.response, []).outcome).toEqual({
      ok: true,
      value: outcome.value.extraction,
    });
  });

  it('is cancelled by its signal', async () => {
    const server = await serve(neverAnswers);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const result = await callService(dependencies(), callInput(accountAt(server.baseUrl)), controller.signal);
    expect(result.outcome).toBe('cancelled');
    expect(result.record).toMatchObject({ httpStatus: null, response: null, sid: null });
  });

  it('keeps concurrent calls apart, each with its own picture', async () => {
    const server = await serve(good);
    const account = accountAt(server.baseUrl);
    const pictures = Array.from({ length: 12 }, (_, index) =>
      Buffer.alloc(200_000 + index, `picture ${index} `),
    );
    await Promise.all(
      pictures.map((bytes) => callOnce(callInput(account, { image: { bytes, encoding: 'jpg' } }))),
    );
    const bodies = server.taken.map(({ body }) => body.toString());
    for (const picture of pictures)
      expect(bodies.filter((body) => body.includes(`"${picture.toString('base64')}"`))).toHaveLength(1);
  });
});

describe('a call that fails', () => {
  const cases: readonly (readonly [string, Fault, Partial<Failure>])[] = [
    [
      'reset while sending',
      resetWhileSending,
      { kind: 'network', reason: 'connection-lost', mayHaveBeenPaid: true },
    ],
    [
      'reset before the response',
      resetBeforeHeaders,
      { kind: 'network', reason: 'connection-lost', retryable: true },
    ],
    [
      'reset after the headers',
      resetAfterHeaders,
      { kind: 'network', reason: 'connection-lost', mayHaveBeenPaid: true },
    ],
    ['truncated body', halfBody, { kind: 'network', reason: 'connection-lost', mayHaveBeenPaid: true }],
    ['Content-Length too large', lengthTooLong, { kind: 'network', reason: 'connection-lost' }],
    [
      'Content-Length too small',
      lengthTooShort,
      { kind: 'reply', reason: 'reply-not-json', mayHaveBeenPaid: true },
    ],
    ['a protocol other than HTTP', notHttp, { kind: 'network', reason: 'connection-lost' }],
    [
      'no response',
      neverAnswers,
      { kind: 'network', reason: 'call-timeout', retryable: true, mayHaveBeenPaid: true },
    ],
    ['an HTML page with status 200', proxyPage(200), { kind: 'reply', reason: 'reply-not-json', code: null }],
    [
      'an HTML page with status 403',
      proxyPage(403),
      { kind: 'http', reason: 'proxy-page', code: 403, retryable: false, mayHaveBeenPaid: false },
    ],
    ['an HTML page with status 407', proxyPage(407), { kind: 'http', reason: 'proxy-page', code: 407 }],
    [
      'an HTML page with status 502',
      proxyPage(502),
      { kind: 'http', reason: 'proxy-page', code: 502, retryable: true, mayHaveBeenPaid: true },
    ],
    [
      '401 with plain text',
      answer(401, { 'content-type': 'text/plain' }, 'denied'),
      { kind: 'http', reason: 'status', code: 401, detail: 'denied' },
    ],
    [
      '401 without a message',
      answer(401, {}, '{"error":"x"}'),
      { kind: 'http', reason: 'status', code: 401 },
    ],
    [
      '429',
      tooMany(),
      { kind: 'http', reason: 'status', code: 429, retryable: true, mayHaveBeenPaid: false },
    ],
    [
      '404',
      answer(404, {}, '{"message":"no route"}'),
      { kind: 'http', reason: 'status', code: 404, retryable: false },
    ],
    [
      '503',
      answer(503, {}, ''),
      { kind: 'http', reason: 'status', code: 503, detail: null, retryable: true },
    ],
    ['204', answer(204, {}, ''), { kind: 'http', reason: 'status', code: 204 }],
    [
      'a redirect',
      redirect(302, 'https://login.example.com/'),
      { kind: 'http', reason: 'redirect', code: 302, detail: 'https://login.example.com/' },
    ],
    [
      'missing authorization, with BOM and trailing NUL',
      answer(401, { 'content-type': 'text/plain; charset=utf-8' }, '\uFEFF{"message":"Unauthorized"}\n\0'),
      { kind: 'auth', reason: 'unauthorized', code: 401 },
    ],
    [
      'missing authorization',
      refusal(401, 'Unauthorized'),
      { kind: 'auth', reason: 'unauthorized', code: 401 },
    ],
    [
      'an unparsable signature',
      refusal(401, 'HMAC signature cannot be verified'),
      { kind: 'auth', reason: 'signature-unverifiable', code: 401 },
    ],
    [
      'a wrong signature',
      refusal(401, 'HMAC signature does not match'),
      { kind: 'auth', reason: 'signature-mismatch', code: 401, retryable: false, mayHaveBeenPaid: false },
    ],
    [
      'a wrong clock',
      refusal(403, clockMessage),
      { kind: 'clock', reason: 'clock-skew', code: 403, detail: clockMessage },
    ],
    [
      'an IP address that is not allowed',
      refusal(403, 'Your IP address is not allowed'),
      { kind: 'auth', reason: 'refused', code: 403 },
    ],
    [
      'header.code',
      sessionCode(10313, 'invalid appid'),
      { kind: 'session', reason: 'session-code', code: 10313, mayHaveBeenPaid: false },
    ],
    [
      'an unknown code',
      sessionCode(11200, 'auth no license'),
      { kind: 'session', code: 11200, detail: 'auth no license', retryable: false },
    ],
    ['10019', sessionCode(10019, 'session timeout'), { kind: 'session', code: 10019, retryable: true }],
    ['truncated JSON', cutJson, { kind: 'reply', reason: 'reply-not-json' }],
    ['invalid base64', badBase64, { kind: 'reply', reason: 'reply-not-base64' }],
    ['a decoded text that is not JSON', textNoJson, { kind: 'reply', reason: 'reply-text-not-json' }],
    [
      'a missing member',
      textOf('e30='),
      { kind: 'reply', reason: 'reply-member-missing', detail: 'error_code' },
    ],
  ];

  it.each(cases)('with %s', async (_, fault, expected) => {
    const server = await serve(fault);
    const failure = await failureFrom(
      callOnce(callInput(accountAt(server.baseUrl)), { limits: { totalTimeoutMs: 2_500 } }),
    );
    expect(failure).toMatchObject(expected);
  });

  it('with a response of 65 MB', async () => {
    const server = await serve(hugeResponse(65 * 1024 * 1024, false));
    const failure = await failureFrom(
      callOnce(callInput(accountAt(server.baseUrl)), { limits: { totalTimeoutMs: 30_000 } }),
    );
    expect(failure).toMatchObject({ kind: 'reply', reason: 'reply-too-large', mayHaveBeenPaid: true });
  });

  it('was not billed if there is no server', async () => {
    const server = await startFaultServer({ script: () => good });
    await server.close();
    const failure = await failureFrom(callOnce(callInput(accountAt(server.baseUrl))));
    expect(failure).toMatchObject({
      kind: 'network',
      reason: 'unreachable',
      retryable: true,
      mayHaveBeenPaid: false,
    });
  });

  it('reports when to try again', async () => {
    const server = await serve(tooMany('7'));
    const { record } = await callOnce(callInput(accountAt(server.baseUrl)));
    expect(record).toMatchObject({ httpStatus: 429, retryAfter: '7', response: null });
  });
});

describe('secrets', () => {
  it.each([200, 302, 403, 500])('never return in a response with status %i', async (status) => {
    const server = await serve(echo(status));
    const { outcome, record } = await callOnce(callInput(accountAt(server.baseUrl)));
    const url = new URL(server.taken[0]?.url ?? '', server.baseUrl);
    const authorization = url.searchParams.get('authorization') ?? '';
    const kept = JSON.stringify(outcome) + (record.response?.toString() ?? '') + JSON.stringify(record);
    for (const secret of [
      plantedKeys.apiKey,
      plantedKeys.apiSecret,
      authorization,
      encodeURIComponent(authorization),
    ])
      expect(kept).not.toContain(secret.slice(0, 30));
    if (status !== 302) expect(kept).toContain('Can not fetch');
  });

  it('never return in a failure of the network', async () => {
    const account = accountAt('http://127.0.0.1:9');
    const { outcome, record } = await callOnce(callInput(account));
    expect(JSON.stringify([outcome, record])).not.toMatch(/PLANTED|authorization/);
  });
});
