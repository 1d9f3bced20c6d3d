import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { voucherRulesSchema } from '../../shared/books/voucher-rules.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const rules = voucherRulesSchema.parse({
  rules: [{ account: { code: '660201', name: '管理费用' }, summary: '𠮷 {number}' }],
});

test('books an invoice with two files once, and reports the arrival of its other file', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'vouchers.txt');
  const { ask, failure, ended, events, close } = await startBackend({
    home: join(folder, 'home'),
    kind: 'desktop',
    chooseSavePath: () => Promise.resolve(out),
  });
  const invoice = makeDigitalInvoice(seededRandom(1), {
    lines: 2,
    isRed: false,
    hasSpecialCharacters: false,
  });
  const xml = writeEInvoice(invoice);
  const paths = [join(folder, 'a.xml'), join(folder, 'b.xml')];
  await writeFile(paths[0] ?? '', xml);
  await writeFile(paths[1] ?? '', `${xml}\n`);
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: paths.map((path) => ({ kind: 'path', path })),
  });
  await ended(added);
  const ids = [...added];
  const both = await ask('books.tryVouchers', { ids, rules });
  expect(both.vouchers).toHaveLength(1);
  expect(both.failures).toMatchObject([{ name: 'b.xml', reason: 'duplicate', rule: null }]);
  expect(both.bookedBefore).toEqual([]);

  const write = { rules, format: 'yonyou', again: false } as const;
  expect((await ask('books.writeVouchers', { ...write, ids })).kind).toBe('saved');
  // GBK has no such character: the message names the summary to correct.
  expect(iconv.decode(await readFile(out), 'gbk')).toContain(`? ${invoice.number ?? ''}`);
  const told = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  expect(told).toMatchObject([{ id: 'characters-lost', message: { zh: expect.stringContaining('𠮷') } }]);

  const other = ids.slice(1);
  const trial = await ask('books.tryVouchers', { ids: other, rules });
  expect(trial.bookedBefore).toMatchObject([{ name: 'b.xml', voucher: '记-1' }]);
  expect(await failure('books.writeVouchers', { ...write, ids: other })).toBe('booked-before');
  expect((await ask('books.writeVouchers', { ...write, ids: other, again: true })).kind).toBe('saved');
  await close();
});

test('continues voucher numbers after other invoices of the month, and keeps them when written again', async () => {
  const folder = await temporaryFolder();
  const { ask, ended, close } = await startBackend({
    home: join(folder, 'home'),
    kind: 'desktop',
    chooseSavePath: () => Promise.resolve(join(folder, 'vouchers.txt')),
  });
  const files = [1, 2, 3].map((seed) => ({ kind: 'path', path: join(folder, `${seed}.xml`) }) as const);
  for (const [seed, { path }] of files.entries()) {
    const options = { lines: 1, isRed: false, hasSpecialCharacters: false };
    const invoice = makeDigitalInvoice(seededRandom(seed + 1), options);
    await writeFile(path, writeEInvoice({ ...invoice, issueDate: '2024-05-20' }));
  }
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const [first = 0, second = 0, third = 0] = added;
  const plain = voucherRulesSchema.parse({ rules: [{ account: { code: '660201', name: '管理费用' } }] });
  const numbersOf = async (ids: number[]) =>
    (await ask('books.tryVouchers', { ids, rules: plain })).vouchers.map(({ number }) => number);
  const write = { rules: plain, format: 'kingdee', again: true } as const;

  await ask('books.writeVouchers', { ...write, ids: [first, second] });
  expect(await numbersOf([third])).toEqual([3]);
  expect(await numbersOf([first, second])).toEqual([1, 2]);
  expect(await numbersOf([second, third])).toEqual([2, 3]);
  expect(await numbersOf([second])).toEqual([2]);
  await ask('books.writeVouchers', { ...write, ids: [third] });
  expect(await numbersOf([first, second, third])).toEqual([1, 2, 3]);
  await close();
});
