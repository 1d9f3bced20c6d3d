import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostCells } from '../../shared/contract/batch-commands.ts';
import { ask, type Question, type HostResponse } from '../helpers/app-fixtures/ask.ts';
import { startRecordedHost, type RecordedHost } from '../helpers/app-fixtures/recorded-host.ts';

let host: RecordedHost;
let session = '';
beforeAll(async () => {
  host = await startRecordedHost();
  session = await host.openSession();
});
afterAll(() => host.close());

const asPage = (question: Omit<Question, 'port'>): Promise<HostResponse> => host.asPage(session, question);

const command = (name: string, body: string, headers = {}): Promise<HostResponse> =>
  asPage({ method: 'POST', path: `/commands/${name}`, body, headers });

describe('the browser host', () => {
  test('listens on loopback only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(host.port, address, () => resolve('connected'));
        socket.on('error', () => resolve('refused'));
        socket.on('close', () => socket.destroy());
      });
      expect(outcome).toBe('refused');
    }
  });

  test('serves the page with its policy, without cross-origin access or storage on disk', async () => {
    const page = await ask({ port: host.port });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('refuses a foreign name that points at loopback, even for the page', async () => {
    for (const name of ['evil.example', `localhost:${host.port}`, `127.0.0.1.nip.io:${host.port}`]) {
      const response = await ask({ port: host.port, headers: { host: name } });
      expect(response.status).toBe(403);
      expect(response.body.toString()).not.toContain('csp-nonce');
    }
  });

  test('refuses a duplicate Host header', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(host.port, '127.0.0.1', () =>
        socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nHost: evil.example\r\n\r\n`),
      );
      let received = '';
      socket.on('data', (part) => (received += part.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  test.each(['http://evil.example/', '*', '//evil.example', '/\\evil', '/%', '/\u{e9}'.normalize('NFD')])(
    'survives the address %j',
    async (path) => {
      const response = await asPage({ path: encodeURI(path).replace('%25', '%').replace('%5C', '\\') });
      expect([400, 403, 404]).toContain(response.status);
    },
  );

  test('refuses a preflight of another origin', async () => {
    const response = await asPage({
      method: 'OPTIONS',
      path: '/commands/app.info',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(403);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the session', () => {
  test('accepts a token once; refuses a second use, and notifies the user', async () => {
    const before = host.usedAgain();
    const token = host.sessions.issueToken();
    session = await host.openSession(token);
    const again = await host.exchange(token);
    expect(again.status).toBe(403);
    expect(JSON.parse(again.body.toString())).toMatchObject({ ok: false, failure: { id: 'no-session' } });
    expect(again.body.toString()).toContain('someone else');
    expect(host.usedAgain() - before).toBe(1);
  });

  test('ends with a new address: its requests, and its event stream', async () => {
    const stolen = session;
    const cut = new Promise((resolve) => {
      const events = request(
        {
          port: host.port,
          host: '127.0.0.1',
          path: '/events',
          headers: { origin: `http://127.0.0.1:${host.port}`, 'x-vouch-session': stolen },
        },
        (response) => {
          response.on('error', () => {}).on('close', () => resolve('cut'));
          response.resume();
          session = '';
          void host.openSession().then((key) => (session = key));
        },
      );
      events.end();
    });
    expect(await cut).toBe('cut');
    await expect.poll(() => session).not.toBe('');
    for (const [key, status] of [
      [stolen, 401],
      [session, 200],
    ] as const)
      expect((await command('app.info', '{}', { 'x-vouch-session': key })).status).toBe(status);
  });

  test('keeps the user’s connections and closes idle ones of others', async () => {
    const idle = await Promise.all(
      Array.from(
        { length: 260 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(host.port, '127.0.0.1', () => resolve(socket));
            socket.on('error', reject);
          }),
      ),
    );
    expect((await command('app.info', '{}')).status).toBe(200);
    await expect
      .poll(() => idle.filter((socket) => !socket.readable || socket.destroyed).length)
      .toBeGreaterThan(50);
    for (const socket of idle) socket.destroy();
  });

  test.each([
    ['a missing token', '{}'],
    ['a token of another type', '{"token": 1}'],
    ['an extra member', '{"token": "a", "more": 1}'],
    ['a body that is not JSON', 'token'],
    ['a token of 5,000 characters', JSON.stringify({ token: 'x'.repeat(5000) })],
    ['an empty body', ''],
  ])('%s is a bad request', async (_, body) => {
    const response = await asPage({ method: 'POST', path: '/session', body });
    expect([400, 413]).toContain(response.status);
  });

  const paths: readonly (readonly [string, string])[] = [
    ['POST', '/commands/app.info'],
    ['POST', '/files?service=vat-invoice&sandbox=true'],
    ['GET', '/events'],
    ['GET', '/pictures/1/full'],
    ['GET', '/downloads/a'],
  ];
  test.each(paths)('is required for %s %s', async (method, path) => {
    const before = host.backend.invoked.length;
    for (const key of ['', 'x', `${session}x`, session.slice(1), session.toUpperCase()]) {
      const response = await asPage({ method, path, headers: { 'x-vouch-session': key } });
      expect(response.status).toBe(401);
    }
    const without = await ask({ port: host.port, path: '/pictures/1/full' });
    expect(without.status).toBe(401);
    expect(host.backend.invoked.length).toBe(before);
  });

  test.each([
    ['GET', '/commands/app.info'],
    ['GET', '/session'],
    ['GET', '/files'],
    ['POST', '/events'],
    ['POST', '/pictures/1/full'],
    ['POST', '/downloads/a'],
    ['POST', '/'],
    ['HEAD', '/events'],
  ])('refuses %s %s', async (method, path) => {
    expect((await asPage({ method, path })).status).toBe(405);
  });
});

