import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { commands, type VouchEvent } from '../../shared/contract/commands.ts';
import type { Host } from '../../electron/app/contract.ts';
import { attributeAt } from '../../renderer/features/faces/face-rows.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, proxyPage, type Fault } from '../helpers/fault-server.ts';
import { madeFace, madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { bmp, jpeg } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const invoices = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => madeInvoice(index + 1)));

const asBytes = ({ name, bytes }: { name: string; bytes: Buffer }) =>
  ({ kind: 'bytes', name, bytes: new Uint8Array(bytes) }) as const;

const lastOf = (events: readonly VouchEvent[], id: number) =>
  events
    .flatMap((event) => (event.type === 'pages.changed' ? event.pages : []))
    .findLast((page) => page.id === id);

/** A backend whose account uses a service that counts its calls. */
const withService = async (count: number, script?: (index: number) => Fault) => {
  const made = await invoices(count);
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, made);
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    script,
  );
  const home = join(folder, 'home');
  const started = await startBackend({ home, environment: service.environment });
  return { ...started, made, folder, input, service };
};

describe('from a file to a correction and an export', () => {
  test('adds samples without an account, with one command', async () => {
    const { ask, ended, backend, events } = await startBackend();
    const { added } = await ask('pages.addSamples', { service: 'vat-invoice' });
    expect(added.length).toBeGreaterThanOrEqual(6);
    await ended(added);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(new Set(pages.map(({ state, sandbox }) => `${state} ${sandbox}`))).toEqual(
      new Set(['recognized true']),
    );
    const again = await ask('pages.addSamples', { service: 'vat-invoice' });
    expect(again.added).toEqual(added);
    const detail = await ask('pages.open', { id: added[0] ?? 0 });
    expect(detail.invoice?.value.seller.name).toBe(detail.summary.headline.seller);
    expect(detail.invoice?.regions.length).toBeGreaterThan(10);
    expect(detail.invoice?.checks.length).toBeGreaterThan(5);
    expect(pages.every(({ headline }) => headline.seller !== null)).toBe(true);
    const thumbnail = await backend.picture(added[0] ?? 0, 'thumbnail');
    expect(thumbnail?.type).toBe('image/webp');
    const { width, height } = await sharp(thumbnail?.bytes).metadata();
    expect(Math.max(width, height)).toBe(320);
    // The page of a digital invoice is drawn after its values are shown.
    await expect
      .poll(() => events.findLast((event) => event.type === 'progress'), { timeout: 30_000 })
      .toMatchObject({
        progress: { total: added.length, finished: added.length, failed: 0, calling: 0 },
      });
  });

  test('compares the QR code of a picture with the extracted values', async () => {
    const { ask, ended } = await startBackend();
    const { added } = await ask('pages.addSamples', { service: 'vat-invoice' });
    await ended(added);
    const isCompared = async (id: number) =>
      (await ask('pages.open', { id })).invoice?.checks.some((check) => check.id.includes('qr')) ?? false;
    await expect
      .poll(async () => (await Promise.all(added.map(isCompared))).filter(Boolean).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(5);
  });

  test('stores, shows, corrects and exports bytes from a window', async () => {
    const { ask, ended, backend, made, home } = await withService(1);
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ ...asBytes(made[0]!), name: '..\\folder/发票.png' }],
    });
    const id = added[0] ?? 0;
    await ended(added);
    const full = await backend.picture(id, 'full');
    expect(full?.type).toBe('image/png');
    expect(full?.bytes.equals(made[0]!.bytes)).toBe(true);
    const before = await ask('pages.open', { id });
    expect(before).toMatchObject({
      summary: { name: '发票.png', state: 'recognized', sandbox: false, headline: { grossTotal: '318.00' } },
      sent: { encoding: 'png', width: 64, height: 48, sha256: made[0]!.truth.sha256 },
      invoice: { value: { number: '10000001' }, corrections: [] },
    });
    const after = await ask('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    expect(after.invoice?.value.seller.name).toBe('北京更正有限公司');
    expect(after.invoice?.origins['seller.name']?.raw).toBe('上海某某有限公司');
    expect(after.summary.headline.seller).toBe('北京更正有限公司');
    expect(
      (await ask('pages.correct', { id, field: 'seller.name', value: null })).invoice?.value.seller.name,
    ).toBeNull();
    expect((await ask('pages.open', { id })).invoice?.corrections).toHaveLength(2);
    const exported = await ask('pages.export', {
      service: 'vat-invoice',
      format: 'json',
      layout: 'vouch',
      language: 'en',
      encoding: 'utf8',
      unresolved: 'keep',
    });
    if (exported.kind !== 'download') throw new Error('not a download');
    const download = await backend.takeDownload(exported.id);
    expect(JSON.parse(download?.bytes.toString() ?? '')).toMatchObject([
      { state: 'recognized', invoice: { seller: { name: null } } },
    ]);
    expect(await backend.takeDownload(exported.id)).toBeNull();
    expect(await readdir(join(home, 'pictures'), { recursive: true })).toContain(
      join(made[0]!.truth.sha256.slice(0, 2), `${made[0]!.truth.sha256}.png`),
    );
  });

  test('saves an export only where the user chooses', async () => {
    const folder = await temporaryFolder();
    const answers = [join(folder, 'a.csv'), null, join(folder, 'nowhere', 'a.csv')];
    const { ask, ended, failure } = await startBackend({
      chooseSavePath: () => Promise.resolve(answers.shift() ?? null),
    });
    const { added } = await ask('pages.addSamples', { service: 'face-detect' });
    await ended(added);
    const request = {
      service: 'face-detect',
      format: 'csv',
      layout: 'vouch',
      language: 'zh',
      encoding: 'utf8',
      unresolved: 'ask',
    } as const;
    expect(await ask('pages.export', request)).toEqual({
      kind: 'saved',
      path: join(folder, 'a.csv'),
      pages: added.length,
      leftOut: 0,
    });
    expect((await readFile(join(folder, 'a.csv'), 'utf8')).split('\r\n').length).toBeGreaterThan(10);
    expect(await ask('pages.export', request)).toEqual({ kind: 'cancelled' });
    expect(await failure('pages.export', request)).toBe('export-failed');
    expect(await failure('pages.export', { ...request, ids: [] })).toBe('nothing-to-export');
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  test('continues after any failure, and reports the failed page’s reason', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'gone.jpg'), await jpeg());
    const { ask, ended } = await startBackend();
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: true,
      files: [
        { kind: 'path', path: join(folder, 'missing.jpg') },
        asBytes({ name: 'text.jpg', bytes: Buffer.from('a text') }),
        asBytes({ name: 'empty.jpg', bytes: Buffer.alloc(0) }),
        asBytes({ name: 'a.gif', bytes: Buffer.from('GIF89a...') }),
        asBytes({ name: 'a.bmp', bytes: bmp() }),
        { kind: 'path', path: folder },
      ],
    });
    await ended(added);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(pages.map(({ failure, hasPicture }) => [failure?.reason, hasPicture])).toEqual([
      ['missing', false],
      ['not-an-image', false],
      ['empty', false],
      ['damaged', false],
      ['service-code', true],
      ['service-code', true],
    ]);
  });
});

