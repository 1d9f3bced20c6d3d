import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { voucherRulesSchema } from '../../shared/books/voucher-rules.ts';
import { bought, own, sold } from '../helpers/own-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const rules = voucherRulesSchema.parse({
  own: [own],
  rules: [{ account: { code: '660201', name: '管理费用' }, summary: '𠮷 {number}' }],
});
const everything = ['unconfirmed', 'warning', 'error', 'undated', 'changed'] as const;
const again = [...everything, 'booked'] as const;

/** A window with these invoices in its ledger. */
const withInvoices = async (files: readonly string[]) => {
  const folder = await temporaryFolder();
  const out = join(folder, 'vouchers.txt');
  const backend = await startBackend({
    home: join(folder, 'home'),
    kind: 'desktop',
    chooseSavePath: () => Promise.resolve(out),
  });
  const paths = files.map((_, index) => join(folder, `${String.fromCharCode(97 + index)}.xml`));
  for (const [index, xml] of files.entries()) await writeFile(paths[index] ?? '', xml);
  if (paths.length === 0) return { ...backend, out, ids: [] };
  const { added } = await backend.ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: paths.map((path) => ({ kind: 'path' as const, path })),
  });
  await backend.ended(added);
  return { ...backend, out, ids: [...added] };
};

test('books an invoice with two files once, and reports the arrival of its other file', async () => {
  const invoice = bought(1);
  const xml = writeEInvoice(invoice);
  const { ask, failure, events, close, out, ids } = await withInvoices([xml, `${xml}\n`]);
  const both = await ask('books.tryVouchers', { ids, rules, include: [...everything] });
  expect(both.vouchers).toHaveLength(1);
  expect(both.held).toMatchObject([{ name: 'b.xml', reasons: ['elsewhere'], other: 'a.xml' }]);

  const write = { rules, format: 'yonyou', include: [...everything] } as const;
  expect((await ask('books.writeVouchers', { ...write, ids, include: [...everything] })).kind).toBe('saved');
  // GBK has no such character: the message names the summary to correct.
  expect(iconv.decode(await readFile(out), 'gbk')).toContain(`? ${invoice.number ?? ''}`);
  const told = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  expect(told).toMatchObject([{ id: 'characters-lost', message: { zh: expect.stringContaining('𠮷') } }]);

  const trial = await ask('books.tryVouchers', { ids, rules, include: [...everything] });
  expect(trial.held).toMatchObject([
    { name: 'a.xml', reasons: ['booked'], voucher: '记-1' },
    { name: 'b.xml', reasons: ['elsewhere', 'booked'], voucher: '记-1' },
  ]);
  expect(await failure('books.writeVouchers', { ...write, ids, include: [...everything] })).toBe(
    'nothing-to-book',
  );
  expect((await ask('books.writeVouchers', { ...write, ids, include: [...again] })).kind).toBe('saved');
  expect(iconv.decode(await readFile(out), 'gbk')).toContain(',记,1,1,');
  await close();
});

test('keeps what is booked: nothing of a selection with a booked invoice is removed', async () => {
  const { ask, failure, close, ids } = await withInvoices([
    writeEInvoice(bought(1)),
    writeEInvoice(bought(2)),
  ]);
  const [first = 0, second = 0] = ids;
  await ask('books.writeVouchers', { ids: [first], rules, format: 'kingdee', include: [...everything] });
  expect(await failure('pages.remove', { ids })).toBe('kept-in-books');
  expect(await ask('pages.list', { service: 'vat-invoice' })).toHaveLength(2);
  await ask('pages.remove', { ids: [second] });
  expect((await ask('pages.list', { service: 'vat-invoice' })).map(({ id }) => id)).toEqual([first]);
  await close();
});

test('holds back what nobody confirmed, and says that it was changed after it was booked', async () => {
  const { ask, close, ids } = await withInvoices([writeEInvoice(bought(1)), writeEInvoice(bought(2))]);
  const [first = 0] = ids;
  const trial = (include: readonly (typeof again)[number][]) =>
    ask('books.tryVouchers', { ids, rules, include: [...include] });
  expect((await trial([])).held.map(({ reasons }) => reasons[0])).toEqual(['unconfirmed', 'unconfirmed']);
  await ask('pages.review', { id: first, mark: 'confirmed' });
  const confirmed = await trial([]);
  expect([confirmed.vouchers.length, confirmed.heldCount]).toEqual([1, 1]);
  await ask('books.writeVouchers', { ids, rules, format: 'kingdee', include: [] });
  await ask('pages.correct', { id: first, field: 'seller.name', value: '另一家公司' });
  const [changed] = (await trial([])).held;
  expect(changed?.reasons).toEqual(expect.arrayContaining(['booked', 'changed']));
  await close();
});

test('books nothing without an own company, and offers the most frequent buyer', async () => {
  const { ask, failure, close, ids } = await withInvoices([
    writeEInvoice(bought(1)),
    writeEInvoice(bought(2)),
    writeEInvoice(sold(3)),
  ]);
  const unknown = { ...rules, own: [] };
  const trial = await ask('books.tryVouchers', { ids, rules: unknown, include: [...everything] });
  expect([trial.knowsOwn, trial.vouchers.length, trial.offer]).toEqual([false, 0, { ...own, invoices: 2 }]);
  expect(
    await failure('books.writeVouchers', {
      ids,
      rules: unknown,
      format: 'kingdee',
      include: [...everything],
    }),
  ).toBe('own-unknown');
  // In the settings it holds for everything.
  await ask('settings.change', { ownCompanies: [own] });
  const known = await ask('books.tryVouchers', { ids, rules: unknown, include: [...everything] });
  expect(known.vouchers.map(({ how }) => how[0]?.sides.join() ?? '').toSorted()).toEqual([
    'purchase',
    'purchase',
    'sale',
  ]);
  await close();
});

