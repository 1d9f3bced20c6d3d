import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInvoiceCode, isInvoiceNumber, readCode } from '../../../../shared/invoice/codes.ts';
import { kindOfCode, kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import { kindNames } from '../../../../shared/texts/names.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import {
  isCitizenNumber,
  isCreditCode,
  readTaxpayerId,
  taxpayerIdState,
} from '../../../../shared/invoice/taxpayer-id.ts';

describe('readCode', () => {
  it.each([
    ['1100094140', '1100094140'],
    ['No 87654321', '87654321'],
    ['№87654321', '87654321'],
    ['NO.87654321', '87654321'],
    ['发票号码：87654321', '87654321'],
    ['发票代码1100094140', '1100094140'],
    ['校 验 码: 14754 82292 98567 72523', '14754822929856772523'],
    ['１１０００９４１４０', '1100094140'],
    ['11OOO9414O', '1100094140'],
    ['l1000S4Z4B', '1100054248'],
    ['876543XY', '876543XY'],
  ])('reads %s as %s', (raw, value) => {
    expect(readCode(raw).value).toBe(value);
  });
  it('returns nothing for an empty text', () => {
    expect(readCode(' ').value).toBeNull();
    expect(readCode('发票号码：').value).toBeNull();
  });
  it('checks the lengths', () => {
    expect([9, 10, 11, 12, 13].map((length) => isInvoiceCode('1'.repeat(length)))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([7, 8, 9, 19, 20, 21].map((length) => isInvoiceNumber('1'.repeat(length)))).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(isInvoiceNumber('8765432１')).toBe(false);
  });
});

describe('kindOfCode', () => {
  it.each([
    ['012001800311', '10'],
    ['044002000117', '15'],
    ['4200161350', '04'],
    ['011002000112', '14'],
    ['1100094140', '01'],
    ['013002200211', '10'],
    ['011001605111', '10'],
    ['011002000213', '08'],
    ['144031539110', '10'],
    ['111001571071', '10'],
    ['011002000104', '04'],
    ['011002000105', '04'],
    ['011002000106', '11'],
    ['011002000107', '11'],
    ['144001532160', '99'],
    ['144001520260', '03'],
    ['1100091560', '01'],
    ['1100094660', '04'],
    ['1100094260', '02'],
    ['1100094760', '02'],
    ['1100094860', '99'],
    ['011002000199', '99'],
    ['11000941401', '99'],
    ['', '99'],
    ['１１０００９４１４０', '99'],
  ])('maps %s to %s', (code, kind) => {
    expect(kindOfCode(code)).toBe(kind);
  });
  it('returns only kinds that have a name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}(\d{2})?$/), (code) => {
        expect(kindNames[kindOfCode(code)]?.zh).toBeTruthy();
      }),
    );
  });
});

describe('kindOfInvoice', () => {
  const number = '24112000000048542163';
  const qr = parseQr('01,31,,24112000000048542163,4449.00,20240528,,B2B6');
  it('uses the QR code if there is no code', () => {
    expect(kindOfInvoice({ code: null, number, title: null }, qr)).toBe('31');
    expect(kindOfInvoice({ code: null, number: '24112000000048542164', title: null }, qr)).toBe('99');
    expect(kindOfInvoice({ code: '1100094140', number: '87654321', title: null }, qr)).toBe('01');
  });
  it('uses the title rather than the QR code', () => {
    expect(kindOfInvoice({ code: null, number, title: '电子发票（普通发票）' }, qr)).toBe('32');
    expect(kindOfInvoice({ code: null, number, title: '机动车销售统一发票' }, qr)).toBe('31');
    expect(kindOfInvoice({ code: null, number, title: '机动车销售统一发票' }, null)).toBe('03');
  });
  it('uses the title, or returns the unknown kind', () => {
    expect(kindOfInvoice({ code: null, number, title: '电子发票（普通发票）' }, null)).toBe('32');
    expect(kindOfInvoice({ code: null, number, title: '电子发票（增值税专用发票）' }, null)).toBe('31');
    expect(kindOfInvoice({ code: null, number, title: 'vat_invoice' }, null)).toBe('99');
    expect(kindOfInvoice({ code: null, number: '87654321', title: '普通发票' }, null)).toBe('99');
  });
});

