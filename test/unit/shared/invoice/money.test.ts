import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsOf,
  decimalOf,
  formatCents,
  readMoney,
  readUnitPrice,
  timesFraction,
} from '../../../../shared/invoice/money.ts';

const stepsOf = (raw: string) => readMoney(raw).steps.map(({ id }) => id);

describe('parsing money', () => {
  it.each([
    ['5999.00', '5999.00'],
    ['¥5999.00', '5999.00'],
    ['￥5999.00', '5999.00'],
    ['¥ 5,999.00', '5999.00'],
    ['５９９９．００', '5999.00'],
    ['1，019．83', '1019.83'],
    ['1,234,567.89', '1234567.89'],
    ["1'234.50", '1234.50'],
    ['5 999.00', '5999.00'],
    ['-12.30', '-12.30'],
    ['－12.30', '-12.30'],
    ['−12.30', '-12.30'],
    ['—12.30', '-12.30'],
    ['¥-12.30', '-12.30'],
    ['-¥12.30', '-12.30'],
    ['12.30-', '-12.30'],
    ['(12.30)', '-12.30'],
    ['（12.30）', '-12.30'],
    ['1O19.83', '1019.83'],
    ['1o19.83', '1019.83'],
    ['l019.83', '1019.83'],
    ['I019.83', '1019.83'],
    ['5,999,00', '5999.00'],
    ['1.019.83', '1019.83'],
    ['300', '300.00'],
    ['300.5', '300.50'],
    ['300.', '300.00'],
    ['300.500', '300.50'],
    ['007.00', '7.00'],
    ['-0.00', '0.00'],
    ['300.00元', '300.00'],
    ['9999999999999.99', '9999999999999.99'],
    ['(小写)¥318.00', '318.00'],
    ['（小写）￥318.00', '318.00'],
    ['小写:318.00', '318.00'],
    ['¥318.00(小写)', '318.00'],
    ['合计¥318', '318.00'],
    ['价税合计(小写)¥-318.00', '-318.00'],
    ['税额：(5.00)', '-5.00'],
    ['Y300.00', '300.00'],
    ['-Y300.00', '-300.00'],
    ['***', '***'],
    ['＊＊＊', '***'],
    ['* * *', '***'],
    ['****', '***'],
    ['*', '*'],
    ['免 税', '免税'],
    ['不征税', '不征税'],
  ])('reads %s as %s', (raw, value) => {
    expect(readMoney(raw).value).toBe(value);
  });

  it.each([
    '',
    ' ',
    '¥',
    'abc',
    'OIl',
    '12.34.5',
    '1,23.45',
    // A dash after a word may be only a separator
    '合计—5.00',
    '负5.00',
    '十5.00',
    '小写',
    'S300.00',
    'YY3.00',
    '5.999',
    '12.345',
    '1.234.567',
    '--5.00',
    '5-00',
    '99999999999999.00',
    '1e5',
    '0x10',
    '５９９９．０８９',
  ])('does not guess %j', (raw) => {
    expect(readMoney(raw)).toEqual({ value: null, steps: [] });
  });

  it('records its changes, and none if there are none', () => {
    expect(stepsOf('5999.00')).toEqual([]);
    expect(stepsOf('¥5999.00')).toEqual(['currency-sign-removed']);
    expect(stepsOf('￥1,019.83')).toEqual(['currency-sign-removed', 'thousands-separators-removed']);
    expect(readMoney('1OO9.8O').steps).toEqual([{ id: 'character-read-as', from: 'O', to: '0' }]);
    expect(stepsOf('(5)')).toEqual(['parentheses-read-as-minus', 'decimals-completed']);
  });

  it('reads every formatted amount, plain or with separators and signs', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        const written = decimalOf(cents);
        expect(readMoney(written)).toEqual({ value: written, steps: [] });
        expect(readMoney(`￥${formatCents(cents)}`).value).toBe(written);
        expect(centsOf(written)).toBe(cents);
      }),
    );
  });

  it('never throws, and returns an amount or a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-¥OlI() *免税'.split('')) }), (raw) => {
        const { value } = readMoney(raw);
        if (value !== null && !value.startsWith('*') && value !== '免税')
          expect(value).toMatch(/^-?\d+\.\d{2}$/);
      }),
    );
  });
});

describe('readUnitPrice', () => {
  it.each([
    ['5999.00', '5999.00'],
    ['12.3456789', '12.3456789'],
    ['¥0.5', '0.50'],
    ['7', '7.00'],
    ['1,234.567', '1234.567'],
    ['3.1O', '3.10'],
  ])('reads %s as %s', (raw, value) => {
    expect(readUnitPrice(raw).value).toBe(value);
  });

  it('does not guess a text that is not a figure', () => {
    expect(readUnitPrice('台').value).toBeNull();
    expect(readUnitPrice('1,5').value).toBeNull();
    expect(readUnitPrice(`0.${'1'.repeat(40)}`).value).toBeNull();
  });
});

describe('centsOf', () => {
  it.each([
    ['1019.83', 101983],
    ['-0.01', -1],
    ['0.00', 0],
    ['-0.00', 0],
  ])('converts %s to %d', (value, cents) => {
    expect(centsOf(value)).toBe(cents);
  });
  it.each([null, '', '12', '12.3', '12.345', '1,000.00', '***', 'NaN', '1e3.00'])('rejects %j', (value) => {
    expect(centsOf(value)).toBeNull();
  });
});

describe('timesFraction', () => {
  it('rounds half away from zero, in integers', () => {
    expect(timesFraction(599_900, 1700, 10_000)).toBe(101_983);
    expect(timesFraction(50, 1, 100)).toBe(1);
    expect(timesFraction(-50, 1, 100)).toBe(-1);
    expect(timesFraction(49, 1, 100)).toBe(0);
  });

  it('is exact beyond the precision of floats', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e15 }),
        fc.integer({ min: 0, max: 1700 }),
        (cents, basisPoints) => {
          const exact = (BigInt(cents) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n;
          expect(BigInt(timesFraction(cents, basisPoints, 10_000))).toBe(exact);
        },
      ),
    );
  });
});

describe('formatCents', () => {
  it.each([
    [701_883, '7,018.83'],
    [-123_456_789, '-1,234,567.89'],
    [5, '0.05'],
    [99_900, '999.00'],
  ])('formats %d as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });
});
