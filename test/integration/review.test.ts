import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { untreated } from '../../shared/contract/preparation.ts';
import type { PageDetail } from '../../shared/contract/page.ts';
import {
  madeFace,
  madeInvoice,
  madeInvoiceText,
  madeInvoiceWithGoods,
  writeMade,
} from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

/** One synthetic invoice, recognized by the sandbox, in a data folder that outlives the backend. */
const recognized = async (make = madeInvoice) => {
  const folder = await temporaryFolder();
  const made = await make(1);
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
  let running = started;
  const restart = async () => {
    await running.close();
    running = await startBackend({ home, environment });
    return running;
  };
  /** The page again, after the sandbox has extracted other data from its picture. */
  const readOtherwise = async (from: string, to: string) => {
    const file = join(truths, `${made.name}.truth.json`);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
    const again = await restart();
    await again.ask('pages.recognize', { ids: [id] });
    await again.ended([id]);
    return again;
  };
  /** A newer version of the program has stored an event on the page that this one does not know. */
  const withUnknownEvent = async () => {
    await running.close();
    const db = new DatabaseSync(join(home, 'ledger.sqlite'));
    db.prepare(
      `INSERT INTO review_events (page, version, kind, body, author, at)
       SELECT ?, coalesce(max(version) + 1, 0), 'weigh', '{"grams": 5}', 'local', '' FROM review_events WHERE page = ?`,
    ).run(id, id);
    db.close();
    running = await startBackend({ home, environment });
    return running;
  };
  return { ...started, id, truths, readOtherwise, restart, withUnknownEvent };
};

