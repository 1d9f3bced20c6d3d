import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';

const valueOf = (raw: string, kind: 'money' | 'unitPrice' | 'quantity') => exactValue(raw, kind).value;

describe('a number in a file', () => {
  test.each([
    ['.5', '0.50'],
    ['-.5', '-0.50'],
    ['5.', '5.00'],
    ['+5', '5.00'],
    ['1.0E7', '10000000.00'],
    ['1.0194E2', '101.94'],
    ['-1.01983e3', '-1019.83'],
    ['6.5E-1', '0.65'],
    ['0E0', '0.00'],
    ['0.0E+5', '0.00'],
    ['1,019.83', '1019.83'],
    ['***', '***'],
  ])('is read as programs write it: %s', (raw, value) => {
    expect(valueOf(raw, 'money')).toBe(value);
  });

  test('keeps the digits of a price and of a quantity', () => {
    expect(valueOf('1.5E-7', 'unitPrice')).toBe('0.00000015');
    expect(valueOf('1.0E7', 'quantity')).toBe('10000000');
    expect(valueOf('.125', 'quantity')).toBe('0.125');
  });

  test.each([
    '.',
    '+',
    'E7',
    '1E',
    '1E999',
    '--5',
    '1.2.3E1',
    '9E30',
    '1.005E0',
    '+-5',
    'Infinity',
    'NaN',
    '0x10',
  ])('is not read: %s', (raw) => {
    expect(valueOf(raw, 'money')).toBeNull();
  });

  test('is the number itself, however a program writes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (cents) => {
        const amount = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
        const plain = valueOf(amount, 'money');
        // `toExponential` without a parameter writes all digits.
        expect(valueOf((cents / 100).toExponential(), 'money')).toBe(plain);
      }),
    );
  });
});
