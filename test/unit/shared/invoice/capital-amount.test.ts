import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCapitalAmount } from '../../../samples/format-capital-amount.ts';
import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import { soaking } from '../../../helpers/soak.ts';

const parsed = [
  ['叁佰壹拾捌圆整', 31_800],
  ['壹万零陆佰圆整', 1_060_000],
  ['肆仟肆佰肆拾玖圆整', 444_900],
  ['伍拾贰圆柒角', 5_270],
  ['柒仟零壹拾捌圆捌角叁分', 701_883],
  ['人民币壹万零拾贰元贰分', 1_001_202],
  ['壹拾万零柒仟元伍角叁分', 10_700_053],
  ['壹拾万柒仟元零伍角叁分', 10_700_053],
  ['壹拾万柒仟元伍角叁分', 10_700_053],
  ['壹仟陆佰捌拾元零叁角贰分', 168_032],
  ['壹仟陆佰捌拾元叁角贰分', 168_032],
  ['叁圆零伍分', 305],
  ['人民币拾伍万壹仟壹佰贰拾壹元壹角伍分', 15_112_115],
  ['叁佰贰拾伍元零肆分', 32_504],
  ['玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖圆玖角玖分', 99_999_999_999_999],
  ['负壹佰贰拾叁圆肆角伍分', -12_345],
  ['零圆整', 0],
  ['捌拾伍圆捌角陆分', 8_586],
  ['拾圆整', 1_000],
  ['（负数）壹佰圆整', -10_000],
  ['（负）壹佰圆整', -10_000],
  ['壹拾亿零伍佰万零叁圆零壹分', 100_500_000_301],
  ['贰分', 2],
  ['零贰分', 2],
  ['人民币零伍分', 5],
  ['伍角', 50],
  ['壹亿零壹圆整', 10_000_000_100],
  ['壹亿圆', 10_000_000_000],
  ['伍拾贰圆柒角整', 5_270],
  ['伍拾贰圆柒角正', 5_270],
  ['壹佰元正', 10_000],
  ['⊗柒仟零壹拾捌圆捌角叁分', 701_883],
  ['ⓧ柒仟零壹拾捌圆捌角叁分', 701_883],
  ['⊗ 壹佰圆整', 10_000],
  ['○壹佰圆整', 10_000],
  ['◎ 壹佰圆整', 10_000],
  ['價稅合計', null],
  ['参佰圓整', 30_000],
  ['貳萬陸仟圓整', 2_600_000],
  ['叄億圓整', 30_000_000_000],
  ['壹万亿圆整', 100_000_000_000_000],
] as const;

const formatted = [
  [1_010, '壹拾圆壹角'],
  [31_800, '叁佰壹拾捌圆整'],
  [1, '壹分'],
  [50, '伍角'],
  [1_000_000, '壹万圆整'],
  [10_001, '壹佰圆零壹分'],
  [-12_345, '负壹佰贰拾叁圆肆角伍分'],
  [10_000_000_100, '壹亿零壹圆整'],
  [1_000_000_000, '壹仟万圆整'],
  [10_000_001, '壹拾万圆零壹分'],
  [444_900, '肆仟肆佰肆拾玖圆整'],
  [110, '壹圆壹角'],
  [1_001_000, '壹万零壹拾圆整'],
  [701_883, '柒仟零壹拾捌圆捌角叁分'],
  [0, '零圆整'],
  [168_032, '壹仟陆佰捌拾圆叁角贰分'],
  [5_270, '伍拾贰圆柒角'],
  [10_000_000_000, '壹亿圆整'],
  [10_000, '壹佰圆整'],
  [105, '壹圆零伍分'],
  [10_000_100_000, '壹亿零壹仟圆整'],
  [10_050_000_000, '壹亿零伍拾万圆整'],
] as const;

describe('parseCapitalAmount', () => {
  it.each(parsed)('parses %s as %s', (words, cents) => {
    expect(parseCapitalAmount(words)).toBe(cents);
  });

  it.each([
    '',
    '叁佰壹拾八八圆',
    '圆整',
    '整',
    '壹佰贰拾',
    '壹万壹万圆整',
    '亿圆整',
    '万圆整',
    '壹佰圆伍',
    '伍拾贰圆柒角捌',
    '伍圆整柒角',
    '壹圆贰分整',
    '零零圆',
    '壹佰零圆整',
    '零壹佰圆整',
    '壹拾壹佰圆',
    '壹佰贰佰圆',
    '壹佰零贰拾圆整',
    '壹佰贰拾零叁圆整',
    '壹圆零伍角',
    '壹圆伍角零叁分',
    '壹圆零角伍分',
    '拾拾圆',
    '壹亿壹亿圆',
    '壹圆贰圆',
    '三百圆',
    '300圆',
    '负',
    '人民币',
    '壹佰圆整壹佰圆整',
  ])('refuses %j', (words) => {
    expect(parseCapitalAmount(words)).toBeNull();
  });

  it('never throws on its own characters', () => {
    const words = fc.string({
      unit: fc.constantFrom(...'零壹贰叁拾佰仟万亿圆元角分整正负⊗'.split('')),
      maxLength: 14,
    });
    fc.assert(
      fc.property(words, (text) => {
        const cents = parseCapitalAmount(text);
        // An accepted amount must survive being formatted and parsed again.
        if (cents !== null) expect(parseCapitalAmount(formatCapitalAmount(cents))).toBe(cents);
      }),
      { numRuns: soaking ? 100_000 : 2_000 },
    );
  }, 120_000);
});

describe('formatting an amount in words', () => {
  it.each(formatted)('formats %d as %s', (cents, words) => {
    expect(formatCapitalAmount(cents)).toBe(words);
    expect(parseCapitalAmount(words.replace('圆', '元'))).toBe(cents);
  });

  it('rejects a number that is not an amount in cents', () => {
    expect(() => formatCapitalAmount(0.5)).toThrow(RangeError);
    expect(() => formatCapitalAmount(2 ** 60)).toThrow(RangeError);
  });

  it('is the inverse of parsing, for all sizes and many zeros', () => {
    const sizes = fc.integer({ min: 1, max: 15 }).chain((size) => fc.integer({ min: 0, max: 10 ** size }));
    const sparse = fc
      .array(fc.constantFrom('0', '0', '0', '1', '9'), { minLength: 1, maxLength: 15 })
      .map((digits) => Number(digits.join('')));
    fc.assert(
      fc.property(fc.oneof(sizes, sparse), fc.boolean(), (magnitude, isNegative) => {
        const cents = isNegative && magnitude !== 0 ? -magnitude : magnitude;
        const words = formatCapitalAmount(cents);
        if (parseCapitalAmount(words) !== cents) throw new Error(`${cents}: ${words}`);
      }),
      { numRuns: soaking ? 200_000 : 20_000 },
    );
  }, 120_000);
});
