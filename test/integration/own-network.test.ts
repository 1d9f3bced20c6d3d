import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import {
  areCertificates,
  createOwnNetwork,
  type OwnNetwork,
} from '../../electron/infra/network/own-network.ts';
import { withLogin, type Login, type ProxyLogins } from '../../electron/infra/network/proxy-login.ts';
import type { Transport } from '../../electron/infra/network/transport.ts';
import { listen, portOf } from '../helpers/listen.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';
import { startBackend } from '../helpers/test-backend.ts';

const request = (url: string) => ({
  url: new URL(url),
  headers: { host: new URL(url).host, 'content-type': 'application/json' },
  body: Buffer.alloc(100_000, 'x'),
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 5_000,
  maxResponseBytes: 1_000,
});

const key = makeSelfSigned();

/** A service over https that responds with the number of bytes it received. */
const startService = async (certificate = key): Promise<string> => {
  const server = await listen(
    createHttpsServer(certificate, (incoming, response) => {
      let size = 0;
      incoming.on('data', (part: Buffer) => (size += part.length));
      incoming.on('end', () => response.end(`${size}`));
    }),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${portOf(server)}/v1?authorization=signed`;
};

/** A proxy that records its requests, and tunnels, maybe with a login only. */
const startProxy = async (login: string | null = null, certificate: typeof key | null = null) => {
  const asked: string[] = [];
  const hosts: string[] = [];
  const isKnown = (given = ''): boolean =>
    login === null || Buffer.from(given.replace('Basic ', ''), 'base64').toString() === login;
  const answer: RequestListener = (incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    hosts.push(...(incoming.headersDistinct.host ?? []));
    if (!isKnown(incoming.headers['proxy-authorization'])) {
      response.writeHead(407).end();
      return;
    }
    incoming.resume().on('end', () => response.end('by the proxy'));
  };
  const server = certificate ? createHttpsServer(certificate, answer) : createHttpServer(answer);
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    if (!isKnown(incoming.headers['proxy-authorization'])) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const target = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on('error', () => end.destroy());
  });
  await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server);
  return { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, port, asked, hosts };
};

const never: Transport = () => Promise.reject(new Error('The usual way was taken.'));
const network = (chosen: OwnNetwork, more: object = {}) =>
  createOwnNetwork({ usual: never, chosen: () => chosen, environment: {}, ...more });
const call = (transport: Transport, url: string) => transport(request(url), new AbortController().signal);
const through = (proxy: string, authorities: string, more: object = {}) =>
  network({ proxy: '', authorities }, { environment: { HTTPS_PROXY: proxy, ...more } });
const answered = { ok: true, value: { status: 200, body: Buffer.from('100000') } };

describe('a call', () => {
  test('uses the default connection without settings', async () => {
    await expect(call(network({ proxy: '', authorities: '' }), 'https://localhost:1/')).rejects.toThrow(
      /usual way/,
    );
  });

  test('reaches a service with a certificate of an added authority, and no other', async () => {
    const trusting = network({ proxy: '', authorities: key.cert });
    expect(await call(trusting, await startService())).toMatchObject(answered);
    const refused = { ok: false, failure: { reason: 'tls', sent: false } };
    expect(await call(trusting, await startService(makeSelfSigned()))).toMatchObject(refused);
  });

  test('goes through a tunnel of the proxy, which sees neither path nor body', async () => {
    const url = await startService();
    const proxy = await startProxy();
    const outcome = await call(network({ proxy: proxy.url, authorities: key.cert }), url);
    expect(outcome).toMatchObject(answered);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
  });

  test('is refused if the proxy presents its own certificate', async () => {
    const url = await startService();
    const proxy = await startProxy();
    const outcome = await call(network({ proxy: proxy.url, authorities: '' }), url);
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'tls', sent: false } });
  });

  test.each([
    { of: 'the settings', chosen: (url: string) => ({ proxy: url, authorities: key.cert }) },
    { of: 'the system', chosen: () => ({ proxy: '', authorities: key.cert }) },
  ])('asks for the login of a proxy of $of, and again if it was wrong', async ({ chosen }) => {
    const url = await startService();
    const proxy = await startProxy('anna:a b');
    const asked: (Login | null)[] = [];
    const passwords = ['wrong', 'a b'];
    let given: Login | null = null;
    const proxyLogins: ProxyLogins = {
      known: () => given,
      ask: (asker, refused) => {
        asked.push(refused);
        expect(asker).toEqual({ isProxy: true, host: '127.0.0.1', port: Number(new URL(proxy.url).port) });
        const password = passwords.shift();
        given = password === undefined ? null : { user: 'anna', password };
        return Promise.resolve(given);
      },
    };
    const transport = network(chosen(proxy.url), {
      proxyLogins,
      systemProxy: () => Promise.resolve(withLogin(proxy.url, given)),
    });
    expect(await call(transport, url)).toMatchObject(answered);
    expect(asked).toEqual([null, { user: 'anna', password: 'wrong' }]);
    expect(await call(transport, url)).toMatchObject(answered);
    expect(asked).toHaveLength(2);
  });

  test('fails with the status of the proxy if nobody gives its login', async () => {
    const proxy = await startProxy('anna:a b');
    const chosen = { proxy: proxy.url, authorities: key.cert };
    const refused = { ok: true, value: { status: 407, isOfProxy: true } };
    expect(await call(network(chosen), 'https://localhost:1/')).toMatchObject(refused);
    const nobody = { known: () => null, ask: () => Promise.resolve(null) };
    expect(await call(network(chosen, { proxyLogins: nobody }), 'https://localhost:1/')).toMatchObject(
      refused,
    );
  });

  test('uses a proxy over https whose authority is among the added ones, and no other', async () => {
    const url = await startService();
    const ofProxy = makeSelfSigned('proxy');
    const proxy = await startProxy('anna:a b', ofProxy);
    const address = withLogin(proxy.url, { user: 'anna', password: 'a b' });
    const both = `${key.cert}${ofProxy.cert}`;
    const transport = through(address, both);
    expect(await call(transport, url)).toMatchObject(answered);
    // The connection is kept.
    expect(await call(transport, url)).toMatchObject(answered);
    expect(proxy.asked).toHaveLength(1);
    const refused = { ok: false, failure: { reason: 'tls', sent: false } };
    expect(await call(through(address, key.cert), url)).toMatchObject(refused);
    // A certificate for another address.
    const otherName = makeSelfSigned('other', 2);
    const misnamed = await startProxy(null, otherName);
    expect(await call(through(misnamed.url, `${key.cert}${otherName.cert}`), url)).toMatchObject(refused);
    expect(misnamed.asked).toEqual([]);
    expect(proxy.asked).toHaveLength(1);
    // A server behind it is checked as strictly.
    expect(await call(through(address, ofProxy.cert), url)).toMatchObject(refused);
    expect(await call(through(proxy.url, both), url)).toMatchObject({
      ok: true,
      value: { status: 407, isOfProxy: true },
    });
    const asked = proxy.asked.length;
    expect(await call(through(address, both, { NO_PROXY: 'localhost' }), url)).toMatchObject(answered);
    expect(proxy.asked).toHaveLength(asked);
  });

  test('over plain http goes through a proxy over https that is checked in the same way', async () => {
    const url = 'http://service.example/v1?authorization=signed';
    const ofProxy = makeSelfSigned('proxy');
    const proxy = await startProxy('anna:a b', ofProxy);
    const address = withLogin(proxy.url, { user: 'anna', password: 'a b' });
    const over = (one: string, authorities: string, noProxy = '') =>
      network({ proxy: '', authorities }, { environment: { HTTP_PROXY: one, NO_PROXY: noProxy } });
    const byProxy = { ok: true, value: { status: 200, body: Buffer.from('by the proxy') } };
    expect(await call(over(address, ofProxy.cert), url)).toMatchObject(byProxy);
    expect(proxy.asked).toEqual([`POST ${url}`]);
    const refused = { ok: false, failure: { reason: 'tls', sent: false } };
    expect(await call(over(address, key.cert), url)).toMatchObject(refused);
    const otherName = makeSelfSigned('other', 2);
    const misnamed = await startProxy(null, otherName);
    expect(await call(over(misnamed.url, otherName.cert), url)).toMatchObject(refused);
    expect(misnamed.asked).toEqual([]);
    expect(proxy.asked).toHaveLength(1);
    expect(await call(over(proxy.url, ofProxy.cert), url)).toMatchObject({
      ok: true,
      value: { status: 407 },
    });
    // The user's login, for the proxy of the settings.
    const given = { user: 'anna', password: 'a b' };
    const proxyLogins: ProxyLogins = { known: () => null, ask: () => Promise.resolve(given) };
    const asking = network({ proxy: proxy.url, authorities: ofProxy.cert }, { proxyLogins });
    expect(await call(asking, url)).toMatchObject(byProxy);
    const asked = proxy.asked.length;
    const direct = await call(over(address, ofProxy.cert, 'service.example'), url);
    expect(direct).toMatchObject({ ok: false, failure: { reason: 'unknown-host' } });
    expect(proxy.asked).toHaveLength(asked);
  });

  test('fails as unreachable if the proxy is missing', async () => {
    const outcome = await call(
      network({ proxy: 'http://127.0.0.1:1', authorities: '' }),
      'https://a.example/',
    );
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'unreachable', sent: false } });
  });

  test('uses the proxy of the system or the environment if only authorities are added', async () => {
    const url = await startService();
    const proxy = await startProxy();
    const chosen = { proxy: '', authorities: key.cert };
    await call(network(chosen, { systemProxy: () => Promise.resolve(proxy.url) }), url);
    await call(network(chosen, { environment: { HTTPS_PROXY: proxy.url } }), url);
    expect(proxy.asked).toHaveLength(2);
    await call(network(chosen, { environment: { HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost' } }), url);
    expect(proxy.asked).toHaveLength(2);
  });

  test.each([
    ['', (url: string) => url],
    [', without a scheme, too', (url: string) => new URL(url).host],
  ])('uses the environment’s proxy in a host without a system proxy%s', async (_, addressOf) => {
    const proxy = await startProxy();
    const transport = makeNodeTransport({ environment: { HTTP_PROXY: addressOf(proxy.url) } });
    expect(await call(transport, 'http://service.example/v1')).toMatchObject({
      ok: true,
      value: { body: Buffer.from('by the proxy') },
    });
    expect(proxy.asked).toEqual(['POST http://service.example/v1']);
  });

  test.each(['socks5://anna:s@cret@proxy.example:1080', 'ftp://proxy.example', 'http://'])(
    'never leaves past the proxy %s, which it can’t use',
    async (address) => {
      const url = await startService();
      const server = await startProxy();
      const variables = { HTTP_PROXY: address, HTTPS_PROXY: address };
      const chosen = { proxy: '', authorities: key.cert };
      const ways = [
        makeNodeTransport({ ca: [key.cert], environment: variables }),
        network(chosen, { environment: variables }),
        network(chosen, { systemProxy: () => Promise.resolve(address) }),
      ];
      for (const way of ways)
        for (const target of [url, `${server.url}/v1`]) {
          const outcome = await call(way, target);
          expect(outcome).toMatchObject({ ok: false, failure: { reason: 'unreachable', sent: false } });
          if (!outcome.ok) expect(outcome.failure.detail).toMatch(/proxy: (?!.*cret)/u);
        }
      expect(server.asked).toEqual([]);
      const excepted = { ...variables, NO_PROXY: 'localhost' };
      expect(await call(network(chosen, { environment: excepted }), url)).toMatchObject(answered);
    },
  );

  test('over plain http names the server in its Host header, not the proxy', async () => {
    const proxy = await startProxy();
    const transport = makeNodeTransport({ environment: { HTTP_PROXY: proxy.url } });
    const { signal } = new AbortController();
    const url = 'http://service.example:81/v1';
    await transport({ ...request(url), headers: {} }, signal);
    await transport({ ...request(url), headers: { Host: 'Other.example:80' } }, signal);
    expect(proxy.hosts).toEqual(['service.example:81', 'Other.example:80']);
  });

  test('follows a change of the settings at once', async () => {
    const url = await startService();
    let chosen: OwnNetwork = { proxy: '', authorities: makeSelfSigned().cert };
    const transport = createOwnNetwork({ usual: never, chosen: () => chosen, environment: {} });
    expect(await call(transport, url)).toMatchObject({ ok: false });
    chosen = { proxy: '', authorities: key.cert };
    expect(await call(transport, url)).toMatchObject(answered);
  });
});

describe('the settings', () => {
  test('accept certificates, and reject text that only resembles one', async () => {
    const { backend } = await startBackend();
    const kept = await backend.invoke('settings.change', { authorities: key.cert });
    expect(kept).toMatchObject({ ok: true, value: { authorities: key.cert } });
    const fake = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(areCertificates(key.cert + fake)).toBe(false);
    expect(await backend.invoke('settings.change', { authorities: key.cert + fake })).toMatchObject({
      ok: false,
      failure: { id: 'bad-authority' },
    });
    expect(await backend.invoke('settings.change', { proxy: 'http://a:b@c:1' })).toMatchObject({
      ok: false,
      failure: { id: 'bad-request' },
    });
  });
});
