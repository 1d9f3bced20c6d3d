import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  HttpResponse,
  HttpRequest,
  Transport,
  TransportFailure,
} from '../../electron/infra/network/transport.ts';
import type { Result } from '../../shared/result.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import {
  answer,
  good,
  goodResponse,
  halfBody,
  hugeResponse,
  late,
  lengthTooLong,
  neverAnswers,
  notHttp,
  redirect,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  slowBytes,
  startFaultServer,
  type Fault,
  type FaultServer,
} from './fault-server.ts';
import { listen, portOf } from './listen.ts';
import { makeSelfSigned } from './self-signed.ts';

/** Limits of a transport; the tests that need more are skipped. */
type TransportTraits = {
  /** Sends the Host header exactly as in the request, with capitals and default port. */
  readonly keepsHost?: boolean;
  /** Can detect an established connection, so that connecting has its own limit. */
  readonly seesConnect?: boolean;
};

/** Tests that every transport must pass: over real sockets, against a server that fails in every way. */
export const describeTransport = (
  name: string,
  makeTransport: () => Transport | Promise<Transport>,
  { keepsHost = true, seesConnect = true }: TransportTraits = {},
): void => {
  const send = async (url: string, change: Partial<HttpRequest> = {}, signal = uncancelled()) =>
    (await makeTransport())(requestTo(url, change), signal);

  describe(`transport: ${name}`, () => {
    const closers: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closers.splice(0)) await close();
    });
    const serve = async (fault: Fault): Promise<FaultServer> => {
      const server = await startFaultServer({ script: () => fault });
      closers.push(server.close);
      return server;
    };
    it('posts the whole body to the signed address', async () => {
      const server = await serve(good);
      const body = Buffer.alloc(5_000_000, 'vouch ');
      const path = '/v1/private/s824758f1?authorization=a%2Bb%3D%3D&host=x%3A1&date=Fri%2C%2017%20Jul';
      const outcome = await send(server.baseUrl + path, { body });
      expect(outcome).toMatchObject({ ok: true, value: { status: 200 } });
      const [taken] = server.taken;
      expect(taken).toMatchObject({ method: 'POST', url: path });
      expect(taken?.headers).toMatchObject({
        'content-length': '5000000',
        'content-type': 'application/json',
        host: `127.0.0.1:${server.port}`,
      });
      expect(taken?.headers['transfer-encoding']).toBeUndefined();
      expect(taken?.body.equals(body)).toBe(true);
    });

    it('returns the status, the headers in lower case, and the bytes of the body', async () => {
      const bytes = Buffer.from([0, 255, 254, 10, 13, 0, 128]);
      const server = await serve(answer(403, { 'Content-Type': 'text/plain', 'X-Some': 'One' }, bytes));
      const outcome = await send(server.baseUrl);
      if (!outcome.ok) throw new Error(outcome.failure.detail);
      expect(outcome.value.status).toBe(403);
      expect(outcome.value.headers).toMatchObject({ 'content-type': 'text/plain', 'x-some': 'One' });
      expect(Number.isFinite(Date.parse(outcome.value.headers.date ?? ''))).toBe(true);
      expect(outcome.value.body.equals(bytes)).toBe(true);
    });

    it.each([400, 401, 404, 413, 429, 500, 502, 503])('returns status %i as a response', async (status) => {
      const server = await serve(answer(status, {}, 'said'));
      const outcome = await send(server.baseUrl);
      expect(outcome).toMatchObject({ ok: true, value: { status, body: Buffer.from('said') } });
    });

    it.each([301, 302, 303, 307, 308])('returns a %i redirect without following it', async (status) => {
      const target = await serve(good);
      const server = await serve(redirect(status, `${target.baseUrl}/elsewhere`));
      const outcome = await send(server.baseUrl);
      expect(outcome).toMatchObject({
        ok: true,
        value: { status, headers: { location: `${target.baseUrl}/elsewhere` } },
      });
      expect(target.taken).toEqual([]);
    });

    it('receives a large response without loss', async () => {
      const large = Buffer.alloc(20_000_000, 'the quick brown fox ');
      const server = await serve(answer(200, {}, large));
      const outcome = await send(server.baseUrl);
      if (!outcome.ok) throw new Error(outcome.failure.detail);
      expect(sha256Of(outcome.value.body)).toBe(sha256Of(large));
    });

    it('reuses one connection for several calls', async () => {
      const server = await serve(good);
      const transport = await makeTransport();
      for (let round = 0; round < 3; round += 1)
        expect(await transport(requestTo(server.baseUrl), uncancelled())).toMatchObject({
          ok: true,
        });
      expect(server.connections()).toBe(1);
    });

    it('makes calls in parallel', async () => {
      const server = await serve(late(100));
      const transport = await makeTransport();
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => transport(requestTo(server.baseUrl), uncancelled())),
      );
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
    });

    it('reports an unknown host name', async () => {
      expect(faultOf(await send('http://no-such-name.invalid:8080/'))).toEqual({
        reason: 'unknown-host',
        sent: false,
      });
    });

    it('reports a server that is not running', async () => {
      const server = await startFaultServer({ script: () => good });
      await server.close();
      expect(faultOf(await send(server.baseUrl))).toEqual({ reason: 'unreachable', sent: false });
    });

    it.each([
      ['reset while sending', resetWhileSending],
      ['reset before the response', resetBeforeHeaders],
      ['reset after the headers', resetAfterHeaders],
      ['truncated body', halfBody],
      ['Content-Length too large', lengthTooLong],
      ['a protocol other than HTTP', notHttp],
    ])('reports a lost connection: %s', async (_, fault) => {
      const server = await serve(fault);
      const outcome = await send(server.baseUrl, { body: Buffer.alloc(2_000_000) });
      expect(faultOf(outcome)).toEqual({ reason: 'connection-lost', sent: true });
    });

    it('ends a call that gets no response', async () => {
      const server = await serve(neverAnswers);
      const started = Date.now();
      const outcome = await send(server.baseUrl, { totalTimeoutMs: 300 });
      expect(faultOf(outcome)).toEqual({ reason: 'call-timeout', sent: true });
      expect(Date.now() - started).toBeLessThan(3_000);
    });

    it('applies the time limit to the whole call, even while bytes trickle in', async () => {
      const server = await serve(slowBytes(20));
      const outcome = await send(server.baseUrl, { totalTimeoutMs: 400 });
      expect(faultOf(outcome)).toEqual({ reason: 'call-timeout', sent: true });
    });

    it('waits for slow bytes within the limit', async () => {
      const server = await serve(slowBytes(1));
      const outcome = await send(server.baseUrl);
      expect(outcome).toMatchObject({ ok: true, value: { body: goodResponse('vat-invoice') } });
    });

    it.runIf(seesConnect)('limits the time to connect', async () => {
      const silent = await listen(createTcpServer(() => {}));
      closers.push(() => silent.close());
      const outcome = await send(`https://127.0.0.1:${portOf(silent)}/`, { connectTimeoutMs: 300 });
      expect(faultOf(outcome)).toEqual({ reason: 'connect-timeout', sent: false });
    });

    it.each([true, false])('refuses a response above the limit (length stated: %s)', async (tellsLength) => {
      const server = await serve(hugeResponse(8_000_000, tellsLength));
      const outcome = await send(server.baseUrl, { maxResponseBytes: 1_000_000 });
      expect(faultOf(outcome)).toEqual({ reason: 'reply-too-large', sent: true });
    });

    it('accepts a response of exactly the size limit', async () => {
      const server = await serve(hugeResponse(1_000_000, false));
      const outcome = await send(server.baseUrl, { maxResponseBytes: 1_000_000 });
      expect(outcome).toMatchObject({ ok: true });
    });

    it('does not start a call that is already cancelled', async () => {
      const server = await serve(good);
      const outcome = await send(server.baseUrl, {}, AbortSignal.abort());
      expect(faultOf(outcome)).toEqual({ reason: 'cancelled', sent: false });
      expect(server.connections()).toBe(0);
    });

    it('cancels a running call and closes its connection', async () => {
      const gone = Promise.withResolvers<void>();
      const controller = new AbortController();
      const server = await serve({
        strike: ({ request }) => {
          request.socket.once('close', () => gone.resolve());
          controller.abort();
        },
      });
      const outcome = await send(server.baseUrl, {}, controller.signal);
      expect(faultOf(outcome)).toEqual({ reason: 'cancelled', sent: true });
      await gone.promise;
    });

    it('cancels in the middle of a response', async () => {
      const server = await serve(slowBytes(20));
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      const outcome = await send(server.baseUrl, {}, controller.signal);
      expect(faultOf(outcome).reason).toBe('cancelled');
    });

    it('refuses an untrusted certificate and sends nothing', async () => {
      let taken = 0;
      const server = await listen(
        createTlsServer(makeSelfSigned(), (_, response) => {
          taken += 1;
          response.end();
        }),
      );
      closers.push(() => server.close());
      const outcome = await send(`https://127.0.0.1:${portOf(server)}/`);
      expect(faultOf(outcome)).toEqual({ reason: 'tls', sent: false });
      expect(taken).toBe(0);
    });

    it.runIf(keepsHost)('sends the Host header as signed', async () => {
      const server = await serve(good);
      const host = `LocalHost:${server.port}`;
      await send(`http://${host}/`, { headers: { host, 'content-type': 'application/json' } });
      expect(server.taken[0]?.headers.host).toBe(host);
    });
  });
};

const requestTo = (url: string, change: Partial<HttpRequest> = {}): HttpRequest => {
  const address = new URL(url);
  return {
    url: address,
    headers: { host: address.host, 'content-type': 'application/json' },
    body: Buffer.from('{}'),
    connectTimeoutMs: 10_000,
    totalTimeoutMs: 20_000,
    maxResponseBytes: 64 * 1024 * 1024,
    ...change,
  };
};

const uncancelled = () => new AbortController().signal;

const faultOf = (outcome: Result<HttpResponse, TransportFailure>) => {
  if (outcome.ok) throw new Error(`Expected a fault, got ${outcome.value.status}`);
  return { reason: outcome.failure.reason, sent: outcome.failure.sent };
};
