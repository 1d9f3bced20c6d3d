import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { officeHost } from '../../../renderer/shell/browser-host.ts';
import { callOffice } from '../../../renderer/state/call-office.ts';
import { sendPatiently, useReach } from '../../../renderer/state/reach.ts';
import { Client, Pool } from '../../../electron/office/store/client.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { serveOffice } from '../../helpers/served-office.ts';
import { signInUsers } from '../../helpers/office-desk.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';

/** The network between the window and its server, which a test takes away. */
const openNetwork = async (port: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const network: Server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const there = dial(port, '127.0.0.1');
    for (const end of [socket, there]) {
      sockets.add(end);
      end.on('error', () => {});
    }
    socket.pipe(there).pipe(socket);
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  const address = network.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => {
      isCut = false;
    },
    close: () => network.close(),
  };
};

describe.skipIf(noPostgres !== null)('a window during an outage', () => {
  let postgres: TestServer;
  let url: string;
  let serve: Awaited<ReturnType<typeof serveOffice>>;
  let network: Awaited<ReturnType<typeof openNetwork>>;
  let page: PageDetail;
  /** Requests by path, in their order; a test can lose the answer of one. */
  let sent: string[] = [];
  let losesAnswerOf: string | null = null;
  const host = officeHost(sendPatiently);

  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.database();
    serve = await serveOffice(url);
    const { port, origin } = serve;
    network = await openNetwork(port);
    const pool = new Pool({ connectionString: url, options: '-c search_path=vouch_people' });
    const [cookie = ''] = await signInUsers(pool, 1);
    await pool.end();
    /** As a browser: `fetch` of Node.js sets the Host header itself. */
    const ask = async (path: string, { method = 'GET', headers, body, signal }: RequestInit) => {
      const bytes = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
      return await new Promise<Response>((resolve, reject) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port: network.port,
            method,
            path,
            agent: false,
            ...(signal ? { signal } : {}),
            headers: {
              ...Object.fromEntries(new Headers(headers)),
              cookie,
              origin,
              host: `127.0.0.1:${port}`,
            },
          },
          (answer) => {
            const given = new Headers({ 'content-type': answer.headers['content-type'] ?? '' });
            void buffer(answer).then(
              (whole) => resolve(new Response(whole, { status: answer.statusCode ?? 0, headers: given })),
              reject,
            );
          },
        );
        asked.on('error', reject);
        asked.end(bytes);
      });
    };
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      sent.push(path);
      const response = await ask(path, init);
      if (losesAnswerOf === null || !path.endsWith(losesAnswerOf)) return response;
      losesAnswerOf = null;
      throw new TypeError('The connection was lost.');
    });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    const bytes = await readFile(new URL('../../../samples/digital-data.xml', import.meta.url));
    const added = await host.addFiles(
      'vat-invoice',
      [new File([bytes], 'a.xml')],
      { sandbox: false, held: false, drop: { id: crypto.randomUUID(), places: new Map() } },
      () => {},
    );
    if (!added.ok) throw new Error(added.failure.id);
    page = await vi.waitFor(
      async () => {
        const listed = await host.invoke('pages.list', { service: 'vat-invoice' });
        const [row] = listed.ok ? listed.value : [];
        if (row?.state !== 'recognized') throw new Error('Not yet recognized');
        const opened = await host.invoke('pages.open', { id: row.id });
        if (!opened.ok) throw new Error(opened.failure.id);
        return opened.value;
      },
      { timeout: 60_000 },
    );
  }, 120_000);
  afterEach(() => {
    sent = [];
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await serve.stop();
    network.close();
    await postgres.close();
  });

  const { getState } = useReach;
  const correct = (value: string) => {
    const { id } = page.summary;
    return host.invoke('pages.correct', { id, field: 'number', value, was: null, version: page.version });
  };
  /** The values that were typed, in the order in which they were stored, and their entries in the audit log. */
  const stored = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT body::json->>'value' AS value FROM vouch.review_events WHERE kind = 'correct' ORDER BY version`,
    );
    const entries = await client.query(
      `SELECT now FROM vouch_people.trail WHERE action = 'command pages.correct' ORDER BY id`,
    );
    await client.end();
    return { values: rows.map(({ value }) => value), entries: entries.rows.map(({ now }) => now) };
  };

  test('of the database keeps the typed value, says so, and stores it once', async () => {
    await postgres.crash();
    const saved = correct('11111111');
    await expect
      .poll(() => getState(), { timeout: 30_000 })
      .toMatchObject({
        away: { what: 'database' },
        saving: 1,
      });
    // A new tab learns it, too, and opens by itself.
    const tab = callOffice('who', {});
    await postgres.restart();
    expect(await saved).toMatchObject({ ok: true });
    expect(await tab).toMatchObject({ ok: true, value: { person: { name: 'User 0' } } });
    await expect.poll(() => getState(), { timeout: 30_000 }).toEqual({ away: null, saving: 0 });
    expect(await stored()).toEqual({ values: ['11111111'], entries: ['11111111'] });
  }, 120_000);

  test('of the server sends the value again as soon as it is back', async () => {
    network.cut();
    const saved = correct('22222222');
    await expect.poll(() => getState().away?.what, { timeout: 30_000 }).toBe('server');
    network.mend();
    expect(await saved).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ values: ['11111111', '22222222'] });
  }, 120_000);

  test('whose answer is lost stores the value once, and answers with the page', async () => {
    losesAnswerOf = 'pages.correct';
    const saved = await correct('33333333');
    expect(saved).toMatchObject({ ok: true, value: { invoice: { value: { number: '33333333' } } } });
    expect(sent.filter((path) => path.endsWith('pages.correct'))).toHaveLength(2);
    const values = ['11111111', '22222222', '33333333'];
    expect(await stored()).toEqual({ values, entries: values });
  }, 120_000);

  test('whose first request still runs when the second comes stores the value once', async () => {
    const same = vi.spyOn(crypto, 'randomUUID').mockReturnValue('0b0e1f0a-5c1e-4a52-9d7c-2f4f0b6f3c11');
    const both = await Promise.all([correct('44444444'), correct('44444444')]);
    same.mockRestore();
    const answer = { ok: true, value: { invoice: { value: { number: '44444444' } } } };
    expect(both).toMatchObject([answer, answer]);
    const values = ['11111111', '22222222', '33333333', '44444444'];
    expect(await stored()).toEqual({ values, entries: values });
  }, 120_000);

  test('decides again about a request that stored nothing', async () => {
    const same = vi.spyOn(crypto, 'randomUUID').mockReturnValue('7d2f5c3e-1b0a-4f39-8c55-61f1d0a3be22');
    const { id } = page.summary;
    const revert = () => host.invoke('pages.revert', { id, field: 'issueDate', version: page.version });
    const refused = { ok: false, failure: { id: 'nothing-to-revert' } };
    expect(await revert()).toMatchObject(refused);
    expect(await revert()).toMatchObject(refused);
    const field = { id, field: 'issueDate', was: null, version: page.version };
    expect(await host.invoke('pages.correct', { ...field, value: '2025-04-19' })).toMatchObject({ ok: true });
    // Another value, and another command: the id alone makes none of them stored.
    expect(await correct('55555555')).toMatchObject({ ok: true });
    expect(await host.invoke('pages.note', { id, text: 'seen', version: page.version })).toMatchObject({
      ok: true,
      value: { summary: { note: 'seen' } },
    });
    same.mockRestore();
    expect((await stored()).values).toContain('55555555');
  }, 120_000);

  test('does not send again what could be done twice', async () => {
    losesAnswerOf = 'pages.recognize';
    expect(await host.invoke('pages.recognize', { ids: [] })).toMatchObject({
      ok: false,
      failure: { id: 'unreachable' },
    });
    expect(sent).toEqual(['/commands/pages.recognize']);
  });
});
