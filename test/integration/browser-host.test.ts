import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../electron/hosts/browser/server.ts';
import { createSessions } from '../../electron/hosts/browser/sessions.ts';
import { openInterfaceFiles } from '../../electron/hosts/window/interface-files.ts';
import { openLog } from '../../electron/infra/log.ts';
import { ask, type Question, type Reply } from '../helpers/app-fixtures/ask.ts';
import { recordingBackend } from '../helpers/app-fixtures/recording-backend.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-browser-host-'));
mkdirSync(join(folder, 'renderer'));
writeFileSync(join(folder, 'renderer', 'index.html'), '<html><head></head></html>');

const backend = recordingBackend();
let usedAgain = 0;
const sessions = createSessions(
  () => performance.now(),
  () => (usedAgain += 1),
);
let server: RunningServer;
let session = '';
const ownLog = openLog(join(folder, 'browser.log'), () => new Date());

const exchange = (token: unknown): Promise<Reply> =>
  ask({
    port: server.port,
    method: 'POST',
    path: '/session',
    headers: { origin: `http://127.0.0.1:${server.port}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });

const openSession = async (token: string): Promise<string> =>
  JSON.parse((await exchange(token)).body.toString()).value.session;

beforeAll(async () => {
  server = await startServer(
    {
      files: openInterfaceFiles(join(folder, 'renderer')),
      sessions,
      backend: () => Promise.resolve(backend),
      log: ownLog,
    },
    0,
  );
  session = await openSession(sessions.issueToken());
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A request as the host's own page makes it, with a test's changes. */
const asPage = (question: Omit<Question, 'port'>): Promise<Reply> =>
  ask({
    port: server.port,
    ...question,
    headers: {
      origin: `http://127.0.0.1:${server.port}`,
      'x-vouch-session': session,
      'content-type': 'application/json',
      ...question.headers,
    },
  });

const command = (name: string, body: string, headers = {}): Promise<Reply> =>
  asPage({ method: 'POST', path: `/commands/${name}`, body, headers });

