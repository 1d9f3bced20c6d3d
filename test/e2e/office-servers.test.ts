import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeDigitalInvoice } from '../../build/samples/digital/make-invoice.ts';
import { writeEInvoice } from '../../build/samples/digital/write-einvoice.ts';
import { seededRandom } from '../../build/samples/random.ts';
import type { PageDetail, PageSummary } from '../../shared/contract/page.ts';
import { Client } from '../../electron/store/postgres/client.ts';
import { spawnServe } from '../helpers/app-fixtures/office-app.ts';
import { startVouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import type { Fault } from '../helpers/fault-server.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { askOffice, visit, type Visitor } from '../helpers/office-door.ts';
import { plainExport } from '../helpers/exports.ts';
import { startRoundRobin } from '../helpers/round-robin.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Each test starts several programs one after the other.
vi.setConfig({ testTimeout: 300_000 });

let server: TestServer;

const portOf = (address: string): number => Number(new URL(address).port);

type Answer = { readonly ok: boolean; readonly value: never; readonly failure?: { readonly id: string } };

/** What a signed-in browser asks of one server. */
const deskAt = (port: number, cookie: string) => {
  const headers = { origin: `http://127.0.0.1:${port}`, cookie };
  return {
    ask: async <Value>(name: string, input: object): Promise<Value> => {
      const response = await askOffice({
        port,
        path: `/commands/${name}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const answer = JSON.parse(response.body.toString()) as Answer;
      if (!answer.ok) throw new Error(`${name}: ${response.body.toString()}`);
      return answer.value;
    },
    add: async (name: string, bytes: Buffer): Promise<number> => {
      const { body } = await askOffice({
        port,
        path: '/files?service=vat-invoice&sandbox=false',
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'x-vouch-name': encodeURIComponent(name),
        },
        body: bytes,
      });
      const answer = JSON.parse(body.toString()) as { value: { added: readonly number[] } };
      return answer.value.added[0] ?? 0;
    },
    get: (path: string) => askOffice({ port, method: 'GET', path, headers: { cookie } }),
  };
};

const signIn = async (visitor: Visitor, firstLink: string): Promise<string> => {
  const link = firstLink.split('#link=')[1] ?? '';
  const person = { email: 'li@office.example', name: 'Li Hua', password: 'fourteen green chairs' };
  const entered = await visitor.office('useLink', { link, ...person });
  expect(entered.ok).toBe(true);
  return visitor.cookie() ?? '';
};

/** Two servers, a worker, and a service that counts its calls. */
const startOffice = async (script?: (index: number) => Fault) => {
  const made = await Promise.all([1, 2, 3].map((seed) => madeInvoice(seed)));
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    script,
  );
  const url = await server.database();
  const folder = await temporaryFolder();
  const one = await spawnServe(url);
  const cookie = await signIn(visit(portOf(one.address)), await one.firstLink());
  const other = await spawnServe(url);
  const startWorker = async () => {
    const child = startVouch(['worker', '--lang', 'en'], {
      ...service.environment,
      VOUCH_DATABASE_URL: url,
      VOUCH_HOME: join(folder, 'worker'),
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const begun = Promise.withResolvers<void>();
    let output = '';
    child.stderr?.setEncoding('utf8');
    child.stderr?.on('data', (text: string) => {
      output += text;
      if (output.includes('Connected')) begun.resolve();
    });
    void once(child, 'exit').then(() => begun.reject(new Error(output)));
    await begun.promise;
  };
  const desks = [deskAt(portOf(one.address), cookie), deskAt(portOf(other.address), cookie)] as const;
  const stateOf = async (id: number): Promise<string> => {
    const list = await desks[1].ask<readonly PageSummary[]>('pages.list', { service: 'vat-invoice' });
    return list.find((page) => page.id === id)?.state ?? 'gone';
  };
  const becomes = (id: number, state: string) =>
    expect.poll(() => stateOf(id), { timeout: 120_000 }).toBe(state);
  return {
    service,
    made,
    desks,
    ports: [portOf(one.address), portOf(other.address)] as const,
    cookie,
    killOne: one.kill,
    startWorker,
    becomes,
    url,
  };
};

describe.skipIf(noPostgres !== null)('pages that one server takes in and a worker recognizes', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  test('are shown, corrected and exported by another server, and paid once', async () => {
    const { service, made, desks, startWorker, becomes } = await startOffice();
    const [one, other] = desks;
    const id = await one.add('a.png', made[0]?.bytes ?? Buffer.alloc(0));
    await startWorker();
    await becomes(id, 'recognized');
    expect(service.calls()).toBe(1);
    const detail = await other.ask<PageDetail>('pages.open', { id });
    const number = detail.invoice?.value.number;
    expect(number).toMatch(/^\d+$/);
    await other.ask('pages.correct', {
      id,
      field: 'remark',
      value: '已核对',
      was: detail.invoice?.value.remark ?? null,
    });
    const shown = await one.ask<PageDetail>('pages.open', { id });
    expect(shown.invoice?.value.remark).toBe('已核对');
    expect((await other.get(`/pictures/${id}/full`)).status).toBe(200);
  });

  test('wait while the queue is paused from any server, and a call under way can be cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    const slow: Fault = {
      strike: async ({ forward }) => {
        await gate.promise;
        await forward();
      },
    };
    const { service, made, desks, startWorker, becomes } = await startOffice(() => slow);
    const [one, other] = desks;
    await one.ask('queue.pause', { paused: true });
    const id = await one.add('a.png', made[0]?.bytes ?? Buffer.alloc(0));
    await startWorker();
    const next = await other.add('b.png', made[1]?.bytes ?? Buffer.alloc(0));
    // The other server knows of the pause, too: it prepares nothing.
    await becomes(id, 'waiting');
    await becomes(next, 'waiting');
    expect(service.calls()).toBe(0);
    await other.ask('queue.pause', { paused: false });
    await becomes(id, 'calling');
    await expect.poll(() => service.calls(), { timeout: 60_000 }).toBeGreaterThan(0);
    await one.ask('pages.cancel', { ids: [id] });
    await becomes(id, 'cancelled');
    gate.resolve();
    await becomes(next, 'recognized');
    // Its response was paid for and came within the grace of a stopped call: it is kept.
    await becomes(id, 'recognized');
    expect(service.calls()).toBe(2);
  });

  test('keep a digital original in the database until any server removes the page', async () => {
    const { desks, becomes, url } = await startOffice();
    const [one, other] = desks;
    const database = new Client({ connectionString: url });
    await database.connect();
    onTestFinished(() => database.end());
    const originals = async () =>
      (await database.query(`SELECT 1 FROM vouch.picture_bytes WHERE extension = 'bin'`)).rows.length;
    const truth = makeDigitalInvoice(seededRandom(5), {
      lines: 2,
      isRed: false,
      hasSpecialCharacters: false,
    });
    const id = await one.add('e.xml', Buffer.from(writeEInvoice(truth)));
    await becomes(id, 'recognized');
    const detail = await other.ask<PageDetail>('pages.open', { id });
    expect(detail.summary.reader).toBe('xml');
    expect(await originals()).toBe(1);
    // Its page is drawn after its data is shown.
    await expect
      .poll(async () => (await other.get(`/pictures/${id}/full`)).status, { timeout: 60_000 })
      .toBe(200);
    await other.ask('pages.remove', { ids: [id] });
    await becomes(id, 'gone');
    expect(await originals()).toBe(0);
  });

  test('can be added, corrected, exported and downloaded through a proxy without sticky sessions', async () => {
    const { made, ports, cookie, startWorker, becomes } = await startOffice();
    const proxy = await startRoundRobin(ports);
    onTestFinished(proxy.close);
    const desk = deskAt(proxy.port, cookie);
    await startWorker();
    const ids = [await desk.add('a.png', made[0]!.bytes), await desk.add('b.png', made[1]!.bytes)];
    for (const id of ids) await becomes(id, 'recognized');
    for (const id of ids) await desk.ask('pages.correct', { id, field: 'remark', value: '已核对' });
    for (let round = 0; round < 4; round += 1) {
      const exported = await desk.ask<{ readonly id: string }>('pages.export', { ...plainExport, ids });
      const download = await desk.get(`/downloads/${exported.id}`);
      expect(download.status).toBe(200);
      expect(download.body.toString()).toContain('已核对');
      expect((await desk.get(`/downloads/${exported.id}`)).status).toBe(404);
      // Each round begins at the other server.
      await desk.ask('pages.list', { service: 'vat-invoice' });
    }
    const detail = await desk.ask<PageDetail>('pages.open', { id: ids[0] });
    expect(detail.exports.last.length).toBeGreaterThan(0);
    expect(Math.min(...proxy.counts())).toBeGreaterThan(5);
  });

  test('are prepared by another server if the first one dies', async () => {
    const { made, ports, cookie, startWorker, becomes, killOne } = await startOffice();
    const desk = deskAt(ports[0], cookie);
    const ids: number[] = [];
    for (const { bytes, name } of made) ids.push(await desk.add(name, bytes));
    await killOne();
    await startWorker();
    for (const id of ids) await becomes(id, 'recognized');
  });
});
