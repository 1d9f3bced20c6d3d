import { describe, expect, it } from 'vitest';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import { placeOf, rightSidePaths } from '../../../../shared/invoice/fields.ts';
import type { Invoice, InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-invoice.ts';
import { rowFindingTexts } from '../../../../shared/texts/findings.ts';
import { findingSchema } from '../../../../shared/invoice/finding.ts';
import {
  line,
  sound,
  quiet,
  check,
  named,
  levels,
  failedIds,
  origin,
} from '../../../helpers/checked-invoice.ts';

const unsure = (...paths: readonly string[]) => ({
  origins: Object.fromEntries(paths.map((path) => [path, origin('x', 0.2)])),
});

describe('checkInvoice', () => {
  it('passes a correct invoice, and shows its equations', () => {
    expect(failedIds()).toEqual([]);
    expect(named('total-plus-tax')[0]?.message.en).toBe('180.00 + 23.40 = 203.40');
    expect(named('lines-sum-to-total')[0]?.message.zh).toBe('200.00 - 20.00 = 180.00');
    expect(named('line-tax').map(({ message }) => message.en)).toEqual([
      '200.00 × 13% = 26.00',
      '-20.00 × 13% = -2.60',
    ]);
  });

  it('returns complete findings: kebab-case ids, both languages, existing fields', () => {
    const all = [
      ...check(
        {},
        { context: { qr: '01,10,050001700111,99999951,180.00,20201010,14754822929856772523,E400,' } },
      ),
      ...check(
        {
          code: '1',
          number: '2',
          issueDate: '3',
          checkCode: '4',
          total: '5.00',
          lines: [line({ taxRate: '8%' })],
        },
        {
          context: {
            qr: '01,31,,24112000000048542163,4449.00,20240528,,B2B6',
            ownCompanies: [{ name: 'x', taxId: 'y' }],
          },
        },
      ),
    ];
    const copies: readonly string[] = Object.values(rightSidePaths);
    for (const one of all) {
      findingSchema.parse(one);
      expect(one.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(one.message.zh.trim()).not.toBe('');
      expect(one.message.en.trim()).not.toBe('');
      for (const field of one.fields) expect(placeOf(field) !== null || copies.includes(field)).toBe(true);
    }
  });

  it('never changes its input', () => {
    const frozen = Object.freeze({ ...sound, total: '1.00' });
    expect(() => checkInvoice({ invoice: frozen, origins: {}, findings: [] }, quiet)).not.toThrow();
    expect(frozen.total).toBe('1.00');
  });
});

describe('the format of code and number', () => {
  it.each([
    ['050001700111', '99999951', 'ok', 'ok'],
    ['1100094140', '99999951', 'ok', 'ok'],
    ['11000941401', '99999951', 'error', 'ok'],
    ['1100094140', '9999995', 'ok', 'error'],
    ['1100094140', '9999995X', 'ok', 'error'],
    ['1100094140', '24112000000048542163', 'info', 'ok'],
  ])('%s %s: %s, %s', (code, number, codeLevel, numberLevel) => {
    expect(levels('code-shape', { code, number })).toEqual([codeLevel]);
    expect(levels('number-shape', { code, number })).toEqual([numberLevel]);
  });
  it('requires a code for a number of 8 digits, and none for one of 20', () => {
    expect(levels('number-shape', { code: null })).toEqual(['warn']);
    expect(levels('number-shape', { code: null, number: '24112000000048542163' })).toEqual(['ok']);
    expect(levels('code-shape', { code: null })).toEqual([]);
  });
});

const copyOnTheRight = (number: string) => ({ origins: { [rightSidePaths.number]: origin(number) } });

describe('the copies of values on the right side', () => {
  it('match, or produce a warning with both values', () => {
    expect(levels('number-right-side', {}, copyOnTheRight('No 99999951'))).toEqual(['ok']);
    const [differs] = named('number-right-side', {}, copyOnTheRight('99999957'));
    expect(differs).toMatchObject({ level: 'warn', fields: ['number', rightSidePaths.number] });
    expect(differs?.message.en).toContain('99999951');
    expect(differs?.message.en).toContain('99999957');
  });
  it('are not compared with themselves', () => {
    const origins = {
      ...copyOnTheRight('99999951').origins,
      number: { ...origin('99999951'), steps: [{ id: 'right-side-used' }] },
    };
    expect(levels('number-right-side', {}, { origins })).toEqual([]);
    expect(levels('number-right-side')).toEqual([]);
  });
});

describe('the check code', () => {
  it.each([
    ['10', '14754822929856772523', ['ok']],
    ['10', '147548', ['warn']],
    ['10', null, ['info']],
    ['01', null, []],
    ['01', '14754822929856772523', ['info']],
    ['61', '7890', []],
    ['99', '14754822929856772523', ['ok']],
    ['99', '1', ['warn']],
    ['99', null, []],
  ] as const)('of kind %s, %s: %s', (kind, checkCode, expected) => {
    expect(levels('check-code-length', { kind, checkCode })).toEqual(expected);
  });
});

describe('the issue date', () => {
  it.each([
    ['2020-10-10', ['ok']],
    ['2026-01-01', ['ok']],
    ['2026-01-02', ['error']],
    ['2020-02-30', ['error']],
    ['gestern', ['error']],
    [null, []],
  ] as const)('%s: %s', (issueDate, expected) => {
    expect(levels('issue-date', { issueDate })).toEqual(expected);
  });
});

const withBuyer = (over: Partial<Invoice['buyer']>) => ({ buyer: { ...sound.buyer, ...over } });

describe('buyer and seller', () => {
  it.each([
    ['91350100M000100Y43', 'ok'],
    ['410305123456789', 'ok'],
    ['91350211M00013FA1N', 'warn'],
    ['91350100M000100Y44', 'warn'],
    ['123', 'warn'],
  ])('id %s: %s, never an error', (taxId, level) => {
    expect(levels('buyer-taxpayer-id', withBuyer({ taxId }))).toEqual([level]);
  });

  const own = { context: { ownCompanies: [{ name: '青禾(虚构)有限公司', taxId: '91350100M000100Y43' }] } };
  it.each([
    [{}, 'ok'],
    [{ taxId: null }, 'ok'],
    [{ name: null }, 'ok'],
    [{ name: '别家公司' }, 'warn'],
    [{ taxId: '91310110666007217T' }, 'warn'],
    [{ name: '别家公司', taxId: '91310110666007217T' }, 'warn'],
  ])('buyer %j against the own companies: %s', (over, level) => {
    expect(levels('buyer-own-company', withBuyer(over), own)).toEqual([level]);
  });
  it('are not checked without own companies or without a buyer', () => {
    expect(levels('buyer-own-company')).toEqual([]);
    expect(levels('buyer-own-company', withBuyer({ name: null, taxId: null }), own)).toEqual([]);
    const blank = { context: { ownCompanies: [{ name: ' ', taxId: '' }] } };
    expect(levels('buyer-own-company', {}, blank)).toEqual(['warn']);
  });
});

describe('the sums', () => {
  it('match to the cent', () => {
    expect(levels('lines-sum-to-total', { total: '180.01' })).toEqual(['error']);
    expect(levels('taxes-sum-to-tax-total', { taxTotal: '23.41' })).toEqual(['error']);
    expect(levels('total-plus-tax', { grossTotal: '203.39' })).toEqual(['error']);
    expect(levels('words-equal-digits', { grossTotal: '203.41' })).toEqual(['error']);
  });
  it('report the printed value, the difference and every field', () => {
    const [sum] = named('lines-sum-to-total', { total: '190.00' });
    expect(sum?.message.en).toBe('200.00 - 20.00 = 180.00; the invoice says 190.00 (10.00 more)');
    expect(sum?.fields).toEqual(['lines.0.amount', 'lines.1.amount', 'total']);
  });
  it('are skipped if a value is missing', () => {
    expect(levels('lines-sum-to-total', { lines: [line({ amount: null })] })).toEqual([]);
    expect(levels('lines-sum-to-total', { lines: [] })).toEqual([]);
    expect(levels('total-plus-tax', { taxTotal: null })).toEqual([]);
    expect(levels('words-equal-digits', { grossTotalWords: null })).toEqual([]);
  });
  it('treat a token instead of a tax as zero', () => {
    const exempt = {
      lines: [line({ taxRate: '免税', tax: '***' })],
      total: '200.00',
      taxTotal: '***',
      grossTotal: '200.00',
      grossTotalWords: '贰佰圆整',
    };
    expect(failedIds(exempt)).toEqual([]);
    expect(levels('taxes-sum-to-tax-total', exempt)).toEqual(['ok']);
  });
  it('warn of invalid amounts in words', () => {
    expect(levels('words-equal-digits', { grossTotalWords: '贰佰叁拾' })).toEqual(['warn']);
  });
  it('are exact beyond the precision of floats', () => {
    const lines = Array.from({ length: 10 }, () => line({ amount: '0.10', tax: '0.01', taxRate: '10%' }));
    expect(levels('lines-sum-to-total', { lines, total: '1.00' })).toEqual(['ok']);
  });
});

const taxOfOneLine = (over: Partial<InvoiceLine>) => levels('line-tax', { lines: [line(over)] });

const taxBesideAnother = (over: Partial<InvoiceLine>) =>
  levels('line-tax', { lines: [line(over), line()] })[0];

/** The findings about a tax at 5%, of the line and of the invoice. */
const taxedWith = (tax: string, remark: string | null) => {
  const over = { remark, taxTotal: tax, lines: [line({ amount: '104761.90', taxRate: '5%', tax })] };
  return [levels('line-tax', over), levels('tax-total-by-rates', over)];
};

describe('the tax of a line', () => {
  it.each([
    ['26.00', 'ok'],
    ['26.01', 'ok'],
    ['25.99', 'ok'],
    ['26.02', 'info'],
    ['25.94', 'info'],
    ['26.07', 'warn'],
    ['2.60', 'warn'],
    ['-26.00', 'warn'],
  ])('of 26.00, printed %s: %s', (tax, level) => {
    expect(taxOfOneLine({ tax })).toEqual([level]);
  });
  it.each([
    ['免税', '***', 'ok'],
    ['免税', '0.00', 'ok'],
    ['不征税', '*', 'ok'],
    ['免税', '1.00', 'warn'],
    ['0%', '0.00', 'ok'],
    ['***', '***', 'ok'],
  ])('at %s is %s: %s', (taxRate, tax, level) => {
    expect(taxOfOneLine({ taxRate, tax })).toEqual([level]);
  });
  it('accepts 减按1.5%, for both ways of printing its rate', () => {
    expect(taxOfOneLine({ amount: '10350.00', taxRate: '1.5%', tax: '150.00' })).toEqual(['ok']);
    expect(taxOfOneLine({ amount: '10000.00', taxRate: '1.5%', tax: '150.00' })).toEqual(['ok']);
    expect(taxOfOneLine({ amount: '10350.00', taxRate: '***', tax: '150.00' })).toEqual(['ok']);
    expect(taxOfOneLine({ amount: '10350.00', taxRate: '1.5%', tax: '160.00' })).toEqual(['warn']);
  });
  it('accepts differential taxation only for a single line without a rate', () => {
    expect(taxOfOneLine({ taxRate: '***', tax: '5.00' })).toEqual(['info']);
    expect(taxBesideAnother({ taxRate: '***', tax: '5.00' })).toBe('warn');
    expect(taxOfOneLine({ taxRate: '***', tax: '50.00' })).toEqual(['warn']);
    expect(taxOfOneLine({ taxRate: '***', tax: '-5.00' })).toEqual(['warn']);
  });
  it('of a difference only is less than that of the amount, if the remark says so', () => {
    const remark = '差额征税：100000.00。';
    expect(taxedWith('238.10', remark)).toEqual([['info'], []]);
    expect(taxedWith('238.10', null)).toEqual([['warn'], ['warn']]);
    // The tax of the whole amount is compared, and more than that is none.
    expect(taxedWith('5238.10', remark)).toEqual([['ok'], ['ok']]);
    expect(taxedWith('6000.00', remark)).toEqual([['warn'], ['warn']]);
    expect(taxedWith('-238.10', remark)).toEqual([['warn'], ['warn']]);
  });
  it('is not checked if a value is missing or the rate is unknown', () => {
    expect(taxOfOneLine({ tax: null })).toEqual([]);
    expect(taxOfOneLine({ amount: null })).toEqual([]);
    expect(taxOfOneLine({ taxRate: null })).toEqual([]);
    expect(taxOfOneLine({ taxRate: 'x' })).toEqual([]);
  });
  it('adds up over the invoice within 1.27', () => {
    const lines = Array.from({ length: 30 }, () => line({ tax: '26.05' }));
    expect(levels('tax-total-by-rates', { lines, taxTotal: '781.27' })).toEqual(['ok']);
    expect(levels('tax-total-by-rates', { lines, taxTotal: '781.28' })).toEqual(['warn']);
  });
});

describe('the rate', () => {
  it.each([
    ['13%', ['ok']],
    ['8%', ['info']],
    ['17%', ['info']],
    ['免税', ['ok']],
  ] as const)('%s on 2020-10-10: %s', (taxRate, expected) => {
    expect(levels('rate-known', { lines: [line({ taxRate })] })).toEqual(expected);
  });
});

const findingAbout = (id: string): ReaderFinding => ({
  id,
  fields: ['lines.0.name'],
  message: { zh: '缘由', en: 'a reason' },
});

describe('unresolved findings of the extraction', () => {
  it('fail rows-settled with the reasons', () => {
    const [rows] = named(
      'rows-settled',
      {},
      { findings: [findingAbout('rows-settled'), findingAbout('rows-settled')] },
    );
    expect(rows).toMatchObject({ level: 'error', fields: ['lines.0.name'] });
    expect(rows?.message.en).toContain('a reason; a reason');
    expect(levels('rows-settled')).toEqual(['ok']);
    expect(levels('rows-settled', { lines: [] })).toEqual([]);
  });
  it('about amounts that miss the total end when the misread one is corrected', () => {
    const off = { ...findingAbout('rows-settled'), message: rowFindingTexts['amounts-off'] };
    expect(levels('rows-settled', { total: '680.00' }, { findings: [off] })).toEqual(['error']);
    expect(levels('rows-settled', {}, { findings: [off] })).toEqual(['ok']);
    // Nothing is known of an amount that nobody has read, and other reasons stay.
    expect(levels('rows-settled', { lines: [line({ amount: null })] }, { findings: [off] })).toEqual([
      'error',
    ]);
    const [rows] = named('rows-settled', {}, { findings: [off, findingAbout('rows-settled')] });
    expect(rows?.message.zh).toMatch(/缘由$/u);
  });
  it('include a warning about unreadable values', () => {
    expect(levels('value-unreadable', {}, { findings: [findingAbout('value-unreadable')] })).toEqual([
      'warn',
    ]);
  });
  it('include a warning about missing values', () => {
    const [missing] = named('values-missing', {
      number: null,
      lines: [line({ tax: null, unitPrice: null })],
    });
    expect(missing).toMatchObject({ level: 'warn', fields: ['number', 'lines.0.tax'] });
    expect(missing?.message.en).toContain('Line 1: Tax');
    expect(levels('values-missing', { lines: [] })).toEqual(['warn']);
    expect(levels('values-missing')).toEqual([]);
  });
  it('include no missing rate, tax or net total on a roll, which prints none', () => {
    const roll = { total: null, taxTotal: null, lines: [line({ taxRate: null, tax: null })] };
    expect(levels('values-missing', { ...roll, kind: '11' })).toEqual([]);
    expect(levels('values-missing', { ...roll, kind: '04' })).toEqual(['warn']);
    expect(levels('values-missing', { ...roll, kind: '11', number: null })).toEqual(['warn']);
  });
  it('include a warning for each field below the confidence limit', () => {
    const origins = {
      'seller.name': origin('远山', 0.89),
      number: origin('99999951', 0.9),
      code: origin('x', null),
    };
    expect(named('low-confidence', {}, { origins })[0]).toMatchObject({
      level: 'warn',
      fields: ['seller.name'],
    });
    expect(levels('low-confidence', {}, { origins, context: { confidenceLimit: 0.5 } })).toEqual(['ok']);
    expect(levels('low-confidence')).toEqual([]);
  });

  it('settle a value that two witnesses prove, whatever its score', () => {
    const qr = '01,10,050001700111,99999951,180.00,20201010,14754822929856772523,E400,';
    // Two sums, words and figures, and the QR code; a name has no witness.
    const given = unsure('total', 'grossTotalWords', 'number', 'seller.name');
    const proven = named('proven', {}, { ...given, context: { qr } });
    expect(proven.map(({ fields, message }) => [fields, message.en])).toEqual([
      [['total'], expect.stringContaining('proven by the sum of the lines, net plus tax, the QR code')],
      [['grossTotalWords'], expect.stringContaining('proven by the amount in words')],
      [['number'], expect.stringContaining('proven by the QR code')],
    ]);
    expect(named('low-confidence', {}, { ...given, context: { qr } })[0]?.fields).toEqual(['seller.name']);
    expect(levels('low-confidence', {}, unsure('total'))).toEqual(['ok']);
    // One witness is not enough, and one that contradicts outweighs all others.
    expect(levels('low-confidence', {}, unsure('seller.taxId'))).toEqual(['warn']);
    expect(levels('low-confidence', { grossTotal: '203.50' }, unsure('total'))).toEqual(['warn']);
    const other = qr.replace('180.00', '190.00');
    expect(levels('low-confidence', {}, { ...unsure('total'), context: { qr: other } })).toEqual(['warn']);
    // A second print counts with the sums only if it did not replace the first one.
    const copies = { ...unsure('number').origins, [rightSidePaths.number]: origin('99999951') };
    expect(levels('low-confidence', {}, { origins: copies })).toEqual(['warn']);
  });
});
