import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctInvoice } from '../../../../shared/invoice/correct-invoice.ts';
import { isCorrectable } from '../../../../shared/invoice/invoice-changes.ts';
import { correctOrigins, openReaderFindings } from '../../../../shared/invoice/correct-origins.ts';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { fieldPathsOf, maxLines, valueAt } from '../../../../shared/invoice/fields.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';

const party = { name: null, taxId: null, addressPhone: null, bankAccount: null };
const invoice: Invoice = {
  ...emptyInvoice,
  kind: '01',
  code: '1100094140',
  number: '87654321',
  issueDate: null,
  checkCode: null,
  cipherArea: null,
  buyer: party,
  seller: party,
  lines: [{ ...emptyLine, name: '计算机', amount: '5999.00', taxRate: '17%', tax: '1019.83' }],
  total: '5999.00',
  taxTotal: null,
  grossTotal: null,
  grossTotalWords: null,
};
const correct = (field: string, value: string | null) =>
  correctInvoice(invoice, [{ kind: 'correct', field, value }]);

describe('correctInvoice', () => {
  it.each([
    ['total', '￥6,000', '6000.00'],
    ['issueDate', '2024年5月8日', '2024-05-08'],
    ['number', 'No 1234 5678', '12345678'],
    ['buyer.taxId', '91350100m000100y43', '91350100M000100Y43'],
    ['seller.name', ' 远山公司 ', '远山公司'],
    ['lines.0.amount', '１２．５０', '12.50'],
    ['lines.0.unitPrice', '3.14159', '3.14159'],
    ['lines.0.taxRate', '13％', '13%'],
    ['lines.0.name', '笔记本', '笔记本'],
    ['kind', '04', '04'],
  ])('parses a typed %s in %s by the same rules as a printed one', (field, typed, value) => {
    expect(valueAt(correct(field, typed), field)).toBe(value);
  });

  it('keeps an invalid value as typed, so that a check reports it', () => {
    expect(correct('total', 'about 6000').total).toBe('about 6000');
    expect(correct('issueDate', '2024年2月30日').issueDate).toBe('2024年2月30日');
  });

  it('empties a field', () => {
    expect(correct('total', null).total).toBeNull();
    expect(correct('total', '  ').total).toBeNull();
    expect(correct('kind', null).kind).toBe('99');
  });

  it('applies corrections in order without changing the extraction', () => {
    const before = structuredClone(invoice);
    const corrected = correctInvoice(invoice, [
      { kind: 'correct' as const, field: 'total', value: '1' },
      { kind: 'correct' as const, field: 'total', value: '2' },
      { kind: 'correct' as const, field: 'lines.0.tax', value: null },
    ]);
    expect(corrected.total).toBe('2.00');
    expect(corrected.lines[0]).toMatchObject({ tax: null, amount: '5999.00' });
    expect(invoice).toEqual(before);
  });

  it('adds lines beyond the last one, with empty lines between', () => {
    const { lines } = correct('lines.2.amount', '5');
    expect(lines.map(({ amount }) => amount)).toEqual(['5999.00', null, '5.00']);
  });

  it('derives the kind from a corrected code, unless the user set it', () => {
    expect(correct('code', '4200161350').kind).toBe('04');
    expect(correct('code', '1').kind).toBe('01');
    expect(
      correctInvoice(invoice, [
        { kind: 'correct' as const, field: 'kind', value: '10' },
        { kind: 'correct' as const, field: 'code', value: '4200161350' },
      ]).kind,
    ).toBe('10');
  });

  it('restores a reverted field and the kind that its code implies', () => {
    const typed = [
      { kind: 'correct' as const, field: 'total', value: '1' },
      { kind: 'correct' as const, field: 'code', value: '4200161350' },
    ];
    expect(correctInvoice(invoice, [...typed, { kind: 'revert' as const, field: 'total' }])).toMatchObject({
      total: '5999.00',
      kind: '04',
    });
    expect(correctInvoice(invoice, [...typed, { kind: 'revert' as const, field: 'code' }])).toMatchObject({
      code: '1100094140',
      kind: '01',
    });
    expect(
      correctInvoice(invoice, [
        { kind: 'correct' as const, field: 'kind', value: '10' },
        { kind: 'revert' as const, field: 'kind' },
      ]),
    ).toEqual(invoice);
  });

  it('restores the extraction after every correction is reverted', () => {
    const paths = fc.constantFrom(...fieldPathsOf(invoice));
    const typed = fc.array(
      fc.record({ kind: fc.constant('correct' as const), field: paths, value: fc.option(fc.string()) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(typed, (corrections) => {
        const back = corrections.map(({ field }) => ({ kind: 'revert' as const, field: field }));
        expect(correctInvoice(invoice, [...corrections, ...back])).toEqual(invoice);
      }),
    );
  });

  it.each([
    '',
    'totals',
    'buyer',
    'buyer.',
    'buyer.age',
    'buyer.name.x',
    'lines',
    'lines.0',
    'lines.-1.name',
    'lines.01.name',
    'lines.1e3.name',
    'lines.0.constructor',
    'lines.99999999.name',
    `lines.${maxLines}.name`,
    'constructor',
    '__proto__',
    'toString',
    'buyer.__proto__',
    'rightSide.code',
    'revert',
    'keep',
  ])('ignores %j, which is not a field', (field) => {
    expect(isCorrectable(field)).toBe(false);
    expect(correct(field, 'x')).toEqual(invoice);
  });

  it('accepts any text in any field', () => {
    const paths = fc.constantFrom(...fieldPathsOf(invoice));
    fc.assert(
      fc.property(paths, fc.string({ unit: 'grapheme' }), (field, value) => {
        const corrected = valueAt(correct(field, value), field);
        if (field !== 'kind') expect(corrected === null).toBe(value.trim() === '');
      }),
    );
  });
});

describe('correctOrigins', () => {
  const origins = {
    total: { raw: '¥5999.00', score: 0.4, quad: null, steps: [{ id: 'currency-sign-removed' }] },
  };
  it('keeps the extracted text and drops its confidence', () => {
    const corrected = correctOrigins(origins, [
      { kind: 'correct' as const, field: 'total', value: '1' },
      { kind: 'correct' as const, field: 'total', value: '2' },
      { kind: 'correct' as const, field: 'number', value: '3' },
      { kind: 'correct' as const, field: '__proto__', value: '4' },
    ]);
    expect(corrected).toEqual({
      total: { ...origins.total, score: null, steps: [{ id: 'currency-sign-removed' }, { id: 'corrected' }] },
      number: { raw: '', score: null, quad: null, steps: [{ id: 'corrected' }] },
    });
    expect(origins.total.score).toBe(0.4);
  });
});

describe('openReaderFindings', () => {
  const message = { zh: '', en: '' };
  const findings = [
    { id: 'value-unreadable', fields: ['total'], message },
    { id: 'rows-settled', fields: ['lines.0.name', 'lines.0.tax'], message },
    { id: 'rows-settled', fields: [], message },
  ];
  it('settles a finding once all of its fields are corrected', () => {
    const total = { kind: 'correct' as const, field: 'total', value: 'x' };
    const name = { kind: 'correct' as const, field: 'lines.0.name', value: 'x' };
    const tax = { kind: 'correct' as const, field: 'lines.0.tax', value: 'x' };
    expect(openReaderFindings(findings, [])).toEqual(findings);
    expect(openReaderFindings(findings, [total, name])).toEqual(findings.slice(1));
    expect(openReaderFindings(findings, [tax, name])).toEqual([findings[0], findings[2]]);
  });
});
