import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf } from '../../../../shared/invoice/money.ts';
import { calculated, checkTyped } from '../../../../shared/invoice/typed-value.ts';

const value = (path: string, text: string) => {
  const typed = checkTyped(path, text);
  return typed.ok ? typed.value : undefined;
};

describe('checkTyped', () => {
  test.each([
    ['total', '1509,37', '1509.37'],
    ['total', '￥1,226.42', '1226.42'],
    ['lines.0.amount', '377*2', '754.00'],
    ['lines.0.amount', '=377*2', '754.00'],
    ['grossTotal', '100.10 + 6.01', '106.11'],
    ['grossTotal', '１００－２０．５', '79.50'],
    ['grossTotal', '0.1+0.2', '0.30'],
    ['taxTotal', '100/3', '33.33'],
    ['total', '-20', '-20.00'],
    ['lines.0.tax', '***', '***'],
    ['lines.0.quantity', '2*3', '6'],
    ['lines.0.taxRate', '0.06', '6%'],
    ['lines.0.taxRate', '13', '13%'],
    ['lines.0.taxRate', '免税', '免税'],
    ['issueDate', '2019.11.28', '2019-11-28'],
    ['number', '1264 0395', '12640395'],
    ['seller.name', ' 某某公司 ', '某某公司'],
    ['total', '  ', null],
  ])('%s: accepts %s as %s', (path, text, wanted) => {
    expect(value(path, text)).toBe(wanted);
  });

  test.each([
    ['lines.0.amount', '6194.6B7x'],
    ['total', '12,26.42元'],
    ['total', 'abc'],
    ['total', '1+'],
    ['lines.0.taxRate', '约 6'],
    ['issueDate', '2024-02-31'],
    ['issueDate', '11/28'],
    ['number', '1234'],
    ['seller.taxId', '123'],
    ['lines.0.unitPrice', 'x'],
  ])('%s: rejects %s with a reason', (path, text) => {
    const typed = checkTyped(path, text);
    expect(typed.ok).toBe(false);
    if (!typed.ok) expect(typed.reason.zh).toContain(text);
  });

  test('calculates a sum of amounts exactly to the cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e10 }), { minLength: 2, maxLength: 8 }), (cents) => {
        const text = cents.map(decimalOf).join('+');
        const sum = cents.reduce((all, one) => all + one, 0);
        expect(value('total', text)).toBe(decimalOf(sum));
      }),
    );
  });

  test('does not treat one number, a date or a name as a calculation', () => {
    for (const text of ['12', '-12', '2024-05-28x', 'a+b', '', '1**2', '1//2'])
      expect(calculated(text)).toBeNull();
    expect(calculated('1/0')).toBeNull();
  });
});
