import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../../../shared/invoice/money.ts';
import { bookLine, party } from '../../../helpers/book-invoice.ts';
import { buildVouchers, rulesOf, book, entriesOf, onlyOne, goods } from '../../../helpers/book-vouchers.ts';

describe('vouchers of purchases', () => {
  it('add non-deductible tax to the cost', () => {
    expect(onlyOne(book())).toEqual([
      ['660201', 31_800, 0],
      ['2202', 0, 31_800],
    ]);
  });

  it('post deductible tax to its own account', () => {
    expect(onlyOne(book({ lines: goods('*纸制品*复印纸') }))).toEqual([
      ['660299', 30_000, 0],
      ['22210101', 1800, 0],
      ['2202', 0, 31_800],
    ]);
  });

  it('use the kind of invoice if no rule decides the deduction', () => {
    expect(onlyOne(book({ kind: '32', lines: goods('*纸制品*复印纸') }))).toEqual([
      ['660299', 31_800, 0],
      ['2202', 0, 31_800],
    ]);
  });

  it('divide mixed rates among accounts, and a discount with the line above it', () => {
    const lines = [
      bookLine({ name: '*运输服务*运费', amount: '100.00', taxRate: '9%', tax: '9.00' }),
      bookLine({
        name: '折扣',
        unitPrice: null,
        quantity: null,
        amount: '-10.00',
        taxRate: '9%',
        tax: '-0.90',
      }),
      bookLine({ name: '*蔬菜*白菜', amount: '50.00', taxRate: '免税', tax: '***' }),
    ];
    const rules = rulesOf();
    const withoutRest = {
      ...rules,
      rules: [
        ...rules.rules.slice(0, 3),
        ...rulesOf({
          rules: [{ when: { goods: '*蔬菜*' }, account: { code: '1403' } }],
        }).rules,
      ],
    };
    const invoice = book({ lines, total: '140.00', taxTotal: '8.10', grossTotal: '148.10' });
    expect(onlyOne(invoice, withoutRest)).toEqual([
      ['660202', 9000, 0],
      ['1403', 5000, 0],
      ['22210101', 810, 0],
      ['2202', 0, 14_810],
    ]);
  });

  it('book a discount with the line above it, even if another rule matches its name', () => {
    const lines = [
      bookLine({ name: '*运输服务*运费', amount: '100.00', taxRate: '9%', tax: '9.00' }),
      bookLine({
        name: '折扣(10%)',
        unitPrice: null,
        quantity: null,
        amount: '-10.00',
        taxRate: '9%',
        tax: '-0.90',
      }),
    ];
    const red = lines.map((line) => ({
      ...line,
      amount: decimalOf(-Math.round(Number(line.amount) * 100)),
      tax: decimalOf(-Math.round(Number(line.tax) * 100)),
    }));
    expect(onlyOne(book({ lines, total: '90.00', taxTotal: '8.10', grossTotal: '98.10' }))).toEqual([
      ['660202', 9000, 0],
      ['22210101', 810, 0],
      ['2202', 0, 9810],
    ]);
    expect(onlyOne(book({ lines: red, total: '-90.00', taxTotal: '-8.10', grossTotal: '-98.10' }))).toEqual([
      ['660202', -9000, 0],
      ['22210101', -810, 0],
      ['2202', 0, -9810],
    ]);
  });

  it('compute the tax of a rail ticket that has only its fare', () => {
    const rail = { kind: '51', lines: [], total: null, taxTotal: null };
    expect(onlyOne(book({ ...rail, grossTotal: '553.00' }))).toEqual([
      ['660299', 50_734, 0],
      ['22210101', 4566, 0],
      ['2202', 0, 55_300],
    ]);
    // A refund has the same tax.
    expect(onlyOne(book({ ...rail, grossTotal: '-553.00' }))?.[1]).toEqual(['22210101', -4566, 0]);
    // Other tickets print their tax.
    expect(
      buildVouchers([book({ ...rail, kind: '61', grossTotal: '553.00' })], rulesOf()).failures,
    ).toMatchObject([{ reason: 'amount-missing' }]);
  });

  it('book a red invoice with negative amounts on the usual sides', () => {
    const lines = [bookLine({ name: '*纸制品*纸', amount: '-300.00', tax: '-18.00' })];
    expect(onlyOne(book({ lines, total: '-300.00', taxTotal: '-18.00', grossTotal: '-318.00' }))).toEqual([
      ['660299', -30_000, 0],
      ['22210101', -1800, 0],
      ['2202', 0, -31_800],
    ]);
  });

  it.each(['51', '61'])('deduct the tax of a ticket (kind %s)', (kind) => {
    expect(onlyOne(book({ kind, lines: [] }))).toEqual([
      ['660299', 30_000, 0],
      ['22210101', 1800, 0],
      ['2202', 0, 31_800],
    ]);
  });

  it('add charges besides amount and tax to the cost', () => {
    const air = book({ lines: [], grossTotal: '368.00' }, { otherCharges: 5000 });
    expect(onlyOne(air)).toEqual([
      ['660299', 35_000, 0],
      ['22210101', 1800, 0],
      ['2202', 0, 36_800],
    ]);
  });
});

