import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { madeFace, madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

/** One made invoice, recognized by the sandbox, in a data folder that outlives the backend. */
const recognized = async () => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input, truths } = await writeMade(folder, [made]);
  const home = join(folder, 'home');
  const environment = { VOUCH_SANDBOX_TRUTH: truths };
  const started = await startBackend({ home, environment });
  const path = join(input, made.name);
  const { added } = await started.ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: [{ kind: 'path', path }],
  });
  await started.ended(added);
  const [id = 0] = added;
  const restart = async () => {
    await started.close();
    return startBackend({ home, environment });
  };
  /** The page again, after the sandbox has read its picture otherwise. */
  const readOtherwise = async (from: string, to: string) => {
    const file = join(truths, `${made.name}.truth.json`);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
    const again = await restart();
    await again.ask('pages.recognize', { ids: [id] });
    await again.ended([id]);
    return again;
  };
  return { ...started, id, readOtherwise, restart };
};

describe('edits of a page', () => {
  test('are undone and redone without end, after a restart too; what was read is never lost', async () => {
    const { ask, id, restart } = await recognized();
    const values = ['甲公司', '乙公司', null, '丙公司'];
    for (const value of values) await ask('pages.correct', { id, field: 'seller.name', value });
    const seller = async (redo: boolean, by = ask) =>
      (await by('pages.undo', { id, redo })).invoice?.value.seller.name;
    expect(await seller(false)).toBe(null);
    expect(await seller(false)).toBe('乙公司');

    const again = await restart();
    const opened = await again.ask('pages.open', { id });
    expect(opened.history).toEqual({ canUndo: true, canRedo: true });
    expect(opened.invoice?.origins['seller.name']?.raw).toBe('上海某某有限公司');
    expect(opened.invoice?.corrections).toMatchObject([{ value: '甲公司' }, { value: '乙公司' }]);
    expect(await seller(false, again.ask)).toBe('甲公司');
    expect(await seller(false, again.ask)).toBe('上海某某有限公司');
    expect(await again.problem('pages.undo', { id, redo: false })).toBe('nothing-to-undo');
    for (const value of values) expect(await seller(true, again.ask)).toBe(value);
    expect(await again.problem('pages.undo', { id, redo: true })).toBe('nothing-to-redo');
    expect(await again.problem('pages.undo', { id: 999, redo: true })).toBe('page-not-found');
  });

  test('a new edit makes an end of what could be redone', async () => {
    const { ask, problem, id } = await recognized();
    await ask('pages.correct', { id, field: 'number', value: '11111111' });
    await ask('pages.undo', { id, redo: false });
    await ask('pages.correct', { id, field: 'code', value: '1100094140' });
    expect(await problem('pages.undo', { id, redo: true })).toBe('nothing-to-redo');
  });

  test('of lines are one step each', async () => {
    const { ask, problem, id } = await recognized();
    const lines = async (edit: Parameters<typeof ask<'pages.editLines'>>[1]['edit']) =>
      (await ask('pages.editLines', { id, edit })).invoice?.value.lines.map(({ name, amount }) => [
        name,
        amount,
      ]);
    expect(await lines({ kind: 'add', at: 0 })).toEqual([[null, null]]);
    const cells = [
      { field: 'lines.0.name', value: '纸' },
      { field: 'lines.0.amount', value: '￥1,200' },
      { field: 'lines.1.name', value: '张' },
    ];
    expect(await lines({ kind: 'paste', cells })).toEqual([
      ['纸', '1200.00'],
      ['张', null],
    ]);
    expect(await lines({ kind: 'merge', at: 1 })).toEqual([['纸张', '1200.00']]);
    expect(await problem('pages.editLines', { id, edit: { kind: 'delete', at: 1 } })).toBe('not-correctable');
    const undone = await ask('pages.undo', { id, redo: false });
    expect(undone.invoice?.value.lines).toHaveLength(2);
    expect((await ask('pages.undo', { id, redo: false })).invoice?.value.lines).toHaveLength(1);
  });

  test('of faces are undone, too', async () => {
    const folder = await temporaryFolder();
    const made = await madeFace(3);
    const { input, truths } = await writeMade(folder, [made]);
    const { ask, ended } = await startBackend({ environment: { VOUCH_SANDBOX_TRUTH: truths } });
    const files = [{ kind: 'path' as const, path: join(input, made.name) }];
    const { added } = await ask('pages.add', { service: 'face-detect', sandbox: true, files });
    await ended(added);
    const [id = 0] = added;
    await ask('faces.edit', { id, edit: { kind: 'add', box: { x: 1, y: 1, w: 9, h: 9 } } });
    expect((await ask('pages.open', { id })).faces?.count).toBe(2);
    expect((await ask('pages.undo', { id, redo: false })).faces?.count).toBe(1);
    expect((await ask('pages.undo', { id, redo: true })).faces?.count).toBe(2);
  });
});

describe('the mark of a page', () => {
  test('stands in the list, and an edit after it opens the page again', async () => {
    const { ask, id, restart } = await recognized();
    expect((await ask('pages.review', { id, mark: 'confirmed' })).summary.review).toBe('confirmed');
    await ask('pages.review', { id, mark: 'confirmed' });
    expect((await ask('pages.correct', { id, field: 'number', value: '1' })).summary.review).toBe('open');
    expect((await ask('pages.undo', { id, redo: false })).summary.review).toBe('confirmed');
    await ask('pages.review', { id, mark: 'aside' });
    const again = await restart();
    expect(await again.ask('pages.list', { service: 'vat-invoice' })).toMatchObject([{ review: 'aside' }]);
    expect((await again.ask('pages.review', { id, mark: 'open' })).summary.review).toBe('open');
  });
});

describe('a page that is recognized again', () => {
  test('keeps the corrections, and a reading at odds with one is shown until the user says a word', async () => {
    const { ask: first, id, readOtherwise } = await recognized();
    await first('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    await first('pages.correct', { id, field: 'total', value: '301.00' });
    const { ask } = await readOtherwise('上海某某有限公司', '上海另读有限公司');
    const conflicts = async () =>
      (await ask('pages.open', { id })).invoice?.checks.filter((check) => check.id === 'reading-changed');
    const detail = await ask('pages.open', { id });
    expect(detail.invoice?.value).toMatchObject({ seller: { name: '北京更正有限公司' }, total: '301.00' });
    expect(detail.invoice?.origins['seller.name']?.raw).toBe('上海另读有限公司');
    // The total was read as before: nothing to ask about.
    expect(await conflicts()).toMatchObject([{ level: 'warn', fields: ['seller.name'] }]);
    expect((await conflicts())?.[0]?.message.en).toContain('上海另读有限公司');
    await ask('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    expect(await conflicts()).toEqual([]);
  });

  test('says nothing where the new reading is what the user had corrected it to', async () => {
    const { ask: first, id, readOtherwise } = await recognized();
    await first('pages.correct', { id, field: 'seller.name', value: '上海另读有限公司' });
    const { ask } = await readOtherwise('上海某某有限公司', '上海另读有限公司');
    const { invoice } = await ask('pages.open', { id });
    expect(invoice?.checks.filter((check) => check.id === 'reading-changed')).toEqual([]);
  });
});