describe('the browser host', () => {
  test('listens on loopback only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(server.port, address, () => resolve('connected'));
        socket.on('error', () => resolve('refused'));
        socket.on('close', () => socket.destroy());
      });
      expect(outcome).toBe('refused');
    }
  });

  test('serves the page with its policy, without cross-origin access or storage on disk', async () => {
    const page = await ask({ port: server.port });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('refuses a foreign name that points at loopback, even for the page', async () => {
    for (const host of ['evil.example', `localhost:${server.port}`, `127.0.0.1.nip.io:${server.port}`]) {
      const response = await ask({ port: server.port, headers: { host } });
      expect(response.status).toBe(403);
      expect(response.body.toString()).not.toContain('csp-nonce');
    }
  });

  test('refuses a duplicate Host header', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nHost: evil.example\r\n\r\n`),
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
    usedAgain = 0;
    const token = sessions.issueToken();
    session = await openSession(token);
    const again = await exchange(token);
    expect(again.status).toBe(403);
    expect(JSON.parse(again.body.toString())).toMatchObject({ ok: false, failure: { id: 'no-session' } });
    expect(again.body.toString()).toContain('someone else');
    expect(usedAgain).toBe(1);
  });

  test('ends with a new address: its requests, and its event stream', async () => {
    const stolen = session;
    const cut = new Promise((resolve) => {
      const events = request(
        {
          port: server.port,
          host: '127.0.0.1',
          path: '/events',
          headers: { origin: `http://127.0.0.1:${server.port}`, 'x-vouch-session': stolen },
        },
        (response) => {
          response.on('error', () => {}).on('close', () => resolve('cut'));
          response.resume();
          session = '';
          void openSession(sessions.issueToken()).then((key) => (session = key));
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
            const socket = connect(server.port, '127.0.0.1', () => resolve(socket));
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
    ['no token', '{}'],
    ['a token of another type', '{"token": 1}'],
    ['more than a token', '{"token": "a", "more": 1}'],
    ['no JSON', 'token'],
    ['a text without end', JSON.stringify({ token: 'x'.repeat(5000) })],
    ['nothing', ''],
  ])('%s is a bad request', async (_, body) => {
    const response = await asPage({ method: 'POST', path: '/session', body });
    expect([400, 413]).toContain(response.status);
  });

  const doors: readonly (readonly [string, string])[] = [
    ['POST', '/commands/app.info'],
    ['POST', '/files?service=vat-invoice&sandbox=true'],
    ['GET', '/events'],
    ['GET', '/pictures/1/full'],
    ['GET', '/downloads/a'],
  ];
  test.each(doors)('is required for %s %s', async (method, path) => {
    const before = backend.invoked.length;
    for (const key of ['', 'x', `${session}x`, session.slice(1), session.toUpperCase()]) {
      const response = await asPage({ method, path, headers: { 'x-vouch-session': key } });
      expect(response.status).toBe(401);
    }
    const without = await ask({ port: server.port, path: '/pictures/1/full' });
    expect(without.status).toBe(401);
    expect(backend.invoked.length).toBe(before);
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
    expect(backend.invoked.at(-1)).toEqual({ name: 'pages.open', input: { id: 3 } });
  });

  test('return a plain 500 for an internal bug', async () => {
    const response = await command('fault', '{}');
    expect(response.status).toBe(500);
    expect(response.body.toString()).not.toContain('a bug');
  });

  test.each([
    ['no JSON', 'app.info', 'x', {}],
    ['broken UTF-8', 'app.info', Buffer.from([0x22, 0xff, 0x22]), {}],
    ['a form, which any page may post', 'app.info', '{}', { 'content-type': 'text/plain' }],
    ['no type', 'app.info', '{}', { 'content-type': '' }],
    ['files by path', 'pages.add', '{"files":[{"kind":"path","path":"/etc/passwd"}]}', {}],
  ])('%s is refused', async (_, name, body, headers) => {
    const before = backend.invoked.length;
    const response = await asPage({ method: 'POST', path: `/commands/${name}`, body, headers });
    expect(response.status).toBe(400);
    expect(backend.invoked.length).toBe(before);
  });

  test('log only the name of an invalid message', async () => {
    await command('pages.open', '"malformed"');
    await command('planted', '"malformed"');
    await command('pages.undo', 'planted');
    await exchange({ planted: 1 });
    await ownLog.flush();
    const lines = readFileSync(join(folder, 'browser.log'), 'utf8');
    for (const name of ['pages.open', 'no command', 'pages.undo', 'session'])
      expect(lines).toContain(`warn message-refused ${name}\n`);
    expect(lines).not.toContain('planted');
  });

  test('reject an input of more than 2 MB', async () => {
    const response = await command('pages.open', `"${'x'.repeat(2_000_001)}"`);
    expect(response.status).toBe(413);
  });
});

const addFile = (query: string, name: string | undefined, body: Buffer, type = 'application/octet-stream') =>
  asPage({
    method: 'POST',
    path: `/files?${query}`,
    headers: { 'content-type': type, ...(name === undefined ? {} : { 'x-vouch-name': name }) },
    body,
  });

