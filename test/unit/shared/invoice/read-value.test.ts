import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import { readValue } from '../../../../shared/invoice/read-value.ts';
import { stepIds } from '../../../../shared/texts/review.ts';
import { extractionWith } from '../../../helpers/made-extraction.ts';

const kinds: readonly ValueKind[] = [
  'code',
  'date',
  'taxId',
  'money',
  'unitPrice',
  'rate',
  'kind',
  'text',
  'words',
  'lines',
];

const stepsOf = (raw: string, kind: ValueKind) => readValue(raw, kind).steps.map(({ id }) => id);

describe('a value that differs from the extracted text', () => {
  it.each<[string, ValueKind, readonly string[]]>([
    ['00.50', 'money', ['leading-zeros-removed']],
    ['-0.00', 'money', ['minus-of-zero-removed']],
    [' 5.00', 'money', ['spaces-removed']],
    ['****', 'money', ['asterisks-made-three']],
    ['****', 'rate', ['asterisks-made-three']],
    ['13% ', 'rate', ['spaces-removed']],
    [' 1100094140', 'code', ['spaces-removed']],
    ['91310110666007217T ', 'taxId', ['spaces-removed']],
    [' 某某公司', 'text', ['spaces-removed']],
    ['Y300.00', 'money', ['character-read-as', 'currency-sign-removed']],
    ['(小写)318.00', 'money', ['label-removed']],
  ])('has a step that explains how %j was read as %s', (raw, kind, steps) => {
    expect(stepsOf(raw, kind)).toEqual(steps);
  });

  it('has such a step for a goods name', () => {
    const { invoice, origins } = readInvoice(
      extractionWith({ 'vat-invoice-goods-list': [[' 纸', 80, 200]] }),
      null,
    );
    expect(invoice.lines[0]?.name).toBe('纸');
    expect(origins['lines.0.name']?.steps).toEqual([{ id: 'spaces-removed' }]);
  });

  it('always has a step that gives the reason', () => {
    const pieces = fc.constantFrom(
      ...'0123456789.,-¥ＯOolISZB|() *%免税年月日/:元Y\u00a0\t－＊１'.split(''),
      '(小写)',
      '合计',
      '2024年5月28日',
      '13%',
      '.00',
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.array(pieces, { maxLength: 12 }), (kind, parts) => {
        const raw = parts.join('');
        const { value, steps } = readValue(raw, kind);
        if (value !== null && value !== raw) expect([raw, steps]).not.toEqual([raw, []]);
        for (const { id } of steps) expect(stepIds).toContain(id);
      }),
      { numRuns: 5_000 },
    );
  });
});
