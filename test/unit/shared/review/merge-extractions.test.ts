import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { lineKeys } from '../../../../shared/invoice/fields.ts';
import { correctInvoice } from '../../../../shared/invoice/correct-invoice.ts';
import type { LinesEdit } from '../../../../shared/invoice/lines-edit.ts';
import type { Invoice, InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../../../shared/invoice/read-invoice.ts';
import { mergeExtractions } from '../../../../shared/review/merge-extractions.ts';
import { actOf, invoiceEventOf } from '../../../helpers/review-events.ts';

const invoiceOf = (changes: Partial<Invoice>): Invoice => ({
  ...emptyInvoice,
  kind: '01',
  number: '1',
  ...changes,
});
const line = (name: string, amount: string | null = null): InvoiceLine => ({ ...emptyLine, name, amount });
const readOf = (changes: Partial<Invoice>): InvoiceRead => {
  const invoice = invoiceOf(changes);
  const origins = invoice.lines.map(
    ({ name }, at) => [`lines.${at}.name`, { raw: name ?? '', score: 1, quad: null, steps: [] }] as const,
  );
  return { invoice, origins: Object.fromEntries(origins), findings: [] };
};

type CorrectionKind = readonly [field: string, value: string | null, extractionId: number | null];
const edit = (made: LinesEdit, extractionId: number): CorrectionKind => [
  'lines',
  JSON.stringify(made),
  extractionId,
];

/** Extractions in order, the last of which is displayed, and the user's edits between them. */
const merge = (extractions: readonly Partial<Invoice>[], ...kind: readonly CorrectionKind[]) => {
  const edits = kind.map(([what, value, extractionId], id) =>
    invoiceEventOf(actOf(what, value), id, extractionId),
  );
  const reads = extractions.map(readOf);
  const now = { extractionId: reads.length, read: readOf(extractions.at(-1) ?? {}) };
  const merged = mergeExtractions(edits, now, (extractionId) => reads[extractionId - 1] ?? null);
  return {
    ...merged,
    value: correctInvoice(
      merged.read.invoice,
      edits.map(({ change }) => change),
    ),
  };
};

describe('a field that is extracted again', () => {
  test("is in conflict if the new extraction equals neither the earlier one nor the user's value", () => {
    const { conflicts, value } = merge([{ number: '1' }, { number: '3' }], ['number', '2', 1]);
    expect(conflicts).toEqual([{ field: 'number', before: '1', mine: '2', now: '3' }]);
    expect(value.number).toBe('2');
  });

  test.each([
    ['the extraction is unchanged', ['1', '1']],
    ['the extraction equals the user’s value', ['1', '2']],
  ])('is not in conflict if %s', (_, numbers) => {
    expect(
      merge(
        numbers.map((number) => ({ number })),
        ['number', '2', 1],
      ).conflicts,
    ).toEqual([]);
  });

  test('is not in conflict if the user has already decided: kept, typed or reverted', () => {
    const extractions = [{ number: '1' }, { number: '3' }];
    const typed: CorrectionKind = ['number', '2', 1];
    for (const word of [
      ['keep', 'number', 2],
      ['number', '2', 2],
    ] as const) {
      const kept = merge(extractions, typed, word);
      expect(kept.conflicts).toEqual([]);
      expect(kept.value.number).toBe('2');
    }
    const taken = merge(extractions, typed, ['revert', 'number', 2]);
    expect(taken.conflicts).toEqual([]);
    expect(taken.value.number).toBe('3');
  });

  test('is in conflict again if a third extraction differs from the one the user rejected', () => {
    const typed: CorrectionKind = ['number', '2', 1];
    const kept: CorrectionKind = ['keep', 'number', 2];
    expect(merge([{ number: '1' }, { number: '3' }, { number: '4' }], typed, kept).conflicts).toEqual([
      { field: 'number', before: '3', mine: '2', now: '4' },
    ]);
    expect(merge([{ number: '1' }, { number: '3' }, { number: '3' }], typed, kept).conflicts).toEqual([]);
  });

  test('is not in conflict if the time of the correction is unknown or the response is lost', () => {
    expect(merge([{ number: '1' }, { number: '3' }], ['number', '2', null]).conflicts).toEqual([]);
    expect(merge([{ number: '1' }, { number: '3' }], ['number', '2', 9]).conflicts).toEqual([]);
  });
});

describe('line items that are extracted again', () => {
  const [a, b, c] = [line('甲', '1.00'), line('乙', '2.00'), line('丙', '3.00')];

  test('are compared cell by cell if the number of lines is the same', () => {
    const other = [a, { ...b, amount: '2.50' }, { ...c, name: '丁' }];
    const { conflicts, linesConflict, value } = merge(
      [{ lines: [a, b, c] }, { lines: other }],
      edit({ kind: 'delete', at: 0 }, 1),
      ['lines.0.amount', '9', 1],
    );
    // Under the cell's current name: the second line was the third before.
    expect(conflicts).toEqual([{ field: 'lines.0.amount', before: '2.00', mine: '9.00', now: '2.50' }]);
    expect(linesConflict).toBeNull();
    expect(value.lines).toEqual([
      { ...b, amount: '9.00' },
      { ...c, name: '丁' },
    ]);
  });

  test("keep the user's edits if the number of lines has changed", () => {
    const kind: CorrectionKind[] = [edit({ kind: 'delete', at: 2 }, 1), ['lines.0.name', '新', 1]];
    const extractions = [{ lines: [a, b, c] }, { number: '7', lines: [b, c] }];
    const { conflicts, linesConflict, linesFrom, value, read } = merge(extractions, ...kind);
    expect(value).toMatchObject({ number: '7', lines: [{ ...a, name: '新' }, b] });
    expect(conflicts).toEqual([]);
    expect(linesConflict).toEqual({ before: [a, b, c], now: [b, c] });
    expect(linesFrom).toBe(1);
    expect(read.origins['lines.2.name']?.raw).toBe('丙');

    const kept = merge(extractions, ...kind, ['keep', 'lines', 2]);
    expect(kept.linesConflict).toBeNull();
    expect(kept.value).toEqual(value);
    const taken = merge(extractions, ...kind, ['revert', 'lines', 2]);
    expect(taken.linesConflict).toBeNull();
    expect(taken.linesFrom).toBeNull();
    expect(taken.value.lines).toEqual([b, c]);
    // A third extraction asks again; one equal to the first keeps the edits of the first.
    expect(
      merge([...extractions, { lines: [a] }], ...kind, ['keep', 'lines', 2]).linesConflict,
    ).not.toBeNull();
    const first = merge([...extractions, { lines: [a, b, c] }], ...kind, ['keep', 'lines', 2]);
    expect([first.linesConflict, first.linesFrom]).toEqual([null, null]);
    expect(first.value.lines).toEqual([{ ...a, name: '新' }, b]);
  });

  test.each([
    ['deleted', { kind: 'delete', at: 1 }],
    ['joined', { kind: 'merge', at: 1 }],
    ['moved', { kind: 'move', from: 'lines.1.name', to: 'lines.1.tax' }],
  ] as const)('are in conflict only if the line that was %s has changed', (_, made) => {
    const extractions = [{ lines: [a, b, c] }, { lines: [a, { ...b, name: '丁' }, c] }];
    expect(merge(extractions, edit(made, 1)).linesConflict).not.toBeNull();
    const elsewhere = [{ lines: [a, b, c] }, { lines: [a, b, { ...c, name: '丁' }] }];
    const { linesConflict, value } = merge(elsewhere, edit(made, 1));
    expect(linesConflict).toBeNull();
    expect(value.lines.at(-1)?.name).toBe('丁');
  });

  test("are not in conflict if the new extraction equals the user's lines", () => {
    const { linesConflict, value } = merge(
      [{ lines: [a, b, c] }, { lines: [a, b] }],
      edit({ kind: 'delete', at: 2 }, 1),
    );
    expect(linesConflict).toBeNull();
    expect(value.lines).toEqual([a, b]);
  });

  test('are the new ones if the user did not edit them', () => {
    const { linesFrom, value } = merge([{ lines: [a] }, { lines: [b, c] }], ['number', '5', 1]);
    expect(linesFrom).toBeNull();
    expect(value.lines).toEqual([b, c]);
  });

  test('keep typed values if lines with the same amount have swapped places', () => {
    const [one, other] = [line('甲', '1.00'), line('乙', '1.00')];
    const extractions = [{ lines: [one, other] }, { lines: [other, one] }];
    const { linesConflict, linesFrom, value } = merge(extractions, ['lines.0.amount', '1.50', 1]);
    expect(value.lines).toEqual([{ ...one, amount: '1.50' }, other]);
    expect(linesFrom).toBe(1);
    expect(linesConflict).toEqual({ before: [one, other], now: [other, one] });
    const moved = merge(extractions, edit({ kind: 'move', from: 'lines.0.amount', to: 'lines.0.tax' }, 1));
    expect(moved.linesConflict).not.toBeNull();
    expect(moved.value.lines[0]).toMatchObject({ name: '甲', amount: null, tax: '1.00' });
  });

  test('are identified by a unique name or amount if other cells differ', () => {
    const [one, other] = [line('甲', '1.00'), line('乙', '2.00')];
    const extractions = [{ lines: [one, other] }, { lines: [{ ...one, tax: '0.13' }, other] }];
    for (const field of ['lines.0.amount', 'lines.0.name']) {
      const { linesConflict, conflicts, value } = merge(extractions, [field, '9', 1]);
      expect([linesConflict, conflicts]).toEqual([null, []]);
      expect(value.lines[0]?.tax).toBe('0.13');
    }
    // Here neither the name nor the amount is unique.
    const twins = [{ lines: [one, one] }, { lines: [{ ...one, tax: '0.13' }, one] }];
    expect(merge(twins, ['lines.0.amount', '9', 1]).linesConflict).not.toBeNull();
  });

  const few = fc.record({
    specification: fc.constant(null),
    unit: fc.constant(null),
    quantity: fc.constantFrom('1', null),
    name: fc.constantFrom('甲', '乙', null),
    unitPrice: fc.constantFrom('1.00', null),
    amount: fc.constantFrom('1.00', '2.00'),
    taxRate: fc.constantFrom('13%', null),
    tax: fc.constantFrom('0.13', '0.26'),
  });
  const readTwice = fc.array(few, { minLength: 1, maxLength: 4 }).chain((before) =>
    fc.record({
      before: fc.constant(before),
      now: fc.shuffledSubarray(before, { minLength: before.length }),
      at: fc.nat(before.length - 1),
      key: fc.constantFrom(...lineKeys),
    }),
  );
  test('in another order never move a correction to another line silently', () => {
    fc.assert(
      fc.property(readTwice, ({ before, now, at, key }) => {
        const typed = key === 'name' ? '丙' : key === 'taxRate' ? '9%' : '7.00';
        const { value, conflicts, linesConflict } = merge(
          [{ lines: before }, { lines: now }],
          [`lines.${at}.${key}`, typed, 1],
        );
        expect(value.lines[at]?.[key]).toBe(typed);
        if (linesConflict === null && conflicts.length === 0)
          expect(value.lines[at]).toEqual({ ...before[at], [key]: typed });
      }),
    );
  });
});
