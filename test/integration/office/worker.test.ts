import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../../../electron/office/office-settings.ts';
import type { OfficeStore } from '../../../electron/office/store/open-store.ts';
import { openOfficeSettings } from '../../../electron/office/store/settings.ts';
import { officeWithRoles, openOfficeAt } from '../../helpers/office.ts';
import { startVouch, vouch, type ProgramForm } from '../../helpers/command-line.ts';
import { startCountingService } from '../../helpers/counting-service.ts';
import type { Fault } from '../../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../../helpers/made-invoices.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';
import { makeSheet, pictureOf } from '../../helpers/scans/make-scan.ts';
import { temporaryFolder, type WhenFinished } from '../../helpers/temporary-folder.ts';

// Each test starts several programs one after the other.
vi.setConfig({ testTimeout: 300_000 });

let server: TestServer;

type Page = {
  readonly state: string;
  readonly reused: boolean;
  readonly maybePaid: boolean;
  readonly error: { readonly kind: string } | null;
};
const pagesOf = (text: string): readonly Page[] => JSON.parse(text) as readonly Page[];

const withoutSid = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'sid' ? null : value));

const forwards: Fault = { strike: ({ forward }) => forward() };

/** An office, a service that counts its calls, and invoices to recognize. */
const setUp = async (
  invoices: number,
  script: (index: number) => Fault = () => forwards,
  whenFinished: WhenFinished = onTestFinished,
) => {
  const made = await Promise.all(Array.from({ length: invoices }, (_, index) => madeInvoice(index)));
  const folder = await temporaryFolder(whenFinished);
  const { input } = await writeMade(folder, made);
  const truths = made.map(({ truth }) => truth);
  const service = await startCountingService(truths, script, whenFinished);
  const urls = await officeWithRoles(await server.database());
  const desk = { VOUCH_HOME: join(folder, 'desk'), VOUCH_DATABASE_URL: urls.server };
  const worker = {
    ...service.environment,
    VOUCH_HOME: join(folder, 'worker'),
    VOUCH_DATABASE_URL: urls.worker,
  };
  return { folder, input, service, desk, worker, local: { ...worker, VOUCH_DATABASE_URL: '' } };
};

/** A worker that has started. */
const startWorker = async (
  environment: Readonly<Record<string, string>>,
  concurrency = 4,
  form: ProgramForm = 'built',
  options: readonly string[] = [],
  whenFinished: WhenFinished = onTestFinished,
) => {
  const child = startVouch(['worker', '--concurrency', String(concurrency), ...options], environment, form);
  whenFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8');
  const begun = Promise.withResolvers<void>();
  child.stderr?.on('data', (text: string) => {
    lines.push(text);
    if (text.includes('Connected')) begun.resolve();
  });
  child.on('exit', () => begun.reject(new Error(`The worker ended: ${lines.join('')}`)));
  await begun.promise;
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return { code: child.exitCode, detail: lines.join('') };
  };
  return { stop, detail: () => lines.join('') };
};

const rowsOf = async ({ connection }: OfficeStore, sql: string): Promise<readonly unknown[]> =>
  (await connection.pool.query(sql)).rows;

const held = () => {
  const gate = Promise.withResolvers<void>();
  const slow: Fault = {
    strike: async ({ forward }) => {
      await gate.promise;
      await forward();
    },
  };
  return { slow, release: () => gate.resolve() };
};

