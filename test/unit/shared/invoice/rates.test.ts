import { describe, expect, it } from 'vitest';
import { expectedTax, isRateKnown, rateOf, readRate } from '../../../../shared/invoice/rates.ts';

describe('readRate', () => {
  it.each([
    ['13%', '13%'],
    ['13％', '13%'],
    ['１３％', '13%'],
    ['13 %', '13%'],
    ['1.5%', '1.5%'],
    ['1,5%', '1.5%'],
    ['l3%', '13%'],
    ['1O%', '10%'],
    ['17', '17%'],
    ['免 税', '免税'],
    ['不征税', '不征税'],
    ['＊＊＊', '***'],
    ['*', '*'],
    ['出口零税率', '出口零税率'],
    ['22', '22'],
    ['abc', 'abc'],
  ])('reads %s as %s', (raw, value) => {
    expect(readRate(raw).value).toBe(value);
  });
});

describe('isRateKnown', () => {
  it.each([
    ['17%', '2018-04-30', true],
    ['17%', '2018-05-01', false],
    ['16%', '2018-05-01', true],
    ['16%', '2019-04-01', false],
    ['13%', '2017-06-30', true],
    ['13%', '2018-01-01', false],
    ['13%', '2019-04-01', true],
    ['9%', '2019-03-31', false],
    ['6%', '2030-01-01', true],
    ['1%', '2028-01-01', false],
    ['免税', '2020-01-01', true],
    ['7%', null, false],
    ['13.0%', null, true],
    ['abc', null, false],
  ])('%s on %s: %s', (rate, day, known) => {
    expect(isRateKnown(rate, day)).toBe(known);
  });
});

const tax = (cents: number, rate: string) => expectedTax(cents, rateOf(rate));

describe('expectedTax', () => {
  it('is the amount times the rate', () => {
    expect(tax(599_900, '17%')).toEqual({ cents: 101_983, rule: 'rate' });
    expect(tax(-599_900, '17%')).toEqual({ cents: -101_983, rule: 'rate' });
    expect(tax(10_000, '0%')?.cents).toBe(0);
    expect(tax(10_000, '0.5%')?.cents).toBe(50);
  });
  it('is zero for tokens without tax, and unknown for the others', () => {
    expect(tax(10_000, '免税')).toEqual({ cents: 0, rule: 'none' });
    expect(tax(10_000, '***')).toBeNull();
    expect(tax(10_000, 'x')).toBeNull();
  });
  it('calculates 减按1.5% from the price including 5%', () => {
    // 10,500.00 including 5%: 10,500.00 / 1.05 × 1.5% = 150.00, which leaves 10,350.00.
    expect(tax(1_035_000, '1.5%')).toEqual({ cents: 15_000, rule: 'reduced-1.5' });
  });
});
