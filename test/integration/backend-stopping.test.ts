import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { mayDo, type Role } from '../../shared/contract/roles.ts';
import type { Host } from '../../electron/app/contract.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { asBytes, withService } from '../helpers/service-backend.ts';
import { startBackend } from '../helpers/test-backend.ts';

const lastOf = (events: readonly VouchEvent[], id: number) =>
  events
    .flatMap((event) => (event.type === 'pages.changed' ? event.pages : []))
    .findLast((page) => page.id === id);

/** A fault that holds every call until it is released. */
const gated = () => {
  const gate = Promise.withResolvers<void>();
  const held: Fault = {
    strike: async ({ forward }) => {
      await gate.promise;
      await forward();
    },
  };
  return { held, release: gate.resolve };
};

const as = (by: string, role: Role = 'preparer') => ({ by, may: (wanted: Role) => mayDo(role, wanted) });

describe('stopping and resuming', () => {
  test('cancels one or all waiting and running pages, and continues the rest', async () => {
    const { held, release } = gated();
    const { ask, ended, input, service, events } = await withService(6, () => held, { graceMs: 200 });
    await ask('settings.change', { concurrency: 2 });
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'path', path: input }],
    });
    while (service.calls() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await ask('pages.cancel', { ids: [added[0] ?? 0, added[5] ?? 0] });
    while (service.calls() < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    await ask('pages.cancel', { ids: 'all' });
    await ended(added);
    expect(service.calls()).toBe(3);
    release();
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(new Set(pages.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    await ask('pages.recognize', { ids: added });
    await ended(added);
    expect(
      (await ask('pages.list', { service: 'vat-invoice' })).every(({ state }) => state === 'recognized'),
    ).toBe(true);
    expect(lastOf(events, added[0] ?? 0)?.state).toBe('recognized');
  });

  test('of pages of other users is refused to an office’s preparers', async () => {
    // With an account: without one, held pages are read on this computer at once and never wait.
    const { held, release } = gated();
    const { ask, backend, input, ended } = await withService(2, () => held, { graceMs: 200 });
    const files = [{ kind: 'path', path: input }];
    await backend.invoke(
      'pages.add',
      { service: 'vat-invoice', sandbox: false, held: true, files },
      as('li'),
    );
    const ids = (await ask('pages.list', { service: 'vat-invoice' })).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const cancel = (of: readonly number[], ...who: Parameters<typeof as>) =>
      backend.invoke('pages.cancel', { ids: of }, as(...who));
    const states = async () =>
      (await ask('pages.list', { service: 'vat-invoice' })).map(({ state }) => state);
    const refused = { ok: false, failure: { id: 'pages-of-others' } };
    expect(await cancel(ids, 'wang')).toMatchObject(refused);
    expect(await states()).toEqual(['waiting', 'waiting']);
    expect(await cancel(ids.slice(0, 1), 'li')).toMatchObject({ ok: true });
    expect(await cancel(ids.slice(1), 'chen', 'approver')).toMatchObject({ ok: true });
    expect(await states()).toEqual(['cancelled', 'cancelled']);
    // Whoever has an ended page recognized again may stop that.
    await backend.invoke('pages.recognize', { ids: ids.slice(0, 1) }, as('wang'));
    expect(await cancel(ids.slice(0, 1), 'li')).toMatchObject(refused);
    expect(await cancel(ids.slice(0, 1), 'wang')).toMatchObject({ ok: true });
    await ended(ids);
    release();
  });

  test('of more than 20 pages of others is taken back by approvers only', async () => {
    const { held, release } = gated();
    const { ask, backend, input, ended } = await withService(22, () => held, { graceMs: 200 });
    const files = [{ kind: 'path', path: input }];
    await backend.invoke(
      'pages.add',
      { service: 'vat-invoice', sandbox: false, held: true, files },
      as('li'),
    );
    const ids = (await ask('pages.list', { service: 'vat-invoice' })).map(({ id }) => id);
    expect(ids).toHaveLength(22);
    const drawn = async () =>
      (await ask('pages.list', { service: 'vat-invoice' })).every((one) => one.hasPicture);
    await expect.poll(drawn, { timeout: 20_000 }).toBe(true);
    // Neither are more than 20 held ones sent.
    const send = (of: readonly number[], who: ReturnType<typeof as>) =>
      backend.invoke('pages.send', { ids: of }, who);
    const waiting = async () =>
      (await ask('pages.list', { service: 'vat-invoice' })).filter((one) => one.held).length;
    expect(await send(ids, as('wang'))).toMatchObject({ ok: false, failure: { id: 'pages-of-others' } });
    expect(await waiting()).toBe(22);
    expect(await send(ids.slice(0, 1), as('wang'))).toMatchObject({ ok: true });
    expect(await send(ids.slice(1, 2), as('li'))).toMatchObject({ ok: true });
    expect(await waiting()).toBe(20);
    expect(await send(ids, as('chen', 'approver'))).toMatchObject({ ok: true });
    expect(await waiting()).toBe(0);
    const stop = () => backend.invoke('pages.cancel', { ids }, as('chen', 'approver'));
    const goOn = (of: readonly number[], ...who: Parameters<typeof as>) =>
      backend.invoke('pages.continue', { ids: of }, as(...who));
    const stopped = async () =>
      (await ask('pages.list', { service: 'vat-invoice' })).filter(({ state }) => state === 'cancelled')
        .length;
    await stop();
    await expect.poll(stopped).toBe(22);
    expect(await goOn(ids, 'wang')).toMatchObject({ ok: false, failure: { id: 'pages-of-others' } });
    expect(await stopped()).toBe(22);
    expect(await goOn(ids.slice(0, 20), 'wang')).toMatchObject({ ok: true });
    expect(await stopped()).toBe(2);
    for (const who of [as('li'), as('chen', 'approver')]) {
      await stop();
      expect(await backend.invoke('pages.continue', { ids }, who)).toMatchObject({ ok: true });
    }
    await stop();
    await ended(ids);
    release();
  });

  test('shows all pages after a restart, resumes waiting ones, and marks running ones as interrupted', async () => {
    const { held, release } = gated();
    const { ask, input, home, service, close } = await withService(
      4,
      (index) => (index === 0 ? pass : held),
      { graceMs: 200 },
    );
    await ask('settings.change', { concurrency: 1 });
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'path', path: input }],
    });
    while (service.calls() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await close();
    release();
    const again = await startBackend({ home, environment: service.environment });
    await again.ended(added);
    const pages = await again.ask('pages.list', { service: 'vat-invoice' });
    expect(pages.map(({ state }) => state)).toEqual([
      'recognized',
      'interrupted',
      'recognized',
      'recognized',
    ]);
    expect(service.calls()).toBe(4);
  });

  test('keeps pages waiting without an account, and resumes when one is entered', async () => {
    const { held, release } = gated();
    const { ask, input, home, service, close } = await withService(3, () => held, {
      graceMs: 200,
    });
    await ask('settings.change', { concurrency: 1 });
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'path', path: input }],
    });
    while (service.calls() < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await close();
    release();
    const again = await startBackend({ home });
    expect((await again.ask('pages.list', { service: 'vat-invoice' })).map(({ state }) => state)).toEqual([
      'interrupted',
      'waiting',
      'waiting',
    ]);
    const { appId, apiKey, apiSecret } = service.account;
    const status = await again.ask('account.save', {
      appId,
      apiKey,
      apiSecret,
      baseUrl: service.baseUrl,
    });
    expect(status.ready).toBe(true);
    await again.ended(added);
    expect((await again.ask('pages.list', { service: 'vat-invoice' })).map(({ state }) => state)).toEqual([
      'interrupted',
      'recognized',
      'recognized',
    ]);
    expect(service.calls()).toBe(3);
  });

  test('rejects a key with an invalid character, gives the reason, and keeps the old key', async () => {
    const { ask, failure } = await startBackend();
    const good = {
      appId: 'app',
      baseUrl: 'https://a.example',
      apiKey: ' key-1234 ',
      apiSecret: 'secret-1234',
    };
    expect(await ask('account.save', good)).toMatchObject({ ready: true });
    for (const apiKey of ['key\u200b1234', 'key 1234', 'key\n1234', '密钥', 'key\u00a01234'])
      expect(await failure('account.save', { ...good, appId: 'other', apiKey })).toBe('bad-secret');
    expect((await ask('app.info', {})).account).toMatchObject({ ready: true, appId: 'app' });
  });

  test('names the owner of the folder to a second backend', async () => {
    const { home } = await startBackend();
    await expect(startBackend({ home })).rejects.toThrow(
      /Another Vouch is using the data folder \(Vouch \(browser\), pid \d+/,
    );
  });

  test('deletes the pictures of a purged page that nothing else needs', async () => {
    const { ask, ended, made, home } = await withService(2);
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: made.map(asBytes),
    });
    await ended(added);
    const path = (index: number) =>
      join(home, 'pictures', made[index]!.truth.sha256.slice(0, 2), `${made[index]!.truth.sha256}.png`);
    expect([existsSync(path(0)), existsSync(path(1))]).toEqual([true, true]);
    await ask('pages.remove', { ids: [added[0] ?? 0] });
    expect([existsSync(path(0)), existsSync(path(1))]).toEqual([true, true]);
    await ask('pages.purge', { ids: [added[0] ?? 0] });
    expect([existsSync(path(0)), existsSync(path(1))]).toEqual([false, true]);
  });

  test('fails a page whose picture is missing from the data folder', async () => {
    const { ask, ended, made, home } = await withService(1);
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: made.map(asBytes),
    });
    await ended(added);
    await rm(join(home, 'pictures'), { recursive: true });
    await ask('pages.recognize', { ids: added });
    await ended(added);
    expect((await ask('pages.list', { service: 'vat-invoice' }))[0]?.failure?.reason).toBe('missing');
  });
});

describe('a paused queue', () => {
  test('stays paused over a restart, is reported to the window, and resumes on request', async () => {
    const kept = new Map<string, unknown>();
    const store: Host['store'] = {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      delete: (key) => void kept.delete(key),
    };
    const made = await Promise.all([1, 2, 3].map(madeInvoice));
    const service = await startCountingService(made.map(({ truth }) => truth));
    const environment = service.environment;
    const first = await startBackend({ store, environment });
    await first.ask('queue.pause', { paused: true });
    const files = made.map(({ name, bytes }) => ({
      kind: 'bytes' as const,
      name,
      bytes: new Uint8Array(bytes),
    }));
    const { added } = await first.ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
    await first.close();

    const second = await startBackend({ home: first.home, store, environment });
    await second.ask('app.info', {});
    const told = second.events.findLast((event) => event.type === 'progress');
    expect(told).toMatchObject({ progress: { paused: true, total: 3, finished: 0 } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.calls()).toBe(0);
    await second.ask('queue.pause', { paused: false });
    await second.ended(added);
    expect(service.calls()).toBe(3);
  });
});