describe('calls and costs', () => {
  test('reuses the response for the same file and marks it; a requested repeat is a new call', async () => {
    const { ask, ended, made, service } = await withService(1);
    const files = [asBytes(made[0]!), asBytes({ ...made[0]!, name: 'copy.png' })];
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
    await ended(added);
    expect(service.calls()).toBe(1);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(pages.filter(({ reused }) => reused)).toHaveLength(1);
    for (const { findings } of pages) expect(findings.error).toBeGreaterThan(0);
    await ask('pages.recognize', { ids: added });
    await ended(added);
    expect(service.calls()).toBe(2);
    await ask('pages.remove', { ids: [added[0] ?? 0] });
    const [left] = await ask('pages.list', { service: 'vat-invoice' });
    const detail = await ask('pages.open', { id: left?.id ?? 0 });
    expect(detail.invoice?.checks.filter(({ id, level }) => id === 'duplicate' && level === 'error')).toEqual(
      [],
    );
  });

  test('makes another call for other face options', async () => {
    const face = await madeFace(3);
    const service = await startCountingService([face.truth]);
    const { ask, ended, packedFaces } = await startBackend({ environment: service.environment });
    const add = async () => {
      const { added } = await ask('pages.add', {
        service: 'face-detect',
        sandbox: false,
        files: [asBytes(face)],
      });
      await ended(added);
      const pack = await packedFaces(added[0] ?? 0);
      return { pack, detail: await ask('pages.open', { id: added[0] ?? 0 }) };
    };
    const { pack } = await add();
    expect([...pack.points]).toEqual([5, 6]);
    expect(attributeAt(pack, 0, 'gender')).toBe(1);
    await ask('settings.change', { facePoints: false });
    expect([...(await add()).pack.points]).toEqual([]);
    expect((await add()).detail.summary.reused).toBe(true);
    expect(service.calls()).toBe(2);
  });
});

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

