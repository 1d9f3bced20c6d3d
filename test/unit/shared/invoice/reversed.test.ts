import { describe, expect, it } from 'vitest';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';

describe('the remark of a red invoice', () => {
  it.each([
    [
      '被红冲蓝字数电票号码：24112000000048542100 红字发票信息确认单编号：11000000000000001',
      '24112000000048542100',
    ],
    ['被红冲蓝字数电发票号码:24112000000048542100', '24112000000048542100'],
    ['对应正数发票代码:033002000211号码:83089647', '83089647'],
    ['被红冲蓝字发票代码：033002000211 号码：83089647', '83089647'],
    ['被红冲蓝字发票代码：1100094140，发票号码：87654321', '87654321'],
  ])('names the reversed invoice: %s', (remark, number) => {
    expect(reversedIn(remark)).toBe(number);
  });

  it.each([
    '开具红字增值税专用发票信息表编号1234567890123456',
    '号码：83089647',
    '被红冲蓝字发票代码：033002000211',
  ])('names none: %s', (remark) => {
    expect(reversedIn(remark)).toBeNull();
  });
});
