import { describe, expect, test } from 'vitest';
import { columns } from '../../../../renderer/features/batch/columns.ts';
import { rowValues } from '../../../../renderer/features/row-values.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import { noHeadline, summary } from '../page-summaries.ts';

const receipt: Paper = {
  type: 'bank-receipt',
  number: '20240528001',
  date: '2024-05-28',
  amount: '318.00',
  payer: '甲公司',
  payee: '乙公司',
};

const rowOf = (paper: Paper | null) => summary({ id: 1, headline: { ...noHeadline, kind: '99', paper } });
const words = { language: 'zh', state: () => '', findings: () => '' } as const;

describe('the row of a paper that is no invoice', () => {
  test('says what it is, who was paid, and its own values', () => {
    expect(rowValues(rowOf(receipt), 'en')).toEqual({
      title: 'Bank receipt · 乙公司',
      number: '20240528001',
      day: '2024-05-28',
      amount: '318.00',
    });
    expect(rowValues(rowOf(receipt), 'zh').title).toBe('银行回单 · 乙公司');
  });

  test('names who paid if nobody says who was paid, and otherwise only what it is', () => {
    const certificate = { ...receipt, type: 'tax-certificate', payee: null } as const;
    expect(rowValues(rowOf(certificate), 'zh').title).toBe('完税证明 · 甲公司');
    expect(rowValues(rowOf({ ...certificate, payer: null }), 'zh').title).toBe('完税证明');
  });

  test('has its kind in the table, and no value that sums would count', () => {
    const row = rowOf(receipt);
    expect(columns.kind.text(row, words)).toBe('银行回单');
    expect(columns.kind.short?.(row, words)).toBeNull();
    expect(columns.grossTotal.text(row, words)).toBe('');
    expect(columns.seller.text(row, words)).toBe('');
  });
});

test('the row of an invoice has the values of the invoice', () => {
  const headline = {
    ...noHeadline,
    seller: '甲公司',
    number: '1',
    issueDate: '2024-05-28',
    grossTotal: '3.00',
  };
  const values = { title: '甲公司', number: '1', day: '2024-05-28', amount: '3.00' };
  expect(rowValues(summary({ id: 1, headline }), 'zh')).toEqual(values);
  expect(rowValues(rowOf(null), 'zh').title).toBeNull();
});