describe('edits of a page', () => {
  test('follow events of a kind that this version does not know, with the version of the page', async () => {
    const { ask, id, withUnknownEvent } = await recognized();
    await ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
    const again = await withUnknownEvent();
    const opened = await again.ask('pages.open', { id });
    expect(opened.version).toBe(2);
    const corrected = await again.ask('pages.correct', { id, field: 'seller.name', value: '乙公司' });
    expect(corrected.version).toBe(3);
    expect(corrected.invoice?.value.seller.name).toBe('乙公司');
    expect((await again.ask('pages.undo', { id, redo: false })).invoice?.value.seller.name).toBe('甲公司');
  });

  test('are undone and redone without limit, also after a restart; extracted data is never lost', async () => {
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
    expect(await again.failure('pages.undo', { id, redo: false })).toBe('nothing-to-undo');
    for (const value of values) expect(await seller(true, again.ask)).toBe(value);
    expect(await again.failure('pages.undo', { id, redo: true })).toBe('nothing-to-redo');
    expect(await again.failure('pages.undo', { id: 999, redo: true })).toBe('page-not-found');
  });

  test('end redo when a new one is made', async () => {
    const { ask, failure, id } = await recognized();
    await ask('pages.correct', { id, field: 'number', value: '11111111' });
    await ask('pages.undo', { id, redo: false });
    await ask('pages.correct', { id, field: 'code', value: '1100094140' });
    expect(await failure('pages.undo', { id, redo: true })).toBe('nothing-to-redo');
  });

  test('count as one step each for lines', async () => {
    const { ask, failure, id } = await recognized();
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
    expect(await failure('pages.editLines', { id, edit: { kind: 'delete', at: 1 } })).toBe('not-correctable');
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

describe('the review state of a page', () => {
  test('is in the list, and a later edit reopens the page', async () => {
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

const changedIn = ({ invoice }: Pick<PageDetail, 'invoice'>) =>
  invoice?.checks.filter((check) => check.id === 'reading-changed');

describe('a page that is recognized again', () => {
  test('keeps corrections; a conflict with the new extraction is kept or reverted, undone, and survives a restart', async () => {
    const { ask: first, id, readOtherwise, restart } = await recognized();
    await first('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    await first('pages.correct', { id, field: 'total', value: '301.00' });
    await first('pages.review', { id, mark: 'confirmed' });
    const { ask, failure } = await readOtherwise('上海某某有限公司', '上海另读有限公司');
    const detail = await ask('pages.open', { id });
    expect(detail.summary.review).toBe('open');
    expect(detail.invoice?.value).toMatchObject({ seller: { name: '北京更正有限公司' }, total: '301.00' });
    expect(detail.invoice?.origins['seller.name']?.raw).toBe('上海另读有限公司');
    // The total was extracted as before: there is nothing to decide.
    expect(changedIn(detail)).toMatchObject([{ level: 'warn', fields: ['seller.name'] }]);
    const conflict = {
      field: 'seller.name',
      before: '上海某某有限公司',
      mine: '北京更正有限公司',
      now: '上海另读有限公司',
    };
    expect(detail.invoice?.conflicts).toEqual([conflict]);

    const kept = await ask('pages.keep', { id, field: 'seller.name' });
    expect([kept.invoice?.conflicts, changedIn(kept)]).toEqual([[], []]);
    expect(kept.invoice?.value.seller.name).toBe('北京更正有限公司');
    expect(await failure('pages.keep', { id, field: 'seller.name' })).toBe('nothing-to-keep');
    expect((await ask('pages.undo', { id, redo: false })).invoice?.conflicts).toEqual([conflict]);

    const taken = await ask('pages.revert', { id, field: 'seller.name' });
    expect(taken.invoice?.value.seller.name).toBe('上海另读有限公司');
    expect(taken.invoice?.conflicts).toEqual([]);
    expect(taken.invoice?.corrections.map(({ kind }) => kind)).toEqual(['typed', 'typed', 'reverted']);
    expect(await failure('pages.revert', { id, field: 'seller.name' })).toBe('nothing-to-revert');
    const again = await restart();
    const opened = await again.ask('pages.open', { id });
    expect(opened.invoice).toEqual(taken.invoice);
    await again.ask('pages.undo', { id, redo: false });
    expect((await again.ask('pages.open', { id })).invoice?.conflicts).toEqual([conflict]);
  });

  test("reports no conflict if the new extraction equals the user's correction", async () => {
    const { ask: first, id, readOtherwise } = await recognized();
    await first('pages.correct', { id, field: 'seller.name', value: '上海另读有限公司' });
    const { ask } = await readOtherwise('上海某某有限公司', '上海另读有限公司');
    const { invoice } = await ask('pages.open', { id });
    expect([invoice?.conflicts, changedIn({ invoice })]).toEqual([[], []]);
  });

  test('names the cell of the line items that was extracted differently', async () => {
    const { ask: first, id, readOtherwise } = await recognized(madeInvoiceWithGoods);
    await first('pages.editLines', { id, edit: { kind: 'add', at: 0 } });
    await first('pages.correct', { id, field: 'lines.1.amount', value: '1.00' });
    const { ask } = await readOtherwise('300.00', '777.00');
    const { invoice } = await ask('pages.open', { id });
    expect(invoice?.conflicts).toEqual([
      { field: 'lines.1.amount', before: '300.00', mine: '1.00', now: '777.00' },
    ]);
    expect(invoice?.linesConflict).toBeNull();
    const taken = await ask('pages.revert', { id, field: 'lines.1.amount' });
    expect(taken.invoice?.value.lines[1]?.amount).toBe('777.00');
  });

  test('after a rotation is compared with its earlier extraction', async () => {
    const { ask: first, id, truths, restart } = await recognized(madeInvoiceWithGoods);
    await first('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    await first('pages.editLines', { id, edit: { kind: 'delete', at: 0 } });
    const { value } = (await first('pages.open', { id })).invoice ?? {};
    const turned = await first('pages.treat', { id, treatment: { turn: 180, masks: [] }, was: untreated });
    // From the rotated picture the sandbox extracts another seller, and no goods.
    const truth = { service: 'vat-invoice', sha256: turned.sent?.sha256, text: madeInvoiceText(1) };
    await writeFile(
      join(truths, 'turned.truth.json'),
      JSON.stringify(truth).replaceAll('上海某某有限公司', '上海另读有限公司'),
    );
    const { ask, ended } = await restart();
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    const { invoice, sent } = await ask('pages.open', { id });
    expect(invoice?.conflicts).toEqual([
      {
        field: 'seller.name',
        before: '上海某某有限公司',
        mine: '北京更正有限公司',
        now: '上海另读有限公司',
      },
    ]);
    expect(invoice?.linesConflict).toMatchObject({ before: [{}, {}], now: [] });
    expect(invoice?.value.lines).toEqual(value?.lines);
    // They come from another picture, and have no place on this one.
    expect(invoice?.origins['lines.0.amount']?.quad ?? null).toBeNull();
    const kept = await ask('pages.keep', { id, field: 'lines' });
    expect(kept.invoice).toMatchObject({ linesConflict: null, value: { lines: value?.lines } });
    const taken = await ask('pages.revert', { id, field: 'lines' });
    expect(taken.invoice?.value.lines).toEqual([]);
    await ask('pages.undo', { id, redo: false });
    // As before: the response is reused, and with it the user's corrections.
    await ask('pages.treat', { id, treatment: untreated, was: { turn: 180, masks: [] } });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    const back = await ask('pages.open', { id });
    expect(back.sent).not.toEqual(sent);
    expect(back.invoice).toMatchObject({ conflicts: [], linesConflict: null });
  });
});

describe('a corrected value', () => {
  test('reverts to the extracted value with one event, for a cell and a whole table alike', async () => {
    const { ask, failure, id } = await recognized(madeInvoiceWithGoods);
    const { invoice: read } = await ask('pages.open', { id });
    await ask('pages.correct', { id, field: 'number', value: '11111111' });
    await ask('pages.correct', { id, field: 'number', value: null });
    expect((await ask('pages.revert', { id, field: 'number' })).invoice?.value).toEqual(read?.value);
    expect(await failure('pages.revert', { id, field: 'number' })).toBe('nothing-to-revert');
    expect(await failure('pages.revert', { id, field: 'lines' })).toBe('nothing-to-revert');

    await ask('pages.editLines', { id, edit: { kind: 'add', at: 0 } });
    await ask('pages.correct', { id, field: 'lines.1.tax', value: '5' });
    expect((await ask('pages.open', { id })).invoice?.linesEdited).toBe(true);
    const back = await ask('pages.revert', { id, field: 'lines.1.tax' });
    expect(back.invoice?.value.lines[1]).toEqual(read?.value.lines[0]);
    const whole = await ask('pages.revert', { id, field: 'lines' });
    expect(whole.invoice).toMatchObject({ value: read?.value, origins: read?.origins, linesEdited: false });
    for (const field of ['total', 'lines.0.tax', 'nonsense', 'undo', '__proto__'])
      expect(await failure('pages.revert', { id, field })).toBe('nothing-to-revert');
    expect(await failure('pages.revert', { id: 999, field: 'total' })).toBe('page-not-found');
    expect(await failure('pages.keep', { id: 999, field: 'total' })).toBe('page-not-found');
  });
});