describe('commands', () => {
  test('reach the backend by name with their input, and return its result', async () => {
    const response = await command('pages.open', '{"id": 3}');
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body.toString())).toEqual({ ok: true, value: { answered: 'pages.open' } });
    expect(host.backend.invoked.at(-1)).toEqual({ name: 'pages.open', input: { id: 3 } });
  });

  test('return a plain 500 for an internal bug', async () => {
    const response = await command('fault', '{}');
    expect(response.status).toBe(500);
    expect(response.body.toString()).not.toContain('a bug');
  });

  test.each([
    ['a body that is not JSON', 'app.info', 'x', {}],
    ['invalid UTF-8', 'app.info', Buffer.from([0x22, 0xff, 0x22]), {}],
    ['a form, which any page can post', 'app.info', '{}', { 'content-type': 'text/plain' }],
    ['a missing content type', 'app.info', '{}', { 'content-type': '' }],
    ['files by path', 'pages.add', '{"files":[{"kind":"path","path":"/etc/passwd"}]}', {}],
  ])('%s is refused', async (_, name, body, headers) => {
    const before = host.backend.invoked.length;
    const response = await asPage({ method: 'POST', path: `/commands/${name}`, body, headers });
    expect(response.status).toBe(400);
    expect(host.backend.invoked.length).toBe(before);
  });

  test('log only the name of an invalid message', async () => {
    await command('pages.open', '"malformed"');
    await command('planted', '"malformed"');
    await command('pages.undo', 'planted');
    await host.exchange({ planted: 1 });
    await host.log.flush();
    const lines = readFileSync(join(host.folder, 'browser.log'), 'utf8');
    for (const name of ['pages.open', 'no command', 'pages.undo', 'session'])
      expect(lines).toContain(`warn message-refused ${name}\n`);
    expect(lines).not.toContain('planted');
  });

  test('reject an input of more than 2 MB', async () => {
    const response = await command('pages.open', `"${'x'.repeat(2_000_001)}"`);
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body.toString())).toMatchObject({ failure: { id: 'request-too-large' } });
  });

  test('accept as many pages and cells at once as the commands promise', async () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => 100_000 + index);
    const versions = ids.map(() => 12);
    const digests = ids.map(() => 'a'.repeat(64));
    const value = '深圳市腾讯计算机系统有限公司';
    const cells = ids.slice(0, mostCells).map((id) => ({ id, version: 12, field: 'seller.name', value }));
    const inputs = {
      'batch.review': { ids, mark: 'confirmed', onlyClean: true, versions, digests },
      'batch.tag': { ids, add: ['待付款'], remove: [], versions },
      'batch.correct': { cells },
    };
    for (const [name, input] of Object.entries(inputs)) {
      const { status, body } = await command(name, JSON.stringify(input));
      expect([name, status, JSON.parse(body.toString())]).toMatchObject([name, 200, { ok: true }]);
    }
  });
});