describe('files', () => {
  test('arrive with their bytes and their Chinese name', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const name = encodeURIComponent('发票 1.jpg');
    expect((await addFile('service=vat-invoice&sandbox=true', name, bytes)).status).toBe(200);
    expect(backend.invoked.at(-1)).toEqual({
      name: 'pages.add',
      input: { service: 'vat-invoice', sandbox: true, files: [{ kind: 'bytes', name: '发票 1.jpg', bytes }] },
    });
  });

  test('of one drop carry its id and the number of files that follow', async () => {
    const id = '6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11';
    const query = `service=vat-invoice&sandbox=true&drop=${id}&left=3`;
    expect((await addFile(query, 'a.jpg', Buffer.from('x'))).status).toBe(200);
    expect(backend.invoked.at(-1)?.input).toMatchObject({ sandbox: true, drop: { id, left: 3 } });
  });

  test.each([
    ['service=vat-invoice', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&left=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=1&left=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11&left=-1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11&left=1e9', 'a.jpg'],
    ['service=other&sandbox=true', 'a.jpg'],
    ['service=vat-invoice&sandbox=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&more=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true', undefined],
    ['service=vat-invoice&sandbox=true', ''],
    ['service=vat-invoice&sandbox=true', '%ff'],
  ])('%s with the name %j is refused', async (query, name) => {
    const before = backend.invoked.length;
    expect((await addFile(query, name, Buffer.from('x'))).status).toBe(400);
    expect(backend.invoked.length).toBe(before);
  });

  test('are refused as a form post', async () => {
    const response = await addFile(
      'service=vat-invoice&sandbox=true',
      'a',
      Buffer.from('x'),
      'multipart/form-data',
    );
    expect(response.status).toBe(400);
  });

  test('are limited while bytes arrive, regardless of the announced length', async () => {
    const before = backend.invoked.length;
    const status = await new Promise((resolve) => {
      const upload = request(
        {
          host: '127.0.0.1',
          port: server.port,
          method: 'POST',
          path: '/files?service=vat-invoice&sandbox=true',
          headers: {
            origin: `http://127.0.0.1:${server.port}`,
            'x-vouch-session': session,
            'x-vouch-name': 'a',
            'content-type': 'application/octet-stream',
          },
        },
        (response) => resolve(response.resume().statusCode),
      );
      upload.on('error', () => resolve('cut'));
      const part = Buffer.alloc(1_000_000);
      const writeOn = (left: number): void => {
        if (left > 0 && !upload.destroyed) upload.write(part, () => writeOn(left - 1));
        else upload.end();
      };
      writeOn(80);
    });
    expect([413, 'cut']).toContain(status);
    expect(backend.invoked.length).toBe(before);
  });
});

describe('pictures, downloads, events', () => {
  test('serves a picture with its type and without any permission as a page', async () => {
    backend.pictures.set('5/thumbnail', { type: 'image/webp', bytes: Buffer.from('picture') });
    const response = await asPage({ path: '/pictures/5/thumbnail' });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(response.body.toString()).toBe('picture');
    expect((await asPage({ path: '/pictures/6/full' })).status).toBe(404);
  });

  test('serves an export once, with its own name', async () => {
    backend.downloads.set('one', { type: 'text/csv', bytes: Buffer.from('a,b'), name: "发票'(1).csv" });
    const response = await asPage({ path: '/downloads/one' });
    expect(response.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''%E5%8F%91%E7%A5%A8%27%281%29.csv",
    );
    expect((await asPage({ path: '/downloads/one' })).status).toBe(404);
  });

  test('streams one event a line, and forgets a closed window', async () => {
    const events: unknown[] = [];
    const stream = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/events',
      headers: { 'x-vouch-session': session },
    });
    stream.end();
    await new Promise<void>((resolve) => {
      stream.on('response', (response) => {
        let text = '';
        backend.emit({ type: 'pages.removed', ids: [1] });
        backend.emit({ type: 'pages.removed', ids: [2, 3] });
        response.on('data', (part: Buffer) => {
          text += part.toString();
          const lines = text.split('\n');
          text = lines.pop() ?? '';
          events.push(...lines.map((line): unknown => JSON.parse(line)));
          if (events.length === 2) resolve();
        });
        response.on('error', () => {});
      });
    });
    expect(events).toEqual([
      { type: 'pages.removed', ids: [1] },
      { type: 'pages.removed', ids: [2, 3] },
    ]);
    expect(backend.listeners()).toBe(1);
    stream.destroy();
    await expect.poll(() => backend.listeners()).toBe(0);
  });
});

describe('a flood of refused requests', () => {
  test('gets short responses, does not fill the log, and locks out no session', async () => {
    const logFile = join(folder, 'flood.log');
    const log = openLog(logFile, () => new Date());
    const own = await startServer(
      {
        files: openInterfaceFiles(join(folder, 'renderer')),
        sessions,
        backend: () => Promise.resolve(backend),
        log,
      },
      0,
    );
    const statuses: number[] = [];
    for (let index = 0; index < 1100; index += 1) {
      const headers = index % 2 === 0 ? { host: 'evil.example' } : { 'x-vouch-session': 'guess' };
      statuses.push((await ask({ port: own.port, path: '/pictures/1/full', headers })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    const asked = await ask({
      port: own.port,
      path: '/pictures/404/full',
      headers: { 'x-vouch-session': session },
    });
    expect(asked.status).toBe(404);
    await own.close();
    await log.flush();
    expect(readFileSync(logFile, 'utf8').trim().split('\n')).toHaveLength(61);
  });
});
