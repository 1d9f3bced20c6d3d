import { expect, test } from 'vitest';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import {
  codesOfInvoices,
  codesWithNumber,
  numbersInCodes,
  parseQr,
  provingCode,
} from '../../../../shared/invoice/qr.ts';

const [one, two] = ['24112000000048542163', '24112000000048542164'] as const;
const codeOf = (number: string, amount = '106.00'): string => `01,32,,${number},${amount},20240528,,AB12`;

test('the codes of a picture are kept, each invoice once', () => {
  expect(codesOfInvoices(['https://example.com', ''])).toBeNull();
  const codes = codesOfInvoices([codeOf(one), 'https://example.com', codeOf(two), `${codeOf(one)}\n`]);
  expect(codes?.split('\n')).toHaveLength(2);
  expect(parseQr(codes ?? '')?.number).toBe(one);
  expect(codesWithNumber(codes ?? '', two)).toEqual([codeOf(two)]);
  expect(codesWithNumber(codes ?? '', '24112000000048549999')).toEqual([codeOf(one)]);
  // A line end inside a code begins no further one.
  expect(codesOfInvoices([codeOf(one).replace(',AB12', ',\n01,32')])?.split('\n')).toHaveLength(1);
});

const coded = (code: string): string => `01,04,${code},00512384,100.00,20240528,123,AB12`;

test('two codes of one invoice are one, even if only one has the invoice code', () => {
  for (const texts of [
    [coded(''), coded('4200161350')],
    [coded('4200161350'), coded('')],
  ]) {
    const codes = codesOfInvoices(texts);
    expect(codes).toBe(coded('4200161350'));
    // A ledger may have both, since they were kept before.
    expect(numbersInCodes(texts.join('\n'))).toEqual(['00512384']);
    expect(checksOf('00512384', texts.join('\n')).some(({ id }) => id === 'several-invoices')).toBe(false);
  }
  const digital = [codeOf(one), codeOf(one).replace(',,', ',011002400111,')];
  expect(numbersInCodes(codesOfInvoices(digital) ?? '')).toEqual([one]);
  // Invoices of two rolls may have the same number.
  const rolls = codesOfInvoices([coded('4200161350'), coded(''), coded('3100231130')]);
  expect(numbersInCodes(rolls ?? '')).toEqual(['00512384', '00512384']);
});

const checksOf = (
  number: string,
  codes: string | null,
  findings: Parameters<typeof checkInvoice>[0]['findings'] = [],
) =>
  checkInvoice(
    {
      invoice: { ...emptyInvoice, kind: '32', number, issueDate: '2024-05-28', grossTotal: '106.00' },
      origins: {},
      findings,
    },
    { today: '2026-11-27', confidenceLimit: 0.9, ownCompanies: [], qr: codes, others: [] },
  );

test('values that a reader took from a picture of several invoices are an error that names them all', () => {
  const codes = codesOfInvoices([codeOf(one, '1.00'), codeOf(two)]);
  const checks = checksOf(two, codes);
  const several = checks.find(({ id }) => id === 'several-invoices');
  expect(several?.level).toBe('error');
  expect(several?.fields).toEqual(expect.arrayContaining(['number', 'grossTotal', 'seller.name']));
  for (const number of [one, two]) {
    expect(several?.message.zh).toContain(number);
    expect(several?.message.en).toContain(number);
  }
  // The code with its own number is the one that is compared.
  expect(checks.filter(({ id, level }) => id.startsWith('qr-') && level !== 'ok')).toEqual([]);
  expect(checksOf(one, codes).some(({ id, level }) => id === 'qr-amount' && level === 'error')).toBe(true);
  expect(checksOf(one, codeOf(one)).some(({ id }) => id === 'several-invoices')).toBe(false);
  expect(checksOf(one, null).some(({ id }) => id === 'several-invoices')).toBe(false);
});

test('a reader that has named them says it alone', () => {
  const finding = { id: 'several-invoices', fields: ['number'], message: { zh: '两张', en: 'two' } };
  const codes = codesOfInvoices([codeOf(one), codeOf(two)]);
  expect(checksOf(one, codes, [finding]).filter(({ id }) => id === 'several-invoices')).toHaveLength(1);
});

test('of two codes with one number, each is compared, in either order', () => {
  const [good, forged] = [codeOf(one), codeOf(one, '9999.00')];
  for (const texts of [
    [good, forged],
    [forged, good],
  ]) {
    const codes = codesOfInvoices(texts) ?? '';
    expect(codes.split('\n')).toEqual(texts);
    expect(provingCode(codes, one)).toBeNull();
    const checks = checksOf(one, codes).filter(({ id }) => id.startsWith('qr-'));
    expect(checks.filter(({ id }) => id === 'qr-amount')).toMatchObject([
      { level: 'error', fields: ['grossTotal'] },
    ]);
    // What they say alike is said once.
    expect(checks.filter(({ id }) => id === 'qr-number')).toMatchObject([{ level: 'ok' }]);
    expect(checksOf(one, codes).some(({ id }) => id === 'several-invoices')).toBe(false);
  }
  // The one without the invoice code says the same invoice, but another amount.
  const rolled = codesOfInvoices([coded('4200161350'), coded('').replace('100.00', '9.00')]) ?? '';
  expect(numbersInCodes(rolled)).toEqual(['00512384']);
  expect(codesWithNumber(rolled, '00512384', '4200161350')).toHaveLength(2);
  expect(
    codesWithNumber([coded('4200161350'), coded('3100231130')].join('\n'), '00512384', '3100231130'),
  ).toEqual([coded('3100231130')]);
  expect(provingCode(good, one)?.text).toBe(good);
});

test('amounts and dates are read in any form, and what is none is not compared in words', () => {
  const forms = codeOf(one, '99.000').replace('20240528', '2024-05-29');
  const checks = checksOf(one, forms);
  expect(checks.filter(({ level, id }) => level === 'error' && id.startsWith('qr-'))).toMatchObject([
    { id: 'qr-issue-date' },
    { id: 'qr-amount' },
  ]);
  const same = codeOf(one, '106.000').replace('20240528', '2024-05-28');
  expect(checksOf(one, same).filter(({ level, id }) => level !== 'ok' && id.startsWith('qr-'))).toEqual([]);
  expect(checksOf(one, codeOf(one, '1 元 整')).filter(({ id }) => id === 'qr-unread')).toMatchObject([
    { level: 'info', message: { zh: expect.stringContaining('1 元 整') } },
  ]);
  expect(checksOf(one, codeOf(one, '')).some(({ id }) => id === 'qr-unread')).toBe(false);
});