describe('stopping and resuming', () => {
  test('cancels waiting and running pages, one or all; the rest continues', async () => {
    const { held, release } = gated();
    const { ask, ended, input, service, events } = await withService(6, () => held);
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

  test('shows all pages after a restart, resumes waiting ones, and marks running ones as interrupted', async () => {
    const { held, release } = gated();
    const { ask, input, home, service, close } = await withService(4, (index) => (index === 0 ? pass : held));
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
    const { ask, input, home, service, close } = await withService(3, () => held);
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

  test('deletes the pictures of a removed page that nothing else needs', async () => {
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

describe('untrusted input', () => {
  test.each([
    ['nothing.like.it', {}],
    ['__proto__', {}],
    ['toString', {}],
    ['app.info', { extra: 1 }],
    ['pages.add', { service: 'vat-invoice', files: [], sandbox: true }],
    ['pages.add', { service: 'other', files: [{ kind: 'path', path: '/a' }], sandbox: true }],
    ['pages.add', { service: 'vat-invoice', files: [{ kind: 'path', path: 1 }], sandbox: true }],
    ['pages.open', { id: -1 }],
    ['pages.open', { id: '1' }],
    ['settings.change', { concurrency: 1000 }],
    ['settings.change', { nothing: true }],
    ['pages.recognize', { ids: 'all' }],
  ])('%s with %j is a bad request', async (name, input) => {
    const { failure } = await startBackend();
    expect(await failure(name, input)).toBe('bad-request');
  });

  test('rejects any input of any command without side effects', async () => {
    const { backend, ask } = await startBackend();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(commands)), fc.anything(), async (name, input) => {
        const result = await backend.invoke(name, input);
        if (!result.ok) expect(result.failure.message.zh).not.toBe('');
      }),
      { numRuns: 500 },
    );
    expect((await ask('app.info', {})).host).toBe('browser');
  });

  test('reports failures by name', async () => {
    const { failure, ask, ended, backend } = await startBackend();
    const files = [asBytes({ name: 'a.jpg', bytes: await jpeg() })];
    expect(await failure('pages.add', { service: 'vat-invoice', sandbox: false, files })).toBe('no-account');
    expect(await failure('account.test', { service: 'vat-invoice' })).toBe('no-account');
    expect(await ask('pages.list', { service: 'vat-invoice' })).toEqual([]);
    expect(await failure('pages.open', { id: 1 })).toBe('page-not-found');
    expect(await failure('pages.correct', { id: 1, field: 'number', value: '1' })).toBe('page-not-found');
    expect(await backend.picture(1, 'full')).toBeNull();
    const { added } = await ask('pages.addSamples', { service: 'vat-invoice' });
    await ended(added);
    for (const field of [
      'nothing',
      'lines.4000.name',
      'lines.99.name',
      '__proto__',
      'buyer',
      'lines.0.constructor',
    ])
      expect(await failure('pages.correct', { id: added[0], field, value: 'x' })).toBe('not-correctable');
    expect(
      await failure('pages.export', {
        service: 'face-detect',
        format: 'csv',
        layout: 'vouch',
        language: 'en',
        encoding: 'utf8',
        unresolved: 'keep',
      }),
    ).toBe('nothing-to-export');
  });

  test('never returns a secret', async () => {
    const { backend, ask, ended, events, made, service, home } = await withService(1, () => proxyPage(403));
    const { apiKey, apiSecret } = service.account;
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: made.map(asBytes),
    });
    await ended(added);
    const told: unknown[] = [
      events,
      await ask('app.info', {}),
      await ask('account.test', { service: 'vat-invoice' }),
      await ask('pages.open', { id: added[0] ?? 0 }),
      backend,
    ];
    const texts = told.map((value) => inspect(value, { depth: 20, maxStringLength: null }));
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'));
    for (const text of texts) {
      expect(text).not.toContain(apiKey);
      expect(text).not.toContain(apiSecret);
    }
  });
});

test('names an unreadable ground truth of the sandbox, and uses the others', async () => {
  const made = await madeInvoice(1);
  const { truths } = await writeMade(await temporaryFolder(), [made]);
  await writeFile(join(truths, 'bad.truth.json'), '{"service":"vat-invoice"}');
  const { ask, ended, events } = await startBackend({ environment: { VOUCH_SANDBOX_TRUTH: truths } });
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: [asBytes(made)],
  });
  await ended(added);
  expect((await ask('pages.list', { service: 'vat-invoice' }))[0]?.state).toBe('recognized');
  const failures = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  expect(failures.map(({ id }) => id)).toEqual(['bad-truth']);
  expect(failures[0]?.message.en).toContain('bad.truth.json');
});

test('reports which parts of the account work', async () => {
  const { ask } = await withService(1);
  const tested = await ask('account.test', { service: 'vat-invoice' });
  expect(tested.outcome).toBe('ok');
  expect(tested.parts.find(({ part }) => part === 'key-and-secret')?.state).toBe('ok');
});

describe('an unusable base URL', () => {
  test.each(['http://ocr.example.com', 'https://1.2.3.4', 'https://api.example.com/?x=1'])(
    '%s is reported by name when saved, tested and used, and not as a missing account',
    async (baseUrl) => {
      const { ask, backend } = await startBackend();
      const picture = await madeInvoice(1);
      const secret = '0123456789abcdef0123456789abcdef';
      const saved = await ask('account.save', { appId: 'a', baseUrl, apiKey: secret, apiSecret: secret });
      expect(saved).toMatchObject({ ready: false, hasApiSecret: true });
      expect(saved.baseUrlFailure?.message.en).toMatch(/\w/u);
      const tested = await backend.invoke('account.test', { service: 'vat-invoice' });
      const added = await backend.invoke('pages.add', {
        service: 'vat-invoice',
        sandbox: false,
        files: [{ kind: 'bytes', name: picture.name, bytes: new Uint8Array(picture.bytes) }],
      });
      for (const response of [tested, added])
        expect(response).toMatchObject({
          ok: false,
          failure: { id: 'bad-base-url', message: saved.baseUrlFailure?.message },
        });
    },
  );
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
