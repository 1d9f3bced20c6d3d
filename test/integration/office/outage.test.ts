import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { officeHost } from '../../../renderer/shell/browser-host.ts';
import { callOffice } from '../../../renderer/state/call-office.ts';
import { sendPatiently, useReach } from '../../../renderer/state/reach.ts';
import { Client, Pool } from '../../../electron/office/store/client.ts';
import { signOfLife } from '../../../electron/office/store/workers.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { defaultSettings } from '../../../shared/contract/settings.ts';
import { writeEInvoice } from '../../samples/digital/write-einvoice.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { bought } from '../../helpers/own-invoices.ts';
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

const nothingElse = async (): Promise<unknown> => null;

describe.skipIf(noPostgres !== null)('a window during an outage', () => {
  let postgres: TestServer;
  let url: string;
  let serve: Awaited<ReturnType<typeof serveOffice>>;
  let network: Awaited<ReturnType<typeof openNetwork>>;
  let page: PageDetail;
  /** Requests by path, in their order; a test can lose the answer of one. */
  let sent: string[] = [];
  let losesAnswerOf: string | null = null;
  /** What happens between the lost answer and the second request. */
  let meanwhile: () => Promise<unknown> = nothingElse;
  const host = officeHost(sendPatiently);
  /** Another window: it does not wait for what the first one sends again. */
  const otherHost = officeHost(sendPatiently);

  /** The page of a file that is handed in, once it is recognized. */
  const added = async (name: string, bytes: string | Buffer<ArrayBuffer>): Promise<PageDetail> => {
    let id = 0;
    const sentFiles = await host.addFiles(
      'vat-invoice',
      [new File([bytes], name)],
      { sandbox: false, held: false, drop: { id: crypto.randomUUID(), places: new Map() } },
      ([first = 0]) => {
        id = first;
      },
    );
    if (!sentFiles.ok) throw new Error(sentFiles.failure.id);
    return await vi.waitFor(
      async () => {
        const opened = await host.invoke('pages.open', { id });
        if (!opened.ok) throw new Error(opened.failure.id);
        if (opened.value.summary.state !== 'recognized') throw new Error('Not yet recognized');
        return opened.value;
      },
      { timeout: 60_000 },
    );
  };

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
      await meanwhile();
      throw new TypeError('The connection was lost.');
    });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    page = await added(
      'a.xml',
      await readFile(new URL('../../../samples/digital-data.xml', import.meta.url)),
    );
  }, 120_000);
  afterEach(() => {
    sent = [];
    meanwhile = nothingElse;
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await serve.stop();
    network.close();
    await postgres.close();
  });

  const { getState } = useReach;
  const correct = (value: string, by = host) => {
    const { id } = page.summary;
    return by.invoke('pages.correct', { id, field: 'number', value, was: null, version: page.version });
  };
  const version = async (id: number): Promise<number> => {
    const opened = await host.invoke('pages.open', { id });
    return opened.ok ? opened.value.version : 0;
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

  test('of the server stores what waits in the order of the presses, and takes nothing back', async () => {
    network.cut();
    const { id } = page.summary;
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    const pressed = texts.map((text) => host.invoke('pages.note', { id, text, version: page.version }));
    await expect.poll(() => getState().away?.what, { timeout: 30_000 }).toBe('server');
    const undone = await Promise.all([1, 2].map(() => host.invoke('batch.undo', { redo: false })));
    for (const refused of undone)
      expect(refused).toMatchObject({ ok: false, failure: { id: 'office-away' } });
    network.mend();
    for (const saved of await Promise.all(pressed)) expect(saved).toMatchObject({ ok: true });
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT kind, body::json->>'text' AS text FROM vouch.review_events
       WHERE page = $1 AND kind IN ('note', 'undo') ORDER BY version`,
      [id],
    );
    await client.end();
    expect(rows).toEqual(texts.map((text) => ({ kind: 'note', text })));
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
    const both = await Promise.all([correct('44444444'), correct('44444444', otherHost)]);
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

  describe('loses an answer', () => {
    let client: InstanceType<typeof Client>;
    let other: PageDetail;
    beforeAll(async () => {
      other = await added('b.xml', writeEInvoice(bought(1)));
      client = new Client({ connectionString: url });
      await client.connect();
    }, 120_000);
    afterAll(() => client.end());

    /** What a change of several invoices adds to the review and to the audit log. */
    const countOf = async () => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*) FROM vouch.review_events)::int AS events,
          (SELECT count(*) FROM vouch_people.trail)::int AS entries`,
      );
      return rows[0] as { events: number; entries: number };
    };
    const kept = async () =>
      (await client.query('SELECT 1 FROM vouch.units WHERE answer IS NOT NULL')).rows.length;
    /** Makes some of the kept answers this old. */
    const age = (to: string, most: number) =>
      client.query(
        `UPDATE vouch.units SET at = now() - $1::interval
         WHERE token IN (SELECT token FROM vouch.units WHERE answer IS NOT NULL LIMIT $2)`,
        [to, most],
      );
    type Batch = 'batch.correct' | 'batch.tag' | 'batch.review' | 'batch.join' | 'batch.split';
    const inputOf = async (name: Batch): Promise<object> => {
      const ids = [page.summary.id, other.summary.id];
      const [id = 0] = ids;
      const versions = [await version(id), await version(other.summary.id)];
      switch (name) {
        case 'batch.correct':
          return { cells: [{ id, version: versions[0], field: 'remark', value: 'checked' }] };
        case 'batch.tag':
          return { ids, add: ['travel'], remove: [], versions };
        case 'batch.review':
          return { ids, mark: 'aside', onlyClean: false, versions, digests: [null, null] };
        case 'batch.join':
        case 'batch.split':
          return { ids };
        default:
          return name satisfies never;
      }
    };
    const ids = () => [page.summary.id, other.summary.id];
    /** With the events and the entries of one use. */
    test.each<[Batch, () => object, number, number]>([
      ['batch.correct', () => ({ changed: [page.summary.id], met: null }), 1, 1],
      ['batch.tag', () => ({ met: null }), 2, 2],
      ['batch.join', () => ({ into: page.summary.id }), 2, 2],
      ['batch.split', () => ({ pages: ids() }), 2, 2],
      ['batch.review', () => ({ changed: ids(), met: null }), 2, 2],
    ])(
      'of %s: it is done once, and answered',
      async (name, answer, events, entries) => {
        const before = await countOf();
        const input = await inputOf(name);
        losesAnswerOf = name;
        expect(await host.invoke(name, input as never)).toMatchObject({ ok: true, value: answer() });
        expect(sent.filter((path) => path.endsWith(name))).toHaveLength(2);
        expect(await countOf()).toEqual({
          events: before.events + events,
          entries: before.entries + entries,
        });
      },
      120_000,
    );

    test('of a list that another administrator has changed since: nothing is lost, and nobody is told of a conflict', async () => {
      const [mine, theirs] = ['甲公司', '乙公司'].map((name) => [{ name, taxId: '' }]);
      losesAnswerOf = 'settings.change';
      meanwhile = () =>
        otherHost.invoke('settings.change', { ownCompanies: theirs, was: { ownCompanies: mine } });
      const before = await countOf();
      const was = { ownCompanies: [], confidenceLimit: defaultSettings.confidenceLimit };
      const change = { ownCompanies: mine, confidenceLimit: 0.8, was };
      expect(await host.invoke('settings.change', change)).toMatchObject({
        ok: true,
        value: { ownCompanies: theirs, confidenceLimit: 0.8 },
      });
      expect(sent.filter((path) => path.endsWith('settings.change'))).toHaveLength(3);
      // Both settings of the first change, and the list of the other.
      expect(await countOf()).toEqual({ ...before, entries: before.entries + 3 });
    });

    test.each([
      ['of an office', { confidenceLimit: 0.8 }, { confidenceLimit: 0.7 }, { confidenceLimit: 0.6 }],
      ['of a user', {}, { theme: 'dark', keepZoom: true }, { theme: 'light' }],
      ['that was so before', { confidenceLimit: 0.6 }, { confidenceLimit: 0.6 }, { confidenceLimit: 0.75 }],
    ] as const)('of a setting %s: the later change stays', async (_, before, first, later) => {
      losesAnswerOf = 'settings.change';
      const seen = 'confidenceLimit' in first ? { was: first } : {};
      meanwhile = () => otherHost.invoke('settings.change', { ...later, ...seen });
      const value = { ...first, ...later };
      expect(await host.invoke('settings.change', { ...first, was: before })).toMatchObject({
        ok: true,
        value,
      });
      expect(await host.invoke('app.info', {})).toMatchObject({ ok: true, value: { settings: value } });
    });

    test('keeps answers for two days, also in an office without a worker', async () => {
      expect(await kept()).toBe(5);
      const opened = await openOfficeAt(url);
      await age('47 hours', 5);
      await age('49 hours', 1);
      await signOfLife(opened, 'test', false);
      expect(await kept()).toBe(4);
      await age('49 hours', 3);
      const server = await serveOffice(url);
      onTestFinished(async () => void (await server.stop()));
      await expect.poll(kept).toBe(1);
    });
  });

  test('does not send again what could be done twice', async () => {
    losesAnswerOf = 'pages.recognize';
    expect(await host.invoke('pages.recognize', { ids: [] })).toMatchObject({
      ok: false,
      failure: { id: 'unreachable' },
    });
    expect(sent).toEqual(['/commands/pages.recognize']);
  });
});
