import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mayDo, type Role } from '../../shared/contract/roles.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { bought } from '../helpers/own-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const caller = (by: string, role: Role = 'approver') => ({ by, may: (wanted: Role) => mayDo(role, wanted) });

/** An office's backend with two invoices, as several users see it. */
const start = async () => {
  const folder = await temporaryFolder();
  const { backend, ask, ended, close } = await startBackend({ home: join(folder, 'home'), kind: 'desktop' });
  const files = [];
  for (const serial of [1, 2]) {
    const path = join(folder, `${serial}.xml`);
    await writeFile(path, writeEInvoice(bought(serial)));
    files.push({ kind: 'path' as const, path });
  }
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const [first = 0, second = 0] = added;
  const seen = async (id: number) => {
    const { version, digest } = await ask('pages.open', { id });
    return { version, digest };
  };
  const correct = async (by: string, id: number, value: string) => {
    const { version, invoice } = await ask('pages.open', { id });
    const was = invoice?.value.remark ?? null;
    return backend.invoke('pages.correct', { id, field: 'remark', value, was, version }, caller(by));
  };
  const confirm = async (by: string, id: number, role?: Role) =>
    backend.invoke('pages.review', { id, mark: 'confirmed', ...(await seen(id)) }, caller(by, role));
  const confirmAll = async (by: string) => {
    const both = [await seen(first), await seen(second)];
    return backend.invoke(
      'batch.review',
      {
        ids: [first, second],
        mark: 'confirmed',
        onlyClean: false,
        versions: both.map(({ version }) => version),
        digests: both.map(({ digest }) => digest),
      },
      caller(by),
    );
  };
  const undo = (by: string, redo: boolean, role?: Role) =>
    backend.invoke('batch.undo', { redo }, caller(by, role));
  const reopen = async (by: string, id: number, role?: Role) =>
    backend.invoke('pages.review', { id, mark: 'open', ...(await seen(id)) }, caller(by, role));
  const undoOn = async (by: string, id: number, redo: boolean, role?: Role) => {
    const { version } = await seen(id);
    return backend.invoke('pages.undo', { id, redo, version }, caller(by, role));
  };
  return { ask, close, first, second, correct, confirm, confirmAll, undo, reopen, undoOn };
};

test('whoever has changed an invoice may not approve it, administrators included; others may', async () => {
  const { ask, close, first, correct, confirm } = await start();
  await ask('settings.change', { fourEyes: true });
  expect(await correct('li', first, 'a')).toMatchObject({ ok: true });
  expect(await confirm('li', first)).toMatchObject({ failure: { id: 'own-change' } });
  expect(await confirm('li', first, 'administrator')).toMatchObject({ failure: { id: 'own-change' } });
  expect(await confirm('wang', first)).toMatchObject({ ok: true });
  const { marks, invoice } = await ask('pages.open', { id: first });
  expect(marks).toMatchObject([{ kind: 'confirm', by: 'wang' }]);
  expect(invoice?.corrections).toMatchObject([{ field: 'remark', by: 'li' }]);
  await close();
});

test('a batch leaves out what its author has changed, and says so', async () => {
  const { ask, close, first, second, correct, confirmAll } = await start();
  await ask('settings.change', { fourEyes: true });
  await correct('li', first, 'a');
  expect(await confirmAll('li')).toMatchObject({
    ok: true,
    value: {
      changed: [second],
      met: {
        pages: [first],
        message: {
          en: 'Four eyes: 1 that you changed was not confirmed',
          zh: '已启用双人复核：1 张由您改过，未确认',
        },
      },
    },
  });
  expect(await confirmAll('wang')).toMatchObject({ ok: true, value: { changed: [first], met: null } });
  await close();
});

test('a confirmation from before the setting is not restored by its author', async () => {
  const { ask, close, first, correct, confirm, undo } = await start();
  await correct('li', first, 'a');
  expect(await confirm('li', first)).toMatchObject({ ok: true });
  expect(await undo('li', false)).toMatchObject({ ok: true });
  await ask('settings.change', { fourEyes: true });
  expect(await undo('li', true)).toMatchObject({ failure: { id: 'own-change' } });
  await close();
});

test('a user who may not approve any more does not restore a confirmation', async () => {
  const { close, first, confirm, undo } = await start();
  expect(await confirm('li', first)).toMatchObject({ ok: true });
  expect(await undo('li', false)).toMatchObject({ ok: true });
  expect(await undo('li', true, 'preparer')).toMatchObject({ failure: { id: 'not-allowed' } });
  expect(await undo('li', true)).toMatchObject({ ok: true });
  await close();
});

test('a user who may not approve makes no confirmation stand again by undoing a reopening', async () => {
  const { ask, close, first, confirm, reopen, undo, undoOn } = await start();
  const review = async () => (await ask('pages.open', { id: first })).summary.review;
  await confirm('wang', first);
  expect(await reopen('li', first, 'preparer')).toMatchObject({ ok: true });
  expect(await undoOn('li', first, false, 'preparer')).toMatchObject({ failure: { id: 'not-allowed' } });
  expect(await undo('li', false, 'preparer')).toMatchObject({ failure: { id: 'not-allowed' } });
  expect(await review()).toBe('open');
  expect(await undoOn('li', first, false)).toMatchObject({ ok: true });
  expect(await review()).toBe('confirmed');
  await close();
});

test('nor does whoever changed the invoice, with four eyes', async () => {
  const { ask, close, first, correct, confirm, reopen, undo, undoOn } = await start();
  await correct('li', first, 'a');
  await confirm('li', first);
  await reopen('li', first);
  await ask('settings.change', { fourEyes: true });
  expect(await undoOn('li', first, false)).toMatchObject({ failure: { id: 'own-change' } });
  expect(await undo('li', false)).toMatchObject({ failure: { id: 'own-change' } });
  expect((await ask('pages.open', { id: first })).summary.review).toBe('open');
  await close();
});

test('a change that is restored after another user approved keeps its author from approving', async () => {
  const { ask, close, first, correct, confirm, reopen, undoOn } = await start();
  await ask('settings.change', { fourEyes: true });
  await correct('li', first, 'a');
  expect(await undoOn('li', first, false)).toMatchObject({ ok: true });
  expect(await confirm('wang', first)).toMatchObject({ ok: true });
  expect(await reopen('wang', first)).toMatchObject({ ok: true });
  expect(await undoOn('li', first, true)).toMatchObject({ ok: true });
  expect(await confirm('li', first)).toMatchObject({ failure: { id: 'own-change' } });
  expect(await confirm('wang', first)).toMatchObject({ ok: true });
  await close();
});
