import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commands } from '../../shared/contract/commands.ts';
import { proxyPage } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { jpeg } from '../helpers/pictures.ts';
import { asBytes, withService } from '../helpers/service-backend.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { sharedBackend, startBackend } from '../helpers/test-backend.ts';

describe('untrusted input', () => {
  const shared = sharedBackend();

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
    expect(await shared().failure(name, input)).toBe('bad-request');
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
    const made = await madeInvoice(1);
    const { truths } = await writeMade(await temporaryFolder(), [made]);
    const { failure, ask, ended, backend } = await startBackend({
      environment: { VOUCH_SANDBOX_TRUTH: truths },
    });
    const files = [asBytes({ name: 'a.jpg', bytes: await jpeg() })];
    await ask('settings.change', { invoiceReader: 'service' });
    expect(await failure('pages.add', { service: 'vat-invoice', sandbox: false, files })).toBe('no-account');
    expect(await failure('account.test', { service: 'vat-invoice' })).toBe('no-account');
    expect(await ask('pages.list', { service: 'vat-invoice' })).toEqual([]);
    expect(await failure('pages.open', { id: 1 })).toBe('page-not-found');
    expect(await failure('pages.correct', { id: 1, field: 'number', value: '1' })).toBe('page-not-found');
    expect(await backend.picture(1, 'full')).toBeNull();
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: true,
      files: [asBytes(made)],
    });
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