describe('the check of a taxpayer id', () => {
  it.each([
    ['91350100M000100Y43', true],
    ['91310110666007217T', true],
    ['91350211M00013FA1N', false],
    ['91500102563638729E', false],
    ['91310110666007217I', false],
    ['9131011259474644XJ', true],
    ['91350100M000100Y44', false],
    ['91350100M000100Y4', false],
    ['', false],
    ['91350100m000100y43', false],
  ])('%s: the check digit matches: %s', (code, valid) => {
    expect(isCreditCode(code)).toBe(valid);
  });

  it('detects any single wrong character of a credit code', () => {
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
    const code = '91350100M000100Y43';
    fc.assert(
      fc.property(fc.nat(17), fc.constantFrom(...alphabet.split('')), (at, other) => {
        const wrong = code.slice(0, at) + other + code.slice(at + 1);
        expect(isCreditCode(wrong)).toBe(wrong === code);
      }),
    );
  });

  it('repairs O I S Z only if the check character is then valid', () => {
    expect(readTaxpayerId('9135O1OOM000100Y43')).toEqual({
      value: '91350100M000100Y43',
      steps: [{ id: 'taxpayer-id-repaired', from: 'O', to: '0' }],
    });
    expect(readTaxpayerId('9I3I0II0666007Z17T').value).toBe('91310110666007217T');
    expect(readTaxpayerId('91310110666007217I')).toEqual({ value: '91310110666007217I', steps: [] });
    expect(readTaxpayerId('41O305123456789').value).toBe('41O305123456789');
  });

  it('removes surrounding text and notes it', () => {
    expect(readTaxpayerId('纳税人识别号:９１３５０１００ｍ０００１００Ｙ４３').value).toBe(
      '91350100M000100Y43',
    );
    expect(readTaxpayerId('91350100 M000100 Y43').steps).toEqual([{ id: 'spaces-removed' }]);
    expect(readTaxpayerId('  ').value).toBeNull();
  });

  it('distinguishes verifiable from unverifiable ids', () => {
    expect(taxpayerIdState('91350100M000100Y43')).toBe('valid');
    expect(taxpayerIdState('410305123456789')).toBe('unverifiable');
    expect(taxpayerIdState('91350211M00013FA1N')).toBe('check-character');
    expect(taxpayerIdState('41030512345678')).toBe('malformed');
    // The example number of GB 11643-1999.
    expect(isCitizenNumber('11010519491231002X')).toBe(true);
    expect(isCitizenNumber('110105194912310021')).toBe(false);
    expect(taxpayerIdState('11010519491231002X')).toBe('valid');
  });
});

describe('parseQr', () => {
  it.each([
    [
      '01,10,050001700111,99999951,300.00,20201010,14754822929856772523,E400,',
      {
        kind: '10',
        code: '050001700111',
        number: '99999951',
        amount: '300.00',
        amountIncludesTax: false,
        issueDate: '2020-10-10',
        checkCode: '14754822929856772523',
      },
    ],
    [
      '01,31,,24112000000048542163,4449.00,20240528,,B2B6',
      {
        kind: '31',
        code: null,
        number: '24112000000048542163',
        amount: '4449.00',
        amountIncludesTax: true,
        issueDate: '2024-05-28',
        checkCode: null,
      },
    ],
    [
      ' 01,01,1200154130,03630024,94339.62,20160621,,9335,\n',
      {
        kind: '01',
        code: '1200154130',
        number: '03630024',
        amount: '94339.62',
        amountIncludesTax: false,
        issueDate: '2016-06-21',
        checkCode: null,
      },
    ],
  ])('reads %s', (text, qr) => {
    expect(parseQr(text)).toEqual(qr);
  });

  it('accepts amounts with any number of decimals, and drops invalid amounts and dates', () => {
    expect(parseQr('01,10,050001700111,99999951,300,20201010,,')?.amount).toBe('300.00');
    expect(parseQr('01,10,050001700111,99999951,-300.5,20201010,,')?.amount).toBe('-300.50');
    expect(parseQr('01,10,050001700111,99999951,x,20201301,,')).toMatchObject({
      amount: null,
      issueDate: null,
    });
  });

  it.each([
    '',
    'https://example.com/?a=1',
    '02,10,050001700111,99999951,300.00,20201010,,',
    '01,10',
    'a,b,c,d',
  ])('rejects %j, which is not the QR code of a VAT invoice', (text) => {
    expect(parseQr(text)).toBeNull();
  });
});
