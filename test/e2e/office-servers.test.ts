import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import type { PageDetail, PageSummary } from '../../shared/contract/page.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { Client } from '../../electron/office/store/client.ts';
import { spawnServe } from '../helpers/app-fixtures/office-app.ts';
import { endWithTest, freshHome } from '../helpers/app-fixtures/running-app.ts';
import { startVouch } from '../helpers/command-line.ts';
import { openCountingService } from '../helpers/counting-service.ts';
import { pass, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { askOffice, openBrowser, type OfficeBrowser } from '../helpers/office-server.ts';
import { plainExport } from '../helpers/exports.ts';
import { startRoundRobin } from '../helpers/round-robin.ts';
import { noPostgres, startTestPostgres } from '../helpers/postgres.ts';

// Several programs start one after the other.
vi.setConfig({ hookTimeout: 300_000 });

const portOf = (address: string): number => Number(new URL(address).port);

type Answer = { readonly ok: boolean; readonly value: never; readonly failure?: { readonly id: string } };

/** Requests of a signed-in browser to one server. */
const deskAt = (port: number, cookie: string) => {
  const headers = { origin: `http://127.0.0.1:${port}`, cookie };
  return {
    ask: async <Value>(
      name: string,
      input: object,
      of: 'commands' | 'office' = 'commands',
    ): Promise<Value> => {
      const response = await askOffice({
        port,
        path: `/${of}/${name}`,
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

const signIn = async (browser: OfficeBrowser, firstLink: string): Promise<string> => {
  const link = firstLink.split('#link=')[1] ?? '';
  const person = { email: 'li@office.example', name: 'Li Hua', password: 'fourteen green chairs' };
  const entered = await browser.office('useLink', { link, ...person });
  expect(entered.ok).toBe(true);
  return browser.cookie() ?? '';
};

const names = Array.from({ length: 8 }, (_, at) => `${at + 1}.png`);

/** Starts a worker of an office, which lives until `end`. */
const startWorker = async (environment: Readonly<Record<string, string>>): Promise<() => void> => {
  const child = startVouch(['worker', '--lang', 'en'], environment);
  endWithTest(child);
  const begun = Promise.withResolvers<void>();
  let output = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    output += text;
    if (output.includes('Connected')) begun.resolve();
  });
  void once(child, 'exit').then(() => begun.reject(new Error(output)));
  await begun.promise;
  return () => void child.kill('SIGKILL');
};

/** Two servers, a worker, and a service that counts its calls. Each test adds its own pictures. */
const startOffice = async () => {
  const made = await Promise.all(names.map((_, at) => madeInvoice(at + 1)));
  let fault: Fault = pass;
  const service = await openCountingService(
    made.map(({ truth }) => truth),
    () => ({ strike: (exchange) => fault.strike(exchange) }),
  );
  const server = await startTestPostgres();
  const url = await server.database();
  const one = await spawnServe(url);
  const cookie = await signIn(openBrowser(portOf(one.address)), await one.firstLink());
  const other = await spawnServe(url);
  const endWorker = await startWorker({
    ...service.environment,
    VOUCH_DATABASE_URL: url,
    VOUCH_HOME: freshHome(),
  });
  const desks = [deskAt(portOf(one.address), cookie), deskAt(portOf(other.address), cookie)] as const;
  const stateOf = async (id: number): Promise<string> => {
    const list = await desks[1].ask<readonly PageSummary[]>('pages.list', { service: 'vat-invoice' });
    return list.find((page) => page.id === id)?.state ?? 'gone';
  };
  return {
    calls: service.calls,
    /** From now on, calls get this fault. */
    meet: (next: Fault): void => {
      fault = next;
    },
    /** The bytes of the next picture that no test has added. */
    picture: (): Buffer => {
      const next = made.shift();
      if (!next) throw new Error('No picture is left: name more');
      return next.bytes;
    },
    desks,
    ports: [portOf(one.address), portOf(other.address)] as const,
    cookie,
    becomes: (id: number, state: string) =>
      expect.poll(() => stateOf(id), { timeout: 120_000, interval: 150 }).toBe(state),
    url,
    close: async () => {
      endWorker();
      await Promise.all([one.kill(), other.kill()]);
      await service.close();
      await server.close();
    },
  };
};

describe.skipIf(noPostgres !== null)('pages that one server receives and a worker recognizes', () => {
  let office: Awaited<ReturnType<typeof startOffice>>;

  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  test('are shown, corrected and exported by another server, and paid once', async () => {
    const { calls, desks, picture, becomes } = office;
    const [one, other] = desks;
    const before = calls();
    const id = await one.add('a.png', picture());
    await becomes(id, 'recognized');
    expect(calls() - before).toBe(1);
    const detail = await other.ask<PageDetail>('pages.open', { id });
    const number = detail.invoice?.value.number;
    expect(number).toMatch(/^\d+$/);
    await other.ask('pages.correct', {
      id,
      field: 'remark',
      value: '已核对',
      was: detail.invoice?.value.remark ?? null,
      version: detail.version,
    });
    const shown = await one.ask<PageDetail>('pages.open', { id });
    expect(shown.invoice?.value.remark).toBe('已核对');
    expect((await other.get(`/pictures/${id}/full`)).status).toBe(200);
    const days = { from: '2020-01-01', to: '2099-01-01' };
    const { csv } = await one.ask<{ readonly csv: string }>('trail', days, 'office');
    expect(csv).toContain(`command pages.add,service: vat-invoice,${id},a.png,`);
    expect(csv).toContain(
      `command pages.correct,,${id},${number},remark,${detail.invoice?.value.remark ?? ''},已核对,`,
    );
    expect(csv).toContain(`picture-shown,,${id},${number},`);
  });

  test('wait while the queue is paused from any server, and a running call can be cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    const { calls, meet, desks, picture, becomes } = office;
    const before = calls();
    meet({
      strike: async ({ forward }) => {
        await gate.promise;
        await forward();
      },
    });
    onTestFinished(() => meet(pass));
    const [one, other] = desks;
    await one.ask('queue.pause', { paused: true });
    onTestFinished(async () => void (await one.ask('queue.pause', { paused: false })));
    const id = await one.add('a.png', picture());
    const next = await other.add('b.png', picture());
    // The other server knows of the pause, too: it prepares nothing.
    await becomes(id, 'waiting');
    await becomes(next, 'waiting');
    expect(calls() - before).toBe(0);
    await other.ask('queue.pause', { paused: false });
    await becomes(id, 'calling');
    await expect.poll(() => calls() - before, { timeout: 60_000 }).toBeGreaterThan(0);
    await one.ask('pages.cancel', { ids: [id] });
    await becomes(id, 'cancelled');
    gate.resolve();
    await becomes(next, 'recognized');
    // Its response was paid for and arrived within the grace period of a stopped call, so it is kept.
    await becomes(id, 'recognized');
    expect(calls() - before).toBe(2);
  });

  test('keep a digital original in the database until any server purges the page', async () => {
    const { desks, becomes, url } = office;
    const [one, other] = desks;
    const database = new Client({ connectionString: url });
    await database.connect();
    onTestFinished(() => database.end());
    const truth = makeDigitalInvoice(seededRandom(5), {
      lines: 2,
      isRed: false,
      hasSpecialCharacters: false,
    });
    const bytes = Buffer.from(writeEInvoice(truth));
    const originals = async () =>
      (
        await database.query(`SELECT 1 FROM vouch.picture_bytes WHERE extension = 'bin' AND sha256 = $1`, [
          sha256Of(bytes),
        ])
      ).rows.length;
    const id = await one.add('e.xml', bytes);
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
    expect(await originals()).toBe(1);
    await other.ask('pages.purge', { ids: [id] });
    expect(await originals()).toBe(0);
  });

  test('can be added, corrected, exported and downloaded through a proxy without sticky sessions', async () => {
    const { picture, ports, cookie, becomes } = office;
    const proxy = await startRoundRobin(ports);
    onTestFinished(proxy.close);
    const desk = deskAt(proxy.port, cookie);
    const ids = [await desk.add('a.png', picture()), await desk.add('b.png', picture())];
    for (const id of ids) await becomes(id, 'recognized');
    for (const id of ids)
      await desk.ask('pages.correct', { id, field: 'remark', value: '已核对', was: null, version: 0 });
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
    const { picture, cookie, becomes, url } = office;
    const third = await spawnServe(url);
    const desk = deskAt(portOf(third.address), cookie);
    const ids: number[] = [];
    for (let page = 0; page < 3; page += 1) ids.push(await desk.add(`${page}.png`, picture()));
    await third.kill();
    const database = new Client({ connectionString: url });
    await database.connect();
    onTestFinished(() => database.end());
    // Its leases would end only after a minute.
    await database.query('UPDATE vouch.pages SET claimed_until = $1 WHERE id = ANY($2::bigint[])', [
      new Date(0).toISOString(),
      ids,
    ]);
    for (const id of ids) await becomes(id, 'recognized');
  });
});
