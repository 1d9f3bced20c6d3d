import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, sessionCode, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

/** An invoice, and a service whose calls end according to the script. */
const setUp = async (script: (index: number) => Fault) => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input } = await writeMade(folder, [made]);
  const service = await startCountingService([made.truth], script);
  const home = join(folder, 'home');
  return { home, service, environment: service.environment, path: join(input, made.name), input };
};

const refused = sessionCode(10163, 'param validate error');

describe('a recognized page', () => {
  test('keeps its data if a repeated recognition fails, until a new response arrives', async () => {
    const { home, environment, path, service } = await setUp((index) =>
      index === 1 || index === 2 ? refused : pass,
    );
    const { ask, ended, close } = await startBackend({ home, environment });
    const files = [{ kind: 'path', path }] as const;
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files: [...files] });
    const [id = 0] = added;
    await ended([id]);
    const read = await ask('pages.open', { id });
    await ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });

    const again = async (by = ask, until = ended) => {
      await by('pages.recognize', { ids: [id] });
      await until([id]);
      return by('pages.open', { id });
    };
    const failed = await again();
    expect(failed.summary).toMatchObject({ state: 'recognized', failure: { code: 10163 } });
    expect(failed.summary.answeredAt).toBe(read.summary.answeredAt);
    expect(failed.summary.headline).toMatchObject({ number: '10000001', seller: '甲公司' });
    expect(failed.invoice?.value.number).toBe(read.invoice?.value.number);
    expect(failed.sid).toBe(read.sid);

    // The user does not retry.
    await ask('pages.cancel', { ids: [id] });
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized', failure: null });

    expect((await again()).summary).toMatchObject({ state: 'recognized', failure: { code: 10163 } });
    await close();
    const later = await startBackend({ home, environment });
    expect((await later.ask('pages.open', { id })).summary.failure).toMatchObject({ code: 10163 });
    const repeated = await again(later.ask, later.ended);
    expect(repeated.summary).toMatchObject({ state: 'recognized', failure: null });
    expect(repeated.summary.answeredAt).not.toBe(read.summary.answeredAt);
    expect(service.calls()).toBe(4);
  });

  test('keeps its data if the program ends during a repeated recognition', async () => {
    const gate = Promise.withResolvers<void>();
    const held: Fault = {
      strike: async ({ forward }) => {
        await gate.promise;
        await forward();
      },
    };
    const { home, environment, path, service } = await setUp((index) => (index === 1 ? held : pass));
    const first = await startBackend({ home, environment, graceMs: 200 });
    const files = [{ kind: 'path', path }] as const;
    const { added } = await first.ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [...files],
    });
    const [id = 0] = added;
    await first.ended([id]);
    const read = await first.ask('pages.open', { id });
    await first.ask('pages.recognize', { ids: [id] });
    await expect.poll(service.calls).toBe(2);
    // Like a kill, closing writes nothing about running calls.
    await first.close();
    gate.resolve();

    const { ask, ended } = await startBackend({ home, environment });
    const cutOff = await ask('pages.open', { id });
    expect(cutOff.summary).toMatchObject({
      state: 'recognized',
      failure: { reason: 'interrupted', mayHaveBeenPaid: true },
      answeredAt: read.summary.answeredAt,
    });
    expect(cutOff.invoice?.value).toEqual(read.invoice?.value);
    const { calls } = await ask('pages.calls', { id });
    expect(calls.map(({ state }) => state)).toEqual(['answered', 'interrupted']);
    // No call without the user's request.
    expect(service.calls()).toBe(2);
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized', failure: null });
    expect(service.calls()).toBe(3);
  });

  test('makes its repeated call after a restart, without reusing its old response', async () => {
    const gate = Promise.withResolvers<void>();
    const held: Fault = {
      strike: async ({ forward }) => {
        await gate.promise;
        await forward();
      },
    };
    const folder = await temporaryFolder();
    const made = await Promise.all([1, 2, 3].map(madeInvoice));
    const { input } = await writeMade(folder, made);
    const service = await startCountingService(
      made.map(({ truth }) => truth),
      (index) => (index === 3 ? held : pass),
    );
    const home = join(folder, 'home');
    const environment = service.environment;
    const first = await startBackend({ home, environment, graceMs: 200 });
    await first.ask('settings.change', { concurrency: 1 });
    const { added } = await first.ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'path', path: input }],
    });
    await first.ended(added);
    await first.ask('pages.recognize', { ids: added });
    await expect.poll(service.calls).toBe(4);
    await first.close();
    gate.resolve();

    const { ask, ended } = await startBackend({ home, environment });
    await ended(added);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(pages.map(({ state, reused, failure }) => [state, reused, failure?.reason ?? null])).toEqual([
      ['recognized', false, 'interrupted'],
      ['recognized', false, null],
      ['recognized', false, null],
    ]);
    expect(service.calls()).toBe(6);
  });

  test('counts as failed on the command line if its call failed, and else shows the day', async () => {
    const { home, environment, input, service } = await setUp((index) => (index === 1 ? refused : pass));
    const run = (...more: string[]) =>
      vouch(['invoice', input, ...more], { VOUCH_HOME: home, ...environment });
    expect((await run()).code).toBe(0);
    const forced = await run('--force', '--json', '-');
    expect(forced.code).toBe(1);
    expect(forced.stderr).toContain('0 recognized, 1 failed');
    expect(JSON.parse(forced.stdout)).toMatchObject([
      { state: 'failed', error: { code: 10163 }, reused: false, invoice: null },
    ]);
    const third = await run();
    expect(third.code).toBe(0);
    const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
    expect(third.stderr).toContain(`recognized (on ${day}, no call made)`);
    expect((await run('--lang', 'zh')).stderr).toMatch(/已识别（\d+月\d+日已识别过，未调用）/u);
    expect(service.calls()).toBe(2);
  });
});
