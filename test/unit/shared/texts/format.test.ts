import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, formatCount, formatDate, formatScore } from '../../../../shared/texts/format.ts';

describe('formatAmount', () => {
  test.each([
    ['5999.00', '5,999.00'],
    ['0.50', '0.50'],
    ['-1234567.89', '-1,234,567.89'],
    ['377.358490566038', '377.358490566038'],
    ['1234.358490566038', '1,234.358490566038'],
    ['999999999999999999.99', '999,999,999,999,999,999.99'],
    ['12a4.00', '12a4.00'],
    ['', ''],
    ['***', '***'],
  ])('formats %s as %s', (value, shown) => {
    expect(formatAmount(value)).toBe(shown);
  });

  test('loses and moves no digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.stringMatching(/^\d{2,12}$/), (whole, fraction) => {
        const value = `${whole}.${fraction}`;
        expect(formatAmount(value).replaceAll(',', '')).toBe(value);
      }),
    );
  });
});

describe('formatScore', () => {
  test.each([
    [1, '100%'],
    [0.999, '99%'],
    [0.29, '29%'],
    [0, '0%'],
  ])('formats %d as %s', (score, shown) => {
    expect(formatScore(score)).toBe(shown);
  });
});

describe('formatDate', () => {
  test.each([
    ['2010-11-18', 'zh', '2010年11月18日'],
    ['2010-11-18', 'en', '18 Nov 2010'],
    ['2024-02-31', 'en', '2024-02-31'],
    ['2024年5月', 'zh', '2024年5月'],
  ] as const)('formats %s in %s as %s', (value, language, shown) => {
    expect(formatDate(value, language)).toBe(shown);
  });
});

test('formats counts with the separators of the language', () => {
  expect(formatCount(12_345, 'zh')).toBe('12,345');
  expect(formatCount(12_345, 'en')).toBe('12,345');
});