test('demo data is never booked, whatever is included', async () => {
  const { ask, ended, failure, close } = await withInvoices([]);
  const { added } = await ask('pages.addSamples', { service: 'vat-invoice' });
  await ended(added);
  const ids = [...added];
  const trial = await ask('books.tryVouchers', { ids, rules, include: [...again] });
  expect([trial.vouchers, trial.neverCount]).toEqual([[], ids.length]);
  expect(trial.never.every(({ reasons }) => reasons.includes('demo'))).toBe(true);
  expect(await failure('books.writeVouchers', { ids, rules, format: 'kingdee', include: [...again] })).toBe(
    'nothing-to-book',
  );
  expect(await failure('books.print', { ids, perPage: 2, cover: true, as: 'pdf' })).toBe('only-demo');
  expect(await failure('books.exportUnverified', { language: 'zh' })).toBe('nothing-unverified');
  const plan = await ask('books.archivePlan', { from: '1990-01-01', to: '2099-12-31' });
  expect([plan.invoices, plan.demo]).toEqual([0, ids.length]);
  const [id = 0] = ids;
  const verification = { result: 'consistent', day: '2026-11-01' } as const;
  expect(await failure('books.verify', { version: 0, id, verification })).toBe('demo-not-verified');
  await close();
});

test('continues voucher numbers after other invoices of the month, and keeps them when written again', async () => {
  const files = [1, 2, 3].map((seed) => writeEInvoice(bought(seed, { issueDate: '2024-05-20' })));
  const { ask, close, ids } = await withInvoices(files);
  const [first = 0, second = 0, third = 0] = ids;
  const numbersOf = async (some: number[]) =>
    (await ask('books.tryVouchers', { ids: some, rules, include: [...again] })).vouchers.map(
      ({ number }) => number,
    );
  const write = (some: number[]) =>
    ask('books.writeVouchers', { rules, format: 'kingdee', ids: some, include: [...again] });

  await write([first, second]);
  expect(await numbersOf([third])).toEqual([3]);
  expect(await numbersOf([first, second])).toEqual([1, 2]);
  expect(await numbersOf([second, third])).toEqual([2, 3]);
  expect(await numbersOf([second])).toEqual([2]);
  await write([third]);
  expect(await numbersOf([first, second, third])).toEqual([1, 2, 3]);
  await close();
});

test('of two windows at once, one books an invoice and the other is refused', async () => {
  const { ask, backend, close, ids } = await withInvoices(
    [1, 2, 3].map((seed) => writeEInvoice(bought(seed))),
  );
  const trialInput = { ids, rules, include: [...everything] };
  const { digest, vouchers } = await ask('books.tryVouchers', trialInput);
  const seen = { digest, pages: vouchers.flatMap(({ pages }) => pages) };
  const write = () => backend.invoke('books.writeVouchers', { ...trialInput, format: 'kingdee', seen });
  const ended = await Promise.all([write(), write(), write()]);
  expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
  for (const one of ended)
    if (!one.ok) expect(['being-written', 'booked-meanwhile']).toContain(one.failure.id);
  // A window that still shows the trial of before, too.
  expect(await write()).toMatchObject({ ok: false, failure: { id: 'booked-meanwhile' } });
  const numbers = (await ask('books.tryVouchers', { ids, rules, include: [...again] })).vouchers.map(
    ({ date, number }) => `${date.slice(0, 7)} ${String(number)}`,
  );
  expect(new Set(numbers).size).toBe(3);
  await close();
});

test('nothing is written that differs from what was shown', async () => {
  const { ask, backend, close, ids } = await withInvoices(
    [1, 2].map((seed) => writeEInvoice(bought(seed, { issueDate: '2024-05-20' }))),
  );
  const [first = 0, second = 0] = ids;
  const trialInput = { ids, rules, include: [...everything] };
  const { digest, vouchers } = await ask('books.tryVouchers', trialInput);
  const seen = { digest, pages: vouchers.flatMap(({ pages }) => pages) };
  const write = () => backend.invoke('books.writeVouchers', { ...trialInput, format: 'kingdee', seen });
  const period = { from: '2024-05-01', to: '2024-05-31' };
  const plan = await ask('books.archivePlan', period);
  const archive = ({ digest: planned, last }: typeof plan) =>
    backend.invoke('books.archive', { ...period, as: 'zip', seen: { digest: planned, last } });

  await ask('pages.correct', { id: first, field: 'seller.name', value: '另一家公司' });
  expect(await write()).toMatchObject({ ok: false, failure: { id: 'changed-meanwhile' } });
  expect(await archive(plan)).toMatchObject({ ok: false, failure: { id: 'changed-meanwhile' } });
  await ask('pages.remove', { ids: [second] });
  expect(await write()).toMatchObject({ ok: false, failure: { id: 'removed-meanwhile' } });
  // Of two windows that show the same plan, one archives.
  const now = await ask('books.archivePlan', period);
  const both = await Promise.all([archive(now), archive(now)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  for (const one of both)
    if (!one.ok) expect(['being-written', 'archived-meanwhile']).toContain(one.failure.id);
  expect(await archive(now)).toMatchObject({ ok: false, failure: { id: 'archived-meanwhile' } });
  expect(await archive(await ask('books.archivePlan', period))).toMatchObject({ ok: true });
  await close();
});
