import { expect, it } from 'vitest';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { makeSlip, slipsPdf } from '../../../../../samples/digital/make-slip.ts';
import {
  headToHead,
  invoiceAbove,
  oneInvoice,
  sameTwice,
  twoNumbers,
  twoOnOnePage,
} from '../../../../../helpers/two-invoices.ts';
import { page, read, readOne } from '../../../../../helpers/printed-pdf.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';

it.each([
  ['one above the other', false],
  ['side by side', true],
])('two invoices %s on a page are read apart, each with its place', async (_, isBeside) => {
  const parts = await read(twoOnOnePage({ isBeside }));
  expect(parts.map(({ part, pages }) => [part?.place, part?.numbers, pages])).toEqual([
    [1, twoNumbers, [1]],
    [2, twoNumbers, [1]],
  ]);
  for (const [which, { invoice, findings, origins, part }] of parts.entries()) {
    expect(invoice).toMatchObject({
      number: twoNumbers[which],
      issueDate: `2024-05-2${which}`,
      buyer: { name: `买方${which}公司` },
      seller: { name: `卖方${which}公司` },
      lines: [{ name: `*食品*货${which}`, amount: `10${which}.00` }],
      total: `10${which}.00`,
      grossTotal: `10${which}.00`,
      drawer: '王五',
    });
    expect(findings.map(({ id }) => id)).not.toContain('several-invoices');
    const [from, , to] = part?.area ?? [];
    for (const { quad } of Object.values(origins))
      for (const { x, y } of quad ?? []) {
        expect(x).toBeGreaterThanOrEqual((from?.x ?? NaN) - 1);
        expect(x).toBeLessThanOrEqual((to?.x ?? NaN) + 1);
        expect(y).toBeGreaterThanOrEqual((from?.y ?? NaN) - 1);
        expect(y).toBeLessThanOrEqual((to?.y ?? NaN) + 1);
      }
  }
});

it.each([
  ['one above the other', false],
  ['side by side', true],
])('of two invoices %s, of which one has no sums, an error names both numbers', async (_, isBeside) => {
  const { invoice, ticket, origins, findings, part } = await readOne(
    twoOnOnePage({ isBeside, without: /合计|圆整|小写|¥/u }),
  );
  expect(part).toBeUndefined();
  expect(invoice).toMatchObject({ number: twoNumbers[0], total: '100.00', seller: { name: '卖方0公司' } });
  const checks = checkInvoice(
    { invoice, ticket, origins, findings },
    { today: '2026-11-27', confidenceLimit: 0.9, ownCompanies: [], qr: null, codeInFile: null, others: [] },
  );
  const several = checks.find(({ id }) => id === 'several-invoices');
  expect(several?.level).toBe('error');
  // Any value may be that of the other one.
  expect(several?.fields).toEqual(
    expect.arrayContaining(['number', 'issueDate', 'buyer.name', 'grossTotal']),
  );
  expect(several?.fields.filter((path) => path.startsWith('ticket.'))).toEqual([]);
  for (const number of twoNumbers) expect(several?.message.zh).toContain(number);
});

const contract = [['备', 20, 205] as const, ['注', 20, 217] as const, ['合同编号：HT-1', 40, 210] as const];

it.each(['above', 'beside', 'pages'] as const)('an invoice printed twice is read once: %s', async (place) => {
  const alone = await readOne(oneInvoice(contract));
  const twice = await readOne(sameTwice(place, contract));
  expect(twice.invoice).toEqual(alone.invoice);
  expect(twice.invoice).toMatchObject({ remark: '合同编号：HT-1', lines: [{ amount: '100.00' }] });
  expect(twice.findings).toEqual(alone.findings);
});

it('of two invoices head to head one is read, and an error names both numbers', async () => {
  const [only, ...others] = await read(headToHead());
  expect(others).toEqual([]);
  expect(only?.part).toBeUndefined();
  const { lines, number, total } = only?.invoice ?? {};
  const which = twoNumbers.findIndex((one) => one === number);
  expect([lines?.length, total]).toEqual([1, `10${which}.00`]);
  const several = only?.findings.find(({ id }) => id === 'several-invoices');
  for (const one of twoNumbers) expect(several?.message.zh).toContain(one);
});

const goods = (name: string, y: number): readonly (readonly [string, number, number])[] => [
  ['项目名称', 20, y],
  ['金额', 150, y],
  ['税率', 230, y],
  ['税额', 320, y],
  [name, 14, y + 20],
  ['50.00', 145, y + 20],
  ['0%', 232, y + 20],
  ['0.00', 320, y + 20],
];
const sumRow = (label: string, sum: string): readonly (readonly [string, number, number])[] => [
  [label, 20, 80],
  [`¥${sum}`, 140, 80],
  ['¥0.00', 315, 80],
];