describe('vouchers of sales', () => {
  it('post output tax if an own company is the seller', () => {
    const sale = book({
      seller: party('北京买方有限公司', '91110000000000001A'),
      buyer: party('客户', null),
    });
    expect(onlyOne(sale)).toEqual([
      ['1122', 31_800, 0],
      ['6001', 0, 30_000],
      ['22210106', 0, 1800],
    ]);
    expect(buildVouchers([sale], rulesOf()).vouchers[0]?.entries[0]?.customer).toBe('客户');
  });
});

const threeInvoices = [
  book({ number: '24312000000012345673', issueDate: '2024-06-01' }),
  book({ number: '24312000000012345672', issueDate: '2024-05-02' }),
  book({ number: '24312000000012345671', issueDate: '2024-05-01' }),
];

const inMay = (month: string): number => (month === '2024-05' ? 9 : 3);

/** The numbers of vouchers if the first two invoices were booked before. */
const numbersAfter = (word: string, period: string, number: number): readonly number[] => {
  const earlier = (index: number) => (index === 2 ? null : { word, number, date: `${period}-01`, period });
  return buildVouchers(threeInvoices, rulesOf({}), { highest: () => 1, earlier }).vouchers.map(
    (one) => one.number,
  );
};

describe('numbers, dates and batches', () => {
  it('numbers the vouchers of each month by date', () => {
    const { vouchers } = buildVouchers(threeInvoices, rulesOf({ firstNumber: 7, word: '付' }));
    expect(vouchers.map(({ date, word, number, attachments }) => [date, word, number, attachments])).toEqual([
      ['2024-05-01', '付', 7, 1],
      ['2024-05-02', '付', 8, 1],
      ['2024-06-01', '付', 7, 1],
    ]);
  });

  it('continues after the numbers that other vouchers of a month have', () => {
    const { vouchers } = buildVouchers(threeInvoices, rulesOf({ firstNumber: 7 }), {
      highest: inMay,
      earlier: () => null,
    });
    expect(vouchers.map(({ number }) => number)).toEqual([10, 11, 7]);
  });

  it('keeps the number of an invoice that is booked again', () => {
    // By date: the third invoice is new, the second is in the same month, and the first in the next one.
    expect(numbersAfter('记', '2024-05', 2)).toEqual([3, 2, 2]);
    expect(numbersAfter('记', '2024-06', 5)).toEqual([2, 3, 5]);
    expect(numbersAfter('付', '2024-05', 2)).toEqual([2, 3, 2]);
  });

  it('makes one voucher per batch and month, with the latest date', () => {
    const { vouchers: months } = buildVouchers(threeInvoices, rulesOf({ per: 'batch' }));
    expect(months.map(({ date, attachments }) => [date, attachments])).toEqual([
      ['2024-05-02', 2],
      ['2024-06-01', 1],
    ]);
    const { vouchers } = buildVouchers(threeInvoices, rulesOf({ per: 'batch', joinMonths: true }));
    expect(vouchers).toHaveLength(1);
    expect(vouchers[0]).toMatchObject({ date: '2024-06-01', attachments: 3 });
    expect(entriesOf(vouchers)[0]).toEqual([
      ['660201', 95_400, 0],
      ['2202', 0, 95_400],
    ]);
  });

  it('uses the posting date of the rules', () => {
    expect(
      buildVouchers([book({ issueDate: null })], rulesOf({ date: '2024-05-31' })).vouchers[0]?.date,
    ).toBe('2024-05-31');
  });
});

describe('the part of an invoice in a voucher', () => {
  it('is the share of one invoice in the voucher of a batch', () => {
    const two = [
      book({ number: '24312000000012345671' }),
      book({
        number: '24312000000012345672',
        lines: [bookLine({ name: '*纸制品*纸', amount: '100.00', tax: '6.00' })],
        total: '100.00',
        taxTotal: '6.00',
        grossTotal: '106.00',
      }),
    ];
    const { vouchers, entriesOf: parts } = buildVouchers(two, rulesOf({ per: 'batch' }));
    expect(entriesOf(vouchers)).toEqual([
      [
        ['660201', 31_800, 0],
        ['2202', 0, 31_800],
        ['660299', 10_000, 0],
        ['22210101', 600, 0],
        ['2202', 0, 10_600],
      ],
    ]);
    expect(parts.get(1)?.map(({ account, debit, credit }) => [account.code, debit, credit])).toEqual([
      ['660299', 10_000, 0],
      ['22210101', 600, 0],
      ['2202', 0, 10_600],
    ]);
  });
});

