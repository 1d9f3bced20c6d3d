import { describe, expect, it } from 'vitest';
import { type OtherInvoice } from '../../../../shared/invoice/check-invoice.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { sound, check, named, levels } from '../../../helpers/checked-invoice.ts';

const qrOutcomes = (qr: string, over: Partial<Invoice> = {}) =>
  check(over, { context: { qr } })
    .filter(({ id }) => id.startsWith('qr'))
    .map(({ id, level }) => `${id} ${level}`);

describe('the QR code', () => {
  const printed = '01,10,050001700111,99999951,180.00,20201010,14754822929856772523,E400,';

  it('matches the extraction, with the amount without tax for kinds below 30', () => {
    expect(qrOutcomes(printed)).toEqual([
      'qr-code ok',
      'qr-number ok',
      'qr-issue-date ok',
      'qr-amount ok',
      'qr-check-code ok',
    ]);
  });
  it('is compared with the total with tax on a fully digital invoice, without a code', () => {
    const digital = {
      kind: '31',
      code: null,
      number: '24112000000048542163',
      checkCode: null,
      issueDate: '2024-05-28',
    };
    const qr = '01,31,,24112000000048542163,203.40,20240528,,B2B6';
    expect(qrOutcomes(qr, digital)).toEqual(['qr-number ok', 'qr-issue-date ok', 'qr-amount ok']);
    expect(qrOutcomes(qr.replace('203.40', '180.00'), digital)).toContain('qr-amount error');
  });
  it('shows both values of a difference', () => {
    const [conflict] = named('qr-number', { number: '99999957' }, { context: { qr: printed } });
    expect(conflict).toMatchObject({ level: 'error', fields: ['number'] });
    expect(conflict?.message.en).toContain('99999957');
    expect(conflict?.message.en).toContain('99999951');
  });
  it('shows amounts with thousands separators', () => {
    const [amount] = named('qr-amount', { total: '10849.60' }, { context: { qr: printed } });
    expect(amount?.message.en).toContain('10,849.60');
  });
  it('warns if only the QR code has a value', () => {
    expect(qrOutcomes(printed, { checkCode: null })).toContain('qr-check-code warn');
  });
  it('reports another kind of invoice', () => {
    expect(qrOutcomes(printed.replace('01,10', '01,04'))).toContain('qr-kind info');
  });
  it.each([
    ['31', '32', 'Fully digital invoice (ordinary)'],
    ['32', '31', 'Fully digital invoice (special)'],
    ['31', '04', 'Ordinary VAT invoice'],
  ])('contradicts a fully digital invoice of kind %s that it calls %s', (kind, coded, said) => {
    const over = { kind, code: null, number: '24112000000048542163' };
    const context = { qr: `01,${coded},,24112000000048542163,203.40,20240528,,B2B6` };
    const [found] = named('qr-kind', over, { context });
    expect(found).toMatchObject({ level: 'error', fields: ['kind'] });
    expect(found?.message.en).toContain(said);
    expect(named('qr-kind', { ...over, kind: coded }, { context })).toEqual([]);
    expect(named('code-in-file', over, { context: { qr: null, codeInFile: context.qr } })).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: ['kind'] }),
    );
  });
  it('does not contradict a kind that is unknown, or one that it has no digits for', () => {
    const over = { code: null, number: '24112000000048542163' };
    const context = { qr: '01,85,,24112000000048542163,203.40,20240528,,B2B6' };
    expect(named('qr-kind', { ...over, kind: '31' }, { context })).toEqual([]);
    expect(named('qr-kind', { ...over, kind: '99' }, { context })).toEqual([]);
    expect(named('qr-kind', { ...over, kind: '51' }, { context })).toEqual([]);
  });
  it('is distinguished from other QR codes', () => {
    expect(qrOutcomes('https://example.com/')).toEqual(['qr-foreign info']);
    expect(levels('qr-foreign')).toEqual([]);
  });
});

const otherInvoice = (over: Partial<OtherInvoice> = {}): OtherInvoice => ({
  label: 'b.jpg',
  code: '1100094140',
  number: '12345678',
  issueDate: '2019-01-01',
  sellerName: '别家公司',
  sellerTaxId: '9131011259474644XJ',
  grossTotal: '1.00',
  ...over,
});

const duplicatesAmong = (others: readonly OtherInvoice[], over: Partial<Invoice> = {}) =>
  check(over, { context: { others } })
    .filter(({ id }) => id.includes('duplicate'))
    .map(({ id, level }) => `${id} ${level}`);

describe('duplicates', () => {
  const alike = {
    sellerName: sound.seller.name,
    sellerTaxId: sound.seller.taxId,
    issueDate: sound.issueDate,
    grossTotal: sound.grossTotal,
  };

  it('are found by code and number', () => {
    expect(
      duplicatesAmong([otherInvoice(), otherInvoice({ code: sound.code, number: sound.number })]),
    ).toEqual(['duplicate error']);
    expect(duplicatesAmong([otherInvoice({ number: sound.number })])).toEqual(['duplicate ok']);
    expect(duplicatesAmong([otherInvoice({ code: null, number: sound.number })], { code: null })).toEqual([
      'duplicate ok',
    ]);
  });
  it('are found by a number of 20 digits alone', () => {
    const number = '24112000000048542163';
    expect(duplicatesAmong([otherInvoice({ code: null, number })], { code: null, number })).toEqual([
      'duplicate error',
    ]);
    expect(duplicatesAmong([otherInvoice({ code: '1100094140', number })], { code: null, number })).toEqual([
      'duplicate error',
    ]);
  });
  it('are suspected for the same seller, amount and date', () => {
    expect(duplicatesAmong([otherInvoice(alike)])).toEqual(['duplicate-similar warn']);
    expect(duplicatesAmong([otherInvoice({ ...alike, sellerTaxId: null })])).toEqual([
      'duplicate-similar warn',
    ]);
    for (const apart of [
      { grossTotal: '1.00' },
      { issueDate: '2019-01-01' },
      { sellerTaxId: '9131011259474644XJ' },
    ])
      expect(duplicatesAmong([otherInvoice({ ...alike, ...apart })])).toEqual(['duplicate ok']);
    expect(duplicatesAmong([otherInvoice({ ...alike, grossTotal: null })], { grossTotal: null })).toEqual([
      'duplicate ok',
    ]);
  });
  it('are listed by name, up to a few', () => {
    const twins = Array.from({ length: 9 }, (_, index) =>
      otherInvoice({ label: `${index}.jpg`, code: sound.code, number: sound.number }),
    );
    const [twin] = named('duplicate', {}, { context: { others: twins } });
    expect(twin?.message.en).toBe('Same invoice as 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg …');
  });
  it('are not searched without a number', () => {
    expect(duplicatesAmong([])).toEqual([]);
    expect(duplicatesAmong([otherInvoice()], { number: null })).toEqual([]);
  });
});
