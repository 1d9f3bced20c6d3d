import { describe, expect, it } from 'vitest';
import { verificationBar, verificationInputs, qrTextOf } from '../../../../shared/books/verification.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import { bookInvoice } from '../../../helpers/book-invoice.ts';

const paper = bookInvoice({
  code: '3100221130',
  number: '12345678',
  checkCode: '12345 67890 12345 67890',
});

const valuesOf = (kind: string) =>
  verificationInputs({ ...paper, kind })?.map(({ id, value }) => `${id}=${value}`);

describe('verification inputs', () => {
  it('are number, date and total with tax for a fully digital invoice', () => {
    for (const kind of ['31', '32', '99'])
      expect(verificationInputs(bookInvoice({ kind }))?.map(({ id, value }) => [id, value])).toEqual([
        ['number', '24312000000012345678'],
        ['date', '20240528'],
        ['gross', '318.00'],
      ]);
  });

  it.each(['01', '08', '03'])('end with the amount without tax for kind %s', (kind) => {
    expect(valuesOf(kind)).toEqual(['code=3100221130', 'number=12345678', 'date=20240528', 'net=300.00']);
  });

  it.each(['04', '10', '11', '14'])('end with six digits of the check code for kind %s', (kind) => {
    expect(valuesOf(kind)?.at(-1)).toBe('check-code=567890');
  });

  it('include the price of a used vehicle', () => {
    expect(valuesOf('15')?.at(-1)).toBe('vehicle-price=318.00');
  });

  it('are null for an unknown kind', () => {
    expect(verificationInputs({ ...paper, kind: '99' })).toBeNull();
  });

  it('are accepted for five years, and only if complete', () => {
    expect(verificationBar(bookInvoice(), '2026-11-22')).toBeNull();
    expect(verificationBar(bookInvoice(), '2029-05-28')).toBeNull();
    expect(verificationBar(bookInvoice(), '2029-05-29')).toBe('too-old');
    expect(verificationBar(bookInvoice(), '2024-05-27')).toBe('not-yet-issued');
    expect(verificationBar(bookInvoice({ grossTotal: null }), '2026-11-22')).toBe('value-missing');
    expect(verificationBar({ ...paper, kind: '99' }, '2026-11-22')).toBe('kind-unknown');
  });
});

describe('the QR code of the values', () => {
  it('parses to the values it was made from', () => {
    expect(parseQr(qrTextOf(bookInvoice()) ?? '')).toMatchObject({
      kind: '31',
      number: '24312000000012345678',
    });
    expect(qrTextOf({ ...paper, kind: '04' })).toBe(
      '01,04,3100221130,12345678,300.00,20240528,12345678901234567890,,',
    );
    expect(qrTextOf(bookInvoice({ number: null }))).toBeNull();
  });
});