describe('invoices that cannot be booked', () => {
  it('include further files of an invoice that is booked', () => {
    const other = { kind: '10', code: '031001900111' };
    const books = [
      book(),
      book(),
      book({ ...other, number: '00000001' }),
      book({ ...other, number: '00000001', code: '031001900112' }),
      book({ number: null }),
      book({ number: null }),
    ];
    const { vouchers, failures } = buildVouchers(books, rulesOf());
    expect(vouchers.flatMap(({ invoices }) => invoices)).toEqual([0, 2, 3, 4, 5]);
    expect(failures).toEqual([{ index: 1, reason: 'duplicate', line: null }]);
  });

  it.each([
    ['sums-differ', { grossTotal: '318.01' }],
    ['amount-missing', { total: null }],
    ['amount-missing', { taxTotal: null }],
    ['date-missing', { issueDate: null }],
    ['side-unknown', { buyer: party('别家公司', '91110000000000009C') }],
  ] as const)('give the reason %s, and block no other', (reason, over) => {
    const { vouchers, failures } = buildVouchers(
      [book(over), book({ number: '24312000000012345679' })],
      rulesOf(),
    );
    expect(vouchers.map(({ invoices }) => invoices)).toEqual([[1]]);
    expect(failures).toEqual([{ index: 0, reason, line: null }]);
  });

  it('include a line without a matching rule', () => {
    const rules = rulesOf({ rules: [{ when: { goods: '*餐饮服务*' }, account: { code: '1' } }] });
    const lines = [
      bookLine({ amount: '100.00', tax: '6.00' }),
      bookLine({ name: '*酒*酒', amount: '200.00', tax: '12.00' }),
    ];
    expect(buildVouchers([book({ lines })], rules).failures).toEqual([
      { index: 0, reason: 'no-rule', line: 2 },
    ]);
  });

  it('include lines that do not add up to the total', () => {
    const lines = [bookLine({ amount: '100.00' }), bookLine({ name: '*酒*酒', amount: '100.00' })];
    expect(buildVouchers([book({ lines })], rulesOf()).failures).toEqual([
      { index: 0, reason: 'lines-differ', line: null },
    ]);
    // One account for all lines needs no division.
    expect(onlyOne(book({ lines: [bookLine({ amount: null })] }))).toEqual([
      ['660201', 31_800, 0],
      ['2202', 0, 31_800],
    ]);
  });
});

describe('the credit of an invoice', () => {
  it('is divided among the counter accounts of its parts', () => {
    const rules = rulesOf({
      rules: [
        { when: { goods: '*餐饮服务*' }, account: { code: '660201' }, counter: { code: '1002' } },
        { account: { code: '660299' }, counter: { code: '2241' } },
      ],
    });
    const lines = [
      bookLine({ name: '*纸制品*纸', amount: '200.00', tax: '12.00' }),
      bookLine({ amount: '100.00', tax: '6.00' }),
    ];
    const credits = (order: typeof lines) =>
      new Set(
        (onlyOne(book({ lines: order }), rules) ?? [])
          .filter(([, , credit]) => credit !== 0)
          .map(([account, , credit]) => `${account} ${credit}`),
      );
    // The order of lines on the paper decides nothing.
    expect(credits(lines)).toEqual(credits(lines.toReversed()));
    expect(credits(lines)).toEqual(new Set(['1002 10600', '2241 21200']));
  });

  it('goes to the traveller for a ticket, who is named in the summary', () => {
    const rules = rulesOf({
      accounts: { traveller: { code: '1221' } },
      rules: [{ account: { code: '660204' }, summary: '差旅 {passenger}' }],
    });
    const ticket = book({ kind: '51', lines: [] }, { ticket: { type: 'rail', passenger: '张三' } });
    const [voucher] = buildVouchers([ticket], rules).vouchers;
    expect(voucher?.entries.map(({ account, summary }) => [account.code, summary])).toEqual([
      ['660204', '差旅 张三'],
      ['22210101', '差旅 张三'],
      ['1221', '差旅 张三'],
    ]);
  });
});

it('an invoice between own companies is booked once on each side, in one voucher that says so', () => {
  const rules = rulesOf();
  const both = book({ seller: party('北京买方有限公司', '91110000000000001A'), lines: goods('*纸制品*纸') });
  const { vouchers, howOf } = buildVouchers([both], rules);
  expect(entriesOf(vouchers)).toEqual([
    [
      ['660299', 30_000, 0],
      ['22210101', 1800, 0],
      ['2202', 0, 31_800],
      ['1122', 31_800, 0],
      ['6001', 0, 30_000],
      ['22210106', 0, 1800],
    ],
  ]);
  expect(howOf.get(0)?.sides).toEqual(['purchase', 'sale']);
});

it('a voucher has at most 999 attachments', () => {
  const many = Array.from({ length: 1500 }, (_, index) =>
    book({ number: `2431200000${String(index).padStart(10, '0')}` }),
  );
  const { vouchers } = buildVouchers(many, rulesOf({ per: 'batch' }));
  expect(vouchers.map(({ attachments, number }) => [attachments, number])).toEqual([
    [999, 1],
    [501, 2],
  ]);
});