describe.skipIf(noPostgres !== null)('workers of an office', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  test('recognize pages from a computer without an account, each once, with the outputs of a local run', async () => {
    const { input, service, desk, worker, local } = await setUp(6);
    await startWorker(worker);
    // Both forms of the program do the same.
    await startWorker(worker, 4, 'sources');
    // In the order of the files, in both: similar invoices are named in order of arrival.
    const alike = ['invoice', input, '--json', '-', '--concurrency', '1'];
    const ran = await vouch(alike, desk);
    expect(ran.stderr).not.toMatch(/Error/u);
    expect(ran.code).toBe(0);
    expect(service.calls()).toBe(6);
    const alone = await vouch(alike, local, 'sources');
    expect(withoutSid(ran.stdout)).toEqual(withoutSid(alone.stdout));
    expect(service.calls()).toBe(12);
    const again = await vouch(['invoice', input, '--json', '-'], desk);
    expect(pagesOf(again.stdout).every(({ reused }) => reused)).toBe(true);
    expect(service.calls()).toBe(12);
    const forced = await vouch(['invoice', input, '--json', '-', '--force'], desk);
    expect(forced.code).toBe(0);
    expect(service.calls()).toBe(18);
  });

  test('let pages wait above the budget of paid calls, and go on when it is raised', async () => {
    const { input, service, desk, worker } = await setUp(4);
    const office = await openOfficeAt(desk.VOUCH_DATABASE_URL);
    const settings = await openOfficeSettings(office, () => {});
    await settings.set(keyOf('officeBudget'), 2);
    await startWorker(worker, 4);
    const ran = startVouch(['invoice', input, '--json', '-'], desk);
    let told = '';
    ran.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text));
    await expect.poll(() => told, { timeout: 120_000 }).toContain('paid calls for today are used up');
    expect(told).toContain('This command keeps waiting');
    await expect
      .poll(() => rowsOf(office, `SELECT 1 FROM pages WHERE state = 'waiting' AND failure IS NOT NULL`), {
        timeout: 60_000,
      })
      .toHaveLength(2);
    expect(service.calls()).toBe(2);
    await settings.set(keyOf('officeBudget'), 10);
    const { code, stdout } = await ran.ran();
    expect(code).toBe(0);
    expect(pagesOf(stdout).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'recognized'));
    expect(service.calls()).toBe(4);
  });

  test('finish their calls and return the other pages when stopped', async () => {
    const { slow, release } = held();
    const { input, service, desk, worker } = await setUp(6, (index) => (index < 2 ? slow : forwards));
    const first = await startWorker(worker, 2);
    const ran = startVouch(['invoice', input, '--json', '-'], desk);
    while (service.calls() < 2) await wait(20);
    const stopped = first.stop('SIGTERM');
    await wait(300);
    release();
    expect(await stopped).toMatchObject({ code: 0 });
    await startWorker(worker);
    const { code, stdout } = await ran.ran();
    expect(code).toBe(0);
    expect(pagesOf(stdout).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'recognized'));
    expect(service.calls()).toBe(6);
  });

  test('stop while the database is unavailable, which they report once', async () => {
    const { worker } = await setUp(1);
    const first = await startWorker(worker);
    await server.crash();
    try {
      await expect.poll(first.detail).toContain('The database can’t be reached');
      const stopped = await Promise.race([first.stop('SIGTERM'), wait(60_000)]);
      expect(stopped).toMatchObject({ code: 0 });
      expect(first.detail().match(/can’t be reached/gu)).toHaveLength(1);
      expect(first.detail()).not.toMatch(/\bat .*\.js/u);
    } finally {
      await server.restart();
    }
  });

  test('continue automatically when the database returns, and pay for nothing twice', async () => {
    const { input, service, desk, worker } = await setUp(8, () => ({
      strike: async ({ forward }) => {
        await wait(300);
        await forward();
      },
    }));
    const first = await startWorker(worker, 2);
    const ran = startVouch(['invoice', input, '--json', '-'], desk);
    while (service.calls() < 3) await wait(20);
    await server.crash();
    await expect.poll(first.detail).toContain('The database can’t be reached');
    await server.restart();
    const { code, stdout } = await ran.ran();
    expect(pagesOf(stdout).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'recognized'));
    expect(code).toBe(0);
    expect(service.calls()).toBe(8);
    await expect.poll(() => first.detail().split('Connected to')).toHaveLength(3);
  });

  test('without an account reads pictures of invoices itself, and leaves them to a worker that has one', async () => {
    const { folder, desk, worker, service } = await setUp(1);
    const {
      VOUCH_APP_ID: _id,
      VOUCH_API_KEY: _key,
      VOUCH_API_SECRET: _secret,
      VOUCH_BASE_URL: _url,
      ...bare
    } = worker;
    const scan = join(folder, 'scan.jpg');
    await writeFile(scan, await pictureOf(await makeSheet(2)));
    const reader = await startWorker(bare);
    expect(reader.detail()).toMatch(/read on this computer/u);
    const read = await vouch(['invoice', scan, '--json', '-'], desk);
    expect([read.code, read.stderr]).toEqual([0, expect.anything()]);
    expect(JSON.parse(read.stdout)).toMatchObject([
      { reader: 'local', state: 'recognized', maybePaid: false },
    ]);
    expect(service.calls()).toBe(0);
    await startWorker(worker);
    const other = join(folder, 'other.jpg');
    await writeFile(other, await pictureOf(await makeSheet(5)));
    const sent = await vouch(['invoice', other, '--json', '-'], desk);
    // The service does not know this picture, but it was asked.
    expect(JSON.parse(sent.stdout)).toMatchObject([{ reader: 'service', state: 'failed' }]);
    expect(service.calls()).toBe(1);
  });

  test('are refused with another account, or without a database', async () => {
    const { worker, desk } = await setUp(1);
    await startWorker(worker);
    const other = await vouch(['worker'], { ...worker, VOUCH_APP_ID: 'other' });
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain('another account');
    const none = await vouch(['worker'], { VOUCH_HOME: desk.VOUCH_HOME });
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain('VOUCH_DATABASE_URL');
    const url = new URL(worker.VOUCH_DATABASE_URL);
    url.password = 'not-the-password';
    const wrong = await vouch(['invoice', 'x.png', '--json', '-'], { ...desk, VOUCH_DATABASE_URL: url.href });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('rejected the user name or password');
    expect(wrong.stderr).not.toContain('not-the-password');
  });

  // Both wait half a minute for a worker that does not respond.
  describe.concurrent('workers that do not respond', () => {
    test('leave the page possibly billed if killed during a call, which only --force repeats', async ({
      onTestFinished: whenFinished,
    }) => {
      const { slow, release } = held();
      const { input, service, desk, worker } = await setUp(
        3,
        (index) => (index === 0 ? slow : forwards),
        whenFinished,
      );
      const first = await startWorker(worker, 1, 'built', [], whenFinished);
      const ran = startVouch(['invoice', input, '--json', '-'], desk);
      while (service.calls() < 1) await wait(20);
      await first.stop('SIGKILL');
      release();
      await startWorker(worker, 4, 'built', [], whenFinished);
      const { code, stdout } = await ran.ran();
      expect(code).toBe(1);
      const lost = pagesOf(stdout).filter(({ state }) => state !== 'recognized');
      expect(lost).toMatchObject([{ state: 'failed', maybePaid: true, error: { kind: 'network' } }]);
      expect(service.calls()).toBe(3);
      const again = await vouch(['invoice', input, '--json', '-'], desk);
      expect(again.code).toBe(1);
      expect(service.calls()).toBe(3);
      const forced = await vouch(['invoice', input, '--json', '-', '--force'], desk);
      expect(forced.code).toBe(0);
      expect(pagesOf(forced.stdout).filter(({ maybePaid }) => maybePaid)).toHaveLength(1);
    });

    test('are not needed by a command that also reads; without workers, a command says so and waits', async ({
      expect: expectHere,
      onTestFinished: whenFinished,
    }) => {
      const { input, service, desk, worker, folder } = await setUp(3, () => forwards, whenFinished);
      // A worker without an account can't recognize these pages.
      const idle = await startWorker(
        { ...desk, VOUCH_DATABASE_URL: worker.VOUCH_DATABASE_URL, VOUCH_HOME: join(folder, 'sandbox') },
        1,
        'built',
        ['--sandbox'],
        whenFinished,
      );
      const alone = startVouch(['invoice', input, '--json', '-', '--lang', 'en'], desk);
      let detail = '';
      alone.stderr?.on('data', (text: Buffer) => (detail += text.toString()));
      const ended = alone.ran();
      await expectHere.poll(() => detail, { timeout: 120_000 }).toContain('No worker has responded for 30 s');
      expect(service.calls()).toBe(0);
      expect(alone.exitCode).toBeNull();
      await idle.stop('SIGTERM');
      const forService = ['invoice', input, '--json', '-', '--work', '--reader', 'service'];
      expect(await vouch(forService, desk)).toMatchObject({
        code: 2,
        stdout: '',
      });
      const here = await vouch(['invoice', input, '--json', '-', '--work', '--lang', 'en'], {
        ...worker,
        // It adds pages, which only the servers' role may.
        VOUCH_DATABASE_URL: desk.VOUCH_DATABASE_URL,
        VOUCH_HOME: `${worker.VOUCH_HOME}-here`,
      });
      expect(here.code).toBe(0);
      expect(pagesOf(here.stdout).map(({ state }) => state)).toEqual([
        'recognized',
        'recognized',
        'recognized',
      ]);
      // The first command's pages were read by the same worker, and each picture was paid once.
      expect(pagesOf((await ended).stdout).map(({ state }) => state)).toEqual([
        'recognized',
        'recognized',
        'recognized',
      ]);
      expect(service.calls()).toBe(3);
    });
  });
});
