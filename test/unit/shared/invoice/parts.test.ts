import { describe, expect, it } from 'vitest';
import { splitAddressPhone, splitBankAccount } from '../../../../shared/invoice/bank-address.ts';
import { emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { deriveQuantity } from '../../../../shared/invoice/quantity.ts';

describe('splitBankAccount', () => {
  it.each([
    ['建行-0000123456789', '建行', '0000123456789'],
    ['工行123455668-234222256111', '工行', '123455668-234222256111'],
    ['中国银行北京分行 6222 0000 1111 2222', '中国银行北京分行', '6222000011112222'],
    ['招商银行：755900001110101', '招商银行', '755900001110101'],
    ['工行', '工行', null],
    ['6222000011112222', null, '6222000011112222'],
    ['工行 123', '工行 123', null],
  ])('%s', (raw, bank, account) => {
    expect(splitBankAccount(raw)).toEqual({ raw, bank, account });
  });
});

describe('splitAddressPhone', () => {
  it.each([
    ['北京市海淀区知春路60号 81234567', '北京市海淀区知春路60号', '81234567'],
    ['上海市浦东新区张江路1号021-60001234', '上海市浦东新区张江路1号', '021-60001234'],
    ['广州市天河路1号1808室 13800138000', '广州市天河路1号1808室', '13800138000'],
    ['杭州市文一路（0571）88886666', '杭州市文一路', '(0571)88886666'],
    ['深圳市科技园 0755-26000000转801', '深圳市科技园', '0755-26000000转801'],
    ['某市某路8号电话：400-800-8888', '某市某路8号', '400-800-8888'],
    ['北京市海淀区知春路60号', '北京市海淀区知春路60号', null],
    ['81234567', null, '81234567'],
  ])('%s', (raw, address, phone) => {
    expect(splitAddressPhone(raw)).toEqual({ raw, address, phone });
  });
});

const line = (amount: string | null, unitPrice: string | null) =>
  deriveQuantity({ ...emptyLine, amount, unitPrice });

describe('deriveQuantity', () => {
  it.each([
    ['5999.00', '5999.00', { value: '1', exact: true }],
    ['100.00', '0.25', { value: '400', exact: true }],
    ['10.00', '3.00', { value: '3.333', exact: false }],
    ['754.72', '377.358490566038', { value: '2', exact: true }],
    ['13302.75', '2660.55', { value: '5', exact: true }],
    ['530.97', '8.849558', { value: '60', exact: true }],
    ['0.01', '9999999999.99', { value: '0', exact: false }],
    ['10.00', '12.5', { value: '0.8', exact: true }],
    ['-20.00', '10.00', { value: '-2', exact: true }],
    ['0.00', '5.00', { value: '0', exact: true }],
    ['9999999999999.99', '0.01', { value: '999999999999999', exact: true }],
    ['1.00', '1234567.123456789', { value: '0.00000081', exact: false }],
  ])('%s at %s', (amount, unitPrice, quantity) => {
    expect(line(amount, unitPrice)).toEqual(quantity);
  });
  it('is null if a value is missing', () => {
    expect(line(null, '1.00')).toBeNull();
    expect(line('1.00', null)).toBeNull();
    expect(line('1.00', '0.00')).toBeNull();
    expect(line('1.00', 'x')).toBeNull();
  });
});
