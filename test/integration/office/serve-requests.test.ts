import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../../../electron/infra/error-code.ts';
import { usualArrival } from '../../../electron/office/server/server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileCommands } from '../../../shared/contract/books-commands.ts';
import { commands } from '../../../shared/contract/commands.ts';
import {
  askOffice,
  openOfficeServer,
  openBrowser,
  type OpenedOffice,
  type OfficeBrowser,
} from '../../helpers/office-server.ts';
import { usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { makeSelfSigned } from '../../helpers/self-signed.ts';

const password = 'plum kettle harbour seven';

/** Files don't come as JSON; the server handles each user's settings. */
const notAsJson = new Set<string>(['pages.add', 'settings.change', ...fileCommands]);

const behindProxy = (proxy: string) => ({ tls: null, proxy, reachAt: () => ({ kind: 'proxy' }) as const });

describe.skipIf(noPostgres !== null)('the HTTP server of an office', () => {
  let postgres: SharedServer;
  let pool: ReturnType<typeof usersPool>;
  let opened: OpenedOffice;
  let person: OfficeBrowser;

  beforeAll(async () => {
    postgres = await sharedPostgres();
    pool = usersPool(await postgres.database());
    opened = await openOfficeServer(pool);
    person = openBrowser(opened.server.port);
    const link = (await opened.office.firstLink())?.link;
    await person.office('useLink', { link, email: 'li@office.example', name: 'Li Hua', password });
  });
  afterAll(async () => {
    await opened.close();
    await pool.end();
  });
  beforeEach(() => {
    opened.backend.invoked.length = 0;
  });

  const cookie = () => person.cookie() ?? '';
  const own = () => `http://127.0.0.1:${opened.server.port}`;
  const post = (path: string, headers: Record<string, string | string[]>, body = '{}') =>
    askOffice({
      port: opened.server.port,
      path,
      headers: { 'content-type': 'application/json', cookie: cookie(), ...headers },
      body,
    });

  test('serves the page to everyone, with its policy, but no data', async () => {
    const { port } = opened.server;
    const page = await askOffice({ port, method: 'GET', path: '/' });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['cache-control']).toBe('no-store');
    for (const path of ['/pictures/1/full', '/faces/1', '/events', '/downloads/x'])
      expect((await askOffice({ port, method: 'GET', path })).status, path).toBe(401);
    for (const path of ['/commands/pages.list', '/files?service=vat-invoice&sandbox=true'])
      expect(
        (
          await askOffice({
            port,
            path,
            headers: { origin: own(), 'content-type': 'application/json' },
            body: '{}',
          })
        ).status,
        path,
      ).toBe(401);
    expect(opened.backend.invoked).toEqual([]);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a client that sends no Origin', {}],
    ['an opaque Origin', { origin: 'null' }],
    ['another port of this computer', { origin: 'http://127.0.0.1:1' }],
    ['our address over https', { origin: 'OWN-HTTPS' }],
    ['a page that the browser marks as cross-site', { origin: 'OWN', 'sec-fetch-site': 'cross-site' }],
    ['a page that the browser marks as same-site', { origin: 'OWN', 'sec-fetch-site': 'same-site' }],
    ['a foreign Host with its own Origin', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a foreign Host with our Origin', { host: 'evil.example', origin: 'OWN' }],
    ['our name on another port', { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }],
  ])('ignores a POST with the cookie from %s', async (_, given) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value === 'OWN' ? own() : value === 'OWN-HTTPS' ? own().replace('http:', 'https:') : value,
      ]),
    );
    for (const path of [
      '/commands/pages.review',
      '/office/signOut',
      '/office/invite',
      '/files?service=vat-invoice',
    ])
      expect((await post(path, headers)).status, path).toBe(403);
    expect(opened.backend.invoked).toEqual([]);
    expect(await person.office('who')).toMatchObject({ value: { person: { name: 'Li Hua' } } });
  });

  test('has a file sent again if the database goes away while it is added', async () => {
    const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const invoke = vi.spyOn(opened.backend, 'invoke').mockRejectedValueOnce(gone);
    const headers = {
      origin: own(),
      'content-type': 'application/octet-stream',
      'x-vouch-name': 'a.pdf',
    };
    const path = '/files?service=vat-invoice&sandbox=true';
    const refused = await post(path, headers, 'bytes');
    expect([
      refused.status,
      refused.headers['retry-after'],
      JSON.parse(refused.body.toString()),
    ]).toMatchObject([503, '2', { ok: false, failure: { id: 'database-away' } }]);
    expect((await post(path, headers, 'bytes')).status).toBe(200);
    expect(invoke).toHaveBeenCalledTimes(2);
    invoke.mockRestore();
  });

  test('finishes responses in progress when it stops', async () => {
    const stopping = await openOfficeServer(pool);
    const { port } = stopping.server;
    const blocker = await pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
    const headers = {
      origin: `http://127.0.0.1:${port}`,
      'content-type': 'application/json',
      cookie: cookie(),
    };
    const asked = askOffice({ port, path: '/office/who', headers, body: '{}' });
    await wait(300);
    const closed = stopping.close();
    await wait(300);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await asked).status).toBe(200);
    await closed;
  });

  test('rejects a form of another site', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      expect((await post('/commands/pages.review', { origin: own(), 'content-type': type })).status).toBe(
        400,
      );
    expect(opened.backend.invoked).toEqual([]);
  });

  test('passes only allowed commands to the backend', async () => {
    for (const name of Object.keys(commands)) await post(`/commands/${name}`, { origin: own() });
    const reached = new Set(opened.backend.invoked.map(({ name }) => name));
    const allowed = Object.entries(commands).flatMap(([name, command]) =>
      'office' in command && !notAsJson.has(name) ? [name] : [],
    );
    expect([...reached].toSorted()).toEqual(allowed.toSorted());
    expect(allowed).not.toContain('account.save');
  });

  test('rejects every form of path among files', async () => {
    const path = { kind: 'path', path: '/etc/passwd' };
    const input = JSON.stringify({ service: 'vat-invoice', sandbox: true, files: [path] });
    expect((await post('/commands/pages.add', { origin: own() }, input)).status).toBe(400);
    expect(opened.backend.invoked).toEqual([]);
  });

  test('rejects the token and key of the browser host', async () => {
    expect((await post('/session', { origin: own() }, '{"token":"x"}')).status).toBe(404);
    const response = await askOffice({
      port: opened.server.port,
      path: '/commands/pages.list',
      headers: { origin: own(), 'content-type': 'application/json', 'x-vouch-session': 'x' },
      body: '{}',
    });
    expect(response.status).toBe(401);
  });

  test('accepts an office command only as a post with valid JSON of limited length', async () => {
    const { port } = opened.server;
    expect((await askOffice({ port, method: 'GET', path: '/office/people' })).status).toBe(405);
    expect((await post('/office/constructor', { origin: own() })).status).toBe(404);
    expect((await post('/office/who', { origin: own() }, '{"more":1}')).status).toBe(400);
    expect((await post('/office/who', { origin: own() }, 'x'.repeat(20_000))).status).toBe(413);
    expect((await post('/office/setRole', { origin: own() }, '{"person":"x","role":"root"}')).status).toBe(
      400,
    );
  });

  test('ends a stream of events with its session', async () => {
    const other = openBrowser(opened.server.port);
    await other.office('signIn', { email: 'li@office.example', password });
    const events = askOffice({
      port: opened.server.port,
      method: 'GET',
      path: '/events',
      headers: { cookie: other.cookie() ?? '' },
    }).then(
      () => 'ended',
      () => 'ended',
    );
    await expect.poll(() => opened.backend.listeners()).toBe(1);
    await other.office('signOut');
    expect(await events).toBe('ended');
    expect(opened.backend.listeners()).toBe(0);
  });

  test('logs no key, link or password', async () => {
    const link = 'x'.repeat(43);
    await person.office('useLink', { link, email: 'a@b.example', name: 'A', password });
    await post(`/commands/pages.list`, { cookie: `__Host-vouch=${link}`, origin: own() });
    const text = opened.logged.join('\n');
    for (const secret of [cookie().split('=')[1] ?? '', link, password]) expect(text).not.toContain(secret);
  });

  describe('with a certificate', () => {
    const files = makeSelfSigned();
    let secure: OpenedOffice;
    beforeEach(async () => {
      secure = await openOfficeServer(pool, {
        tls: { cert: Buffer.from(files.cert), key: Buffer.from(files.key) },
        proxy: null,
        reachAt: () => ({ kind: 'certificate', certificate: new X509Certificate(files.cert) }),
      });
    });
    afterEach(() => secure.close());
    const at = (headers: Record<string, string>, ca: string | undefined = files.cert) =>
      askOffice({
        port: secure.server.port,
        path: '/office/who',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
        ...(ca === undefined ? {} : { ca }),
      });

    test('accepts the names of the certificate over https, and sends the header for strict https', async () => {
      const { port } = secure.server;
      for (const name of ['localhost', '127.0.0.1']) {
        const response = await at({ host: `${name}:${port}`, origin: `https://${name}:${port}` });
        expect(response.status).toBe(200);
        expect(response.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
      }
    });

    test.each([
      ['another name', 'vouch.evil.example', 'https://vouch.evil.example'],
      ['a name that starts with ours', 'localhost.evil.example', 'https://localhost.evil.example'],
      ['our name, but a page over plain http', 'localhost', 'http://localhost'],
      ['another address', '127.0.0.2', 'https://127.0.0.2'],
    ])('refuses %s', async (_, host, origin) => {
      expect((await at({ host, origin })).status).toBe(403);
    });

    test('gives no response to plain http', async () => {
      const plain = askOffice({ port: secure.server.port, path: '/', method: 'GET' });
      await expect(plain).rejects.toThrow();
    });
  });

  describe('behind a proxy', () => {
    test('uses the name that the proxy passes on, if the client used https', async () => {
      const behind = await openOfficeServer(pool, behindProxy('127.0.0.1'));
      const at = (headers: Record<string, string>) =>
        askOffice({
          port: behind.server.port,
          path: '/office/signIn',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ email: 'li@office.example', password }),
        });
      const host = 'vouch.office.example';
      const good = { host, origin: `https://${host}`, 'x-forwarded-proto': 'https' };
      // A client can forge the first addresses; the proxy adds the last.
      for (const [forwarded, address] of [
        ['6.6.6.6, 10.9.8.7', '10.9.8.7'],
        // Some proxies add the port.
        ['6.6.6.6:1, 10.9.8.7:51234', '10.9.8.7'],
        ['[2001:db8::7]:443', '2001:db8::7'],
      ] as const) {
        expect((await at({ ...good, 'x-forwarded-for': forwarded })).status).toBe(200);
        const { rows } = await pool.query(`SELECT address FROM trail ORDER BY id DESC LIMIT 1`);
        expect(rows).toEqual([{ address }]);
      }
      expect((await at({ ...good, 'x-forwarded-proto': 'http' })).status).toBe(403);
      expect((await at({ host, origin: `https://${host}` })).status).toBe(403);
      expect((await at({ ...good, origin: `http://${host}` })).status).toBe(403);
      expect((await at({ ...good, origin: 'https://evil.example' })).status).toBe(403);
      await behind.close();
    });

    test('rejects all other clients', async () => {
      const behind = await openOfficeServer(pool, behindProxy('10.0.0.1'));
      await expect(askOffice({ port: behind.server.port, path: '/', method: 'GET' })).rejects.toThrow();
      await behind.close();
    });
  });

  test('wait for files over slow lines, but not for other bodies', async () => {
    // 64 MB over 0.3 Mbit/s.
    expect(usualArrival.file).toBeGreaterThan((64_000_000 * 8) / 300);
    const slow = await openOfficeServer(pool, undefined, undefined, { ...usualArrival, other: 500 });
    const { port } = slow.server;
    const send = async (path: string, type: string, parts: readonly string[]): Promise<number | string> => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: {
          origin: `http://127.0.0.1:${port}`,
          cookie: cookie(),
          'content-type': type,
          'x-vouch-name': 'a.pdf',
        },
      });
      const answered = once(asked, 'response').then(
        ([response]) => (response as IncomingMessage).statusCode ?? 0,
        (error: unknown) => codeOf(error),
      );
      for (const part of parts) {
        if (!asked.destroyed) asked.write(part);
        await wait(300);
      }
      asked.end();
      return answered;
    };
    const parts = ['{', '"a"', ':', '1', '}'];
    const upload = '/files?service=vat-invoice&sandbox=true';
    expect(await send(upload, 'application/octet-stream', parts)).toBe(200);
    expect(await send('/commands/pages.list', 'application/json', parts)).toBe('ECONNRESET');
    await slow.close();
  });
});
