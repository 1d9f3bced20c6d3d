import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestRule, choiceOf } from '../../../../shared/books/voucher-rules.ts';
import { decimalOf } from '../../../../shared/invoice/money.ts';
import { bookInvoice, bookLine, party } from '../../../helpers/book-invoice.ts';
import { buildVouchers, rulesOf, book } from '../../../helpers/book-vouchers.ts';

const cents = fc.integer({ min: -5_000_000_00, max: 5_000_000_00 });
const anyInvoice = fc
  .record({
    lines: fc.array(
      fc.record({
        amount: cents,
        tax: fc.option(cents, { nil: null }),
        name: fc.constantFrom('*餐饮服务*餐费', '*运输服务*运费', '*纸制品*纸', null),
        rate: fc.constantFrom('6%', '9%', '13%', '免税', '***', null),
        price: fc.constantFrom('1.00', null),
      }),
      { maxLength: 6 },
    ),
    stray: fc.constantFrom(0, 0, 0, 1, -1),
    kind: fc.constantFrom('01', '04', '10', '31', '32', '99'),
    sale: fc.boolean(),
    day: fc.constantFrom('2024-05-01', '2024-05-31', '2024-06-01'),
    end: fc.nat(3),
  })
  .map(({ lines, stray, kind, sale, day, end }) => {
    const net = lines.reduce((sum, { amount }) => sum + amount, 0);
    const tax = lines.reduce((sum, line) => sum + (line.tax ?? 0), 0);
    const own = party('北京买方有限公司', '91110000000000001A');
    return book({
      kind,
      number: `2431200000001234567${end}`,
      issueDate: day,
      seller: sale ? own : party('卖方'),
      buyer: sale ? party('客户') : own,
      lines: lines.map(({ amount, tax: lineTax, name, rate, price }) =>
        bookLine({
          name,
          unitPrice: price,
          quantity: price,
          amount: decimalOf(amount),
          taxRate: rate,
          tax: lineTax === null ? '***' : decimalOf(lineTax),
        }),
      ),
      total: decimalOf(net),
      taxTotal: decimalOf(tax),
      grossTotal: decimalOf(net + tax + stray),
    });
  });

describe('generated invoices', () => {
  it('give vouchers with equal debits and credits, or none', () => {
    fc.assert(
      fc.property(
        fc.array(anyInvoice, { maxLength: 5 }),
        fc.constantFrom('invoice', 'batch'),
        (books, per) => {
          const { vouchers, failures, entriesOf: parts } = buildVouchers(books, rulesOf({ per }));
          for (const part of parts.values())
            expect(part.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
          for (const { entries } of vouchers) {
            expect(entries.reduce((sum, { debit }) => sum + debit, 0)).toBe(
              entries.reduce((sum, { credit }) => sum + credit, 0),
            );
            for (const { debit, credit } of entries) expect(debit === 0 || credit === 0).toBe(true);
          }
          const booked = new Set(vouchers.flatMap(({ invoices }) => invoices));
          for (const { index } of failures) expect(booked.has(index)).toBe(false);
        },
      ),
    );
  });

  it('add up to exactly the gross amount of the booked invoices', () => {
    fc.assert(
      fc.property(anyInvoice, (one) => {
        const [voucher] = buildVouchers([one], rulesOf()).vouchers;
        if (!voucher) return;
        const owed = voucher.entries
          .filter(({ account }) => account.code === '2202' || account.code === '1122')
          .reduce((sum, { debit, credit }) => sum + debit + credit, 0);
        expect(decimalOf(owed)).toBe(one.invoice.grossTotal);
      }),
    );
  });
});

const outcome = (code: string) => ({ account: { code, name: '' } });

describe('suggested rules', () => {
  const other = bookInvoice({ seller: party('另一家', '92') });

  it('prefer the same seller and goods, then the latest choice', () => {
    const choices = [
      choiceOf(bookInvoice(), bookLine(), 'purchase', outcome('1')),
      choiceOf(other, bookLine(), 'purchase', outcome('2')),
      choiceOf(bookInvoice(), bookLine(), 'purchase', outcome('3')),
    ];
    expect(suggestRule(choices, bookInvoice(), bookLine(), 'purchase')).toEqual({
      when: { side: 'purchase', seller: '91310000000000002B', goods: '*餐饮服务*' },
      account: { code: '3', name: '' },
    });
    expect(suggestRule(choices, bookInvoice({ seller: party('第三家') }), bookLine(), 'purchase')).toEqual({
      when: { side: 'purchase', goods: '*餐饮服务*' },
      account: { code: '3', name: '' },
    });
  });

  it('return nothing for unknown sellers and goods', () => {
    const choices = [choiceOf(other, bookLine(), 'purchase', outcome('1'))];
    expect(suggestRule(choices, bookInvoice(), bookLine({ name: '*酒*酒' }), 'purchase')).toBeNull();
    expect(suggestRule(choices, other, bookLine(), 'sale')).toBeNull();
  });
});
