import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { voucherRulesSchema } from '../../shared/books/voucher-rules.ts';
import type { Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { own } from '../helpers/own-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { writeRailInstance } from '../helpers/write-xbrl.ts';

/** What is right for an invoice, from its truth alone. */
type Case = {
  readonly invoice: Invoice;
  readonly xml: string;
  readonly use: 'purchase' | 'sale' | 'none';
  /** Tax that the law deducts, in cents. */
  readonly deducted: number;
};

const cents = (amount: string | null): number => (amount === null ? 0 : Math.round(Number(amount) * 100));
const taxOf = (amount: string | null): number => (amount === null || amount === '***' ? 0 : cents(amount));
const decimal = (value: number): string => (value / 100).toFixed(2);

const made = (seed: number, isRed = false): Invoice => ({
  ...makeDigitalInvoice(seededRandom(seed), { lines: 2, isRed, hasSpecialCharacters: false }),
  issueDate: `2025-0${String(1 + (seed % 6))}-${String(1 + (seed % 28)).padStart(2, '0')}`,
});

/** Special invoices are deducted line by line, except for meals. */
const lawful = ({ kind, lines }: Invoice): number =>
  kind === '31'
    ? lines.reduce((sum, { name, tax }) => sum + (name?.includes('餐饮服务') ? 0 : taxOf(tax)), 0)
    : 0;

const purchase = (seed: number, isRed = false): Case => {
  const invoice = { ...made(seed, isRed), buyer: { ...made(seed).buyer, ...own } };
  return { invoice, xml: writeEInvoice(invoice), use: 'purchase', deducted: lawful(invoice) };
};

const sale = (seed: number, isRed = false): Case => {
  const invoice = { ...made(seed, isRed), seller: { ...made(seed).seller, ...own } };
  return { invoice, xml: writeEInvoice(invoice), use: 'sale', deducted: 0 };
};

const strange = (seed: number): Case => ({ ...purchase(seed), ...withXml(made(seed)), use: 'none' });
const undated = (seed: number): Case => {
  const { invoice } = purchase(seed);
  return { ...purchase(seed), ...withXml({ ...invoice, issueDate: null }), use: 'none' };
};
const withXml = (invoice: Invoice) => ({ invoice, xml: writeEInvoice(invoice) });

/** A second file of an invoice, which counts nowhere. */
const copyOf = (one: Case): Case => ({ ...one, xml: `${one.xml}\n`, use: 'none' });

const rail = (seed: number): Case => {
  const fare = 10_000 + seed * 37;
  const tax = Math.round((fare * 9) / 109);
  const ticket: Ticket = {
    type: 'rail',
    number: `E${String(seed)}`,
    passenger: '张三',
    passengerId: null,
    from: '苏州',
    to: '南京南',
    date: '2025-03-02',
    vehicle: 'G7001',
    class: '二等座',
    fare: decimal(fare),
    fuelSurcharge: null,
    fund: null,
    otherTaxes: null,
  };
  const invoice = {
    ...made(seed),
    kind: '51',
    lines: [],
    total: decimal(fare - tax),
    taxTotal: decimal(tax),
    grossTotal: decimal(fare),
    buyer: { ...made(seed).buyer, ...own },
  };
  return { invoice, xml: writeRailInstance(invoice, ticket), use: 'purchase', deducted: tax };
};

const gross = ({ invoice }: Case): number => cents(invoice.grossTotal);

const seeds = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const cases: readonly Case[] = [
  ...seeds(1, 150).map((seed) => purchase(seed)),
  ...seeds(200, 25).map((seed) => purchase(seed, true)),
  ...seeds(300, 50).map((seed) => sale(seed)),
  ...seeds(400, 10).map((seed) => sale(seed, true)),
  ...seeds(500, 20).map(rail),
  ...seeds(1, 15).map((seed) => copyOf(purchase(seed))),
  ...seeds(600, 15).map(strange),
  ...seeds(700, 15).map(undated),
];

const rules = voucherRulesSchema.parse({
  own: [own],
  rules: [
    { when: { side: 'sale' }, account: { code: '6001' } },
    { when: { side: 'purchase' }, account: { code: '6602' } },
  ],
});
const include = ['unconfirmed', 'warning', 'error'] as const;

test('300 invoices of every sort: the books are right to the cent, and hold nothing else', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'vouchers.xlsx');
  const { ask, ended, close } = await startBackend({
    home: join(folder, 'home'),
    kind: 'desktop',
    chooseSavePath: () => Promise.resolve(out),
  });
  expect(cases).toHaveLength(300);
  const { added: demo } = await ask('pages.addSamples', { service: 'vat-invoice' });
  await ended(demo);
  // An invoice without a date would be sent to the service.
  await ask('settings.change', { localOnly: true });
  const paths = cases.map((_, index) => join(folder, `${String(index)}.xml`));
  for (const [index, { xml }] of cases.entries()) await writeFile(paths[index] ?? '', xml);
  // A sample that the user adds like any other file.
  const sample = join(folder, 'sample.xml');
  await copyFile(fileURLToPath(new URL('../../samples/digital-data.xml', import.meta.url)), sample);
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: [...paths, sample].map((path) => ({ kind: 'path' as const, path })),
  });
  await ended(added);
  const ids = [...added, ...demo];

  const trial = await ask('books.tryVouchers', { ids, rules, include: [...include] });
  const booked = cases.filter(({ use }) => use !== 'none');
  expect(trial.failures.map(({ name, reason }) => `${name} ${reason}`)).toEqual([]);
  expect(trial.vouchers).toHaveLength(booked.length);
  const countOf = (wanted: string): number =>
    trial.held.filter(({ reasons }) => reasons.some((reason) => reason === wanted)).length;
  expect([countOf('elsewhere'), countOf('side-unknown'), countOf('undated')]).toEqual([15, 15, 15]);
  expect(trial.neverCount).toBe(demo.length + 1);

  await ask('books.writeVouchers', { ids, rules, format: 'kingdee', include: [...include] });
  const [headers = [], ...rows] = await readSheet(await readFile(out));
  const at = (name: string) => headers.indexOf(name);
  const amount = (row: (typeof rows)[number], name: string) => Math.round(Number(row[at(name)] ?? 0) * 100);
  const vouchers = Map.groupBy(rows, (row) => `${String(row[at('日期')])} ${String(row[at('凭证号')])}`);
  for (const [name, entries] of vouchers) {
    const sum = (column: string) => entries.reduce((all, row) => all + amount(row, column), 0);
    expect(sum('借方金额'), name).toBe(sum('贷方金额'));
  }
  const balanceOf = (code: string): number =>
    rows
      .filter((row) => String(row[at('科目代码')]) === code)
      .reduce((all, row) => all + amount(row, '借方金额') - amount(row, '贷方金额'), 0);
  const sumOf = (use: Case['use'], read: (one: Case) => number): number =>
    cases.filter((one) => one.use === use).reduce((all, one) => all + read(one), 0);
  expect({
    cost: balanceOf('6602'),
    inputTax: balanceOf('22210101'),
    payable: balanceOf('2202'),
    receivable: balanceOf('1122'),
    revenue: balanceOf('6001'),
    outputTax: balanceOf('22210106'),
  }).toEqual({
    cost: sumOf('purchase', (one) => gross(one) - one.deducted),
    inputTax: sumOf('purchase', ({ deducted }) => deducted),
    payable: -sumOf('purchase', gross),
    receivable: sumOf('sale', gross),
    revenue: -sumOf('sale', ({ invoice }) => cents(invoice.total)),
    outputTax: -sumOf('sale', ({ invoice }) => taxOf(invoice.taxTotal)),
  });

  // In each month the numbers run from 1, with no gap and none twice.
  const numbers = Map.groupBy(
    (await ask('books.tryVouchers', { ids, rules, include: [...include, 'booked'] })).vouchers,
    ({ date }) => date.slice(0, 7),
  );
  for (const [month, some] of numbers)
    expect(
      some.map(({ number }) => number).toSorted((one, other) => one - other),
      month,
    ).toEqual(seeds(1, some.length));

  // The totals know the same sides and the same deductible tax.
  await ask('settings.change', { ownCompanies: [own] });
  await expect
    .poll(
      async () => {
        const { sides } = await ask('history.totals', { filter: {}, by: 'month' });
        return Object.fromEntries(
          sides.map(({ side, invoices, deductible }) => [side, [invoices, deductible]]),
        );
      },
      { timeout: 60_000 },
    )
    .toEqual({
      purchase: [
        195 + 15,
        decimal(
          sumOf('purchase', ({ deducted }) => deducted) +
            cases.slice(-15).reduce((all, { deducted }) => all + deducted, 0),
        ),
      ],
      sale: [60, '0.00'],
      unknown: [15, '0.00'],
    });
  const plan = await ask('books.archivePlan', { from: '1990-01-01', to: '2099-12-31' });
  expect([plan.invoices, plan.missing, plan.demo]).toEqual([195 + 60 + 15, 15, demo.length + 1]);
  await close();
}, 300_000);