const amountsOf = async (pages: Parameters<typeof pdf>[0]) =>
  (await readOne(pdf(pages))).invoice.lines.map(({ amount }) => amount);

it('pages with equal lines are no copies if all of them add up to the total', async () => {
  const head = [
    [`发票号码：${twoNumbers[0]}`, 250, 10],
    ['开票日期：2024年05月20日', 250, 20],
  ] as const;
  const part = page([...head, ...goods('*食品*货', 30), ...sumRow('小计', '50.00')]);
  const last = (total: string) => page([...head, ...goods('*食品*货', 30), ...sumRow('合计', total)]);
  expect(await amountsOf([part, part, last('150.00')])).toEqual(['50.00', '50.00', '50.00']);
  expect(await amountsOf([part, part, last('100.00')])).toEqual(['50.00', '50.00']);
  // Neither adds up, which is a finding of its own.
  expect(await amountsOf([part, part, last('120.00')])).toEqual(['50.00', '50.00', '50.00']);
});

it('one invoice is no two, even with a second number in its remark', async () => {
  for (const remark of [
    `原发票号码：${twoNumbers[1]}`,
    '对应正数发票代码：031002500211 发票号码：12345678 的增值税普通发票',
    '№ 12345678',
  ]) {
    const { findings, part } = await readOne(oneInvoice([[remark, 60, 215]]));
    expect(part).toBeUndefined();
    expect(findings.map(({ id }) => id)).not.toContain('several-invoices');
  }
});

it.each([
  '对应正数发票代码：031002500211 发票号码：12345678',
  '对应正数发票代码:031002500211号码:12345678',
  '原发票代码：031002500211，发票号码：12345678',
  '红字发票代码：031002500211 发票号码：12345678 开票日期：2024年05月20日',
])('nor is one with a code of its own two that names another: %s', async (remark) => {
  const code: readonly [string, number, number] = ['发票代码：031002500111', 20, 45];
  const { invoice, findings, part } = await readOne(oneInvoice([code, [remark, 60, 215]]));
  expect(part).toBeUndefined();
  expect(invoice).toMatchObject({ number: twoNumbers[0], total: '100.00' });
  expect(findings.map(({ id }) => id)).not.toContain('several-invoices');
});

it.each(['taxi', 'coach', 'quota', 'rail', 'roll'] as const)(
  'a digital invoice and another form below it are two, and no value mixes them: %s',
  async (form) => {
    for (let seed = 1; seed <= 4; seed += 1) {
      const slip = makeSlip(form, seed);
      const [first, second, ...others] = await read(invoiceAbove(slip.texts));
      expect(others).toEqual([]);
      expect(first?.invoice).toMatchObject({
        kind: '32',
        code: null,
        number: twoNumbers[0],
        grossTotal: '100.00',
      });
      const { kind, number, grossTotal } = slip.invoice;
      expect(second?.invoice).toMatchObject({ kind, number, grossTotal });
    }
  },
);

it('nor are a digital invoice and the code and number of another one in a sentence', async () => {
  for (const remark of [
    '冲抵发票代码：031002500211 发票号码：12345678',
    '说明 发票代码：031002500211，号码12345678',
  ]) {
    const { findings, part } = await readOne(oneInvoice([[remark, 60, 215]]));
    expect([part, findings.map(({ id }) => id)]).toEqual([
      undefined,
      expect.not.arrayContaining(['several-invoices']),
    ]);
  }
});

it('papers of four forms that lie apart in any order are read each by itself', async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const [taxi, coach, rail, quota] = (['taxi', 'coach', 'paperRail', 'quota'] as const).map((form, at) =>
      makeSlip(form, 4 * seed + at),
    );
    if (!taxi || !coach || !rail || !quota) throw new Error('No slips');
    // The taxi receipt stands beside both tickets.
    const found = await read(
      slipsPdf([
        [taxi, 0, 0],
        [coach, 250, 5],
        [rail, 280, 190],
        [quota, 0, 480],
      ]),
    );
    expect(found.map(({ findings }) => findings)).toEqual([[], [], [], []]);
    for (const { invoice, ticket } of found) {
      const slip = [taxi, coach, rail, quota].find((one) => one.invoice.number === invoice.number);
      expect([invoice, ticket]).toMatchObject([slip?.invoice, slip?.ticket]);
    }
  }
});

it('of papers that touch each other, every value is marked', async () => {
  const [taxi, coach] = [makeSlip('taxi', 1), makeSlip('coach', 2)];
  const [first, ...others] = await read(
    slipsPdf([
      [taxi, 0, 0],
      [coach, 110, 60],
    ]),
  );
  expect(others).toEqual([]);
  const several = first?.findings.find(({ id }) => id === 'several-invoices');
  expect(several?.fields).toEqual(
    expect.arrayContaining(['number', 'issueDate', 'grossTotal', 'ticket.date', 'ticket.fare']),
  );
});
