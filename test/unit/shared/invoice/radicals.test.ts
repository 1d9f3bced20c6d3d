import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifyRadicals } from '../../../../shared/invoice/radicals.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
const kangxi = range(0x2f00, 0x2fd5);

describe('unifyRadicals', () => {
  it('writes ideographs for Kangxi radicals', () => {
    expect(unifyRadicals('⽇⼈⽤⼀⽅')).toBe('日人用一方');
  });

  it('writes ideographs for CJK radicals that NFKC does not change', () => {
    expect('⻆'.normalize('NFKC')).toBe('⻆');
    expect(unifyRadicals('伍⻆ ⻋⻔⻓⻉⻅⻢⻥⻦⺠⻩⻬⻰⻛⻜')).toBe('伍角 车门长贝见马鱼鸟民黄齐龙风飞');
  });

  it('agrees with the compatibility decomposition wherever Unicode has one', () => {
    // Invoices are written in the simplified form.
    expect(unifyRadicals('⼾')).toBe('户');
    for (const radical of [...kangxi.filter((one) => one !== '⼾'), '⺟', '⻳'])
      expect(unifyRadicals(radical)).toBe(radical.normalize('NFKC'));
  });

  it('maps every assigned radical except the repetition mark to a unified ideograph', () => {
    for (const radical of [...range(0x2e81, 0x2e99), ...range(0x2e9b, 0x2ef3), ...kangxi])
      expect(unifyRadicals(radical)).toMatch(/^\p{Unified_Ideograph}$/u);
    expect(unifyRadicals('⺀')).toBe('⺀');
  });

  it('changes nothing else, including full-width signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/[\u2e80-\u2fdf]/.test(text));
        expect(unifyRadicals(text)).toBe(text);
      }),
    );
    expect(unifyRadicals('（负数）￥１２．００')).toBe('（负数）￥１２．００');
  });
});
