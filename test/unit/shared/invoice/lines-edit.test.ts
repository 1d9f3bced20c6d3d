import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctedPaths, correctInvoice, readUnder } from '../../../../shared/invoice/correct-invoice.ts';
import { correctOrigins, openReaderFindings } from '../../../../shared/invoice/correct-origins.ts';
import { latestCorrections } from '../../../../shared/invoice/field-corrections.ts';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { lineKeys, maxLines } from '../../../../shared/invoice/fields.ts';
import {
  editLines,
  isPossible,
  linesEditSchema,
  pathAfter,
  type LinesEdit,
} from '../../../../shared/invoice/lines-edit.ts';
import type { Invoice, InvoiceLine } from '../../../../shared/invoice/model.ts';
import { boxQuad } from '../../renderer/features/invoice/quads.ts';

const line = (name: string, amount: string | null = null): InvoiceLine => ({ ...emptyLine, name, amount });
const [a, b, c] = [line('甲', '1.00'), line('乙', '2.00'), line('丙')];
const asTyped = (_: string, value: string) => value;
const edited = (edit: LinesEdit, lines: readonly InvoiceLine[] = [a, b, c]) =>
  editLines(lines, edit, asTyped);

const indices = fc.nat(4);
const paths = fc.tuple(indices, fc.constantFrom(...lineKeys)).map(([index, key]) => `lines.${index}.${key}`);
const linesEdits: fc.Arbitrary<LinesEdit> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: indices }),
  fc.record({ kind: fc.constant('delete' as const), at: indices }),
  fc.record({ kind: fc.constant('merge' as const), at: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('move' as const), from: paths, to: paths }),
);

describe('an edit of the lines', () => {
  test('adds, deletes and joins lines', () => {
    expect(edited({ kind: 'add', at: 1 })).toEqual([a, emptyLine, b, c]);
    expect(edited({ kind: 'add', at: 3 })).toEqual([a, b, c, emptyLine]);
    expect(edited({ kind: 'delete', at: 0 })).toEqual([b, c]);
    expect(edited({ kind: 'merge', at: 1 })).toEqual([line('甲乙', '1.00'), c]);
    expect(edited({ kind: 'merge', at: 1 }, [c, b])).toEqual([line('丙乙', '2.00')]);
  });

  test('swaps two values', () => {
    const moved = edited({ kind: 'move', from: 'lines.0.amount', to: 'lines.1.amount' });
    expect(moved.map(({ amount }) => amount)).toEqual(['2.00', '1.00', null]);
    expect(edited({ kind: 'move', from: 'lines.0.amount', to: 'lines.3.tax' })).toHaveLength(4);
  });

  test('pastes a block, and adds the required lines', () => {
    const cells = [
      { field: 'lines.2.amount', value: '7' },
      { field: 'lines.3.name', value: '丁' },
      { field: 'lines.0.amount', value: null },
    ];
    expect(edited({ kind: 'paste', cells })).toEqual([line('甲'), b, line('丙', '7'), line('丁')]);
  });

  test('changes nothing if it does not match the lines', () => {
    expect(edited({ kind: 'delete', at: 3 })).toEqual([a, b, c]);
    expect(edited({ kind: 'merge', at: 3 })).toEqual([a, b, c]);
    expect(edited({ kind: 'add', at: 4 })).toEqual([a, b, c]);
    expect(isPossible({ kind: 'move', from: 'lines.0.name', to: 'lines.4.name' }, 3)).toBe(false);
  });

  test('rejects hostile input', () => {
    for (const edit of [
      { kind: 'add', at: -1 },
      { kind: 'add', at: maxLines },
      { kind: 'merge', at: 0 },
      { kind: 'move', from: 'total', to: 'lines.0.name' },
      { kind: 'move', from: 'lines.0.__proto__', to: 'lines.0.name' },
      { kind: 'paste', cells: [] },
      { kind: 'paste', cells: [{ field: 'seller.name', value: 'x' }] },
      { kind: 'drop' },
    ])
      expect(linesEditSchema.safeParse(edit).success, JSON.stringify(edit)).toBe(false);
  });

  test('keeps every value that it does not delete, at the path from pathAfter', () => {
    const lines = [0, 1, 2].map((at) => ({
      name: `n${at}`,
      specification: `s${at}`,
      unit: `m${at}`,
      quantity: `q${at}`,
      unitPrice: `u${at}`,
      amount: `a${at}`,
      taxRate: `r${at}`,
      tax: `t${at}`,
    }));
    fc.assert(
      fc.property(linesEdits, (edit) => {
        fc.pre(isPossible(edit, lines.length) && edit.kind !== 'merge');
        const after = editLines(lines, edit, asTyped);
        for (const [at, one] of lines.entries())
          for (const key of lineKeys) {
            const path = pathAfter(edit, `lines.${at}.${key}`);
            if (path === null) continue;
            const [, index, column] = path.split('.');
            const cell = lineKeys.find((candidate) => candidate === column);
            expect(cell && after[Number(index)]?.[cell]).toBe(one[key]);
          }
      }),
    );
  });
});

const invoice: Invoice = {
  ...emptyInvoice,
  kind: '01',
  lines: [a, b, c],
};
const origin = (raw: string) => ({ raw, score: 0.5, quad: null, steps: [] });
const asEvent = (edit: LinesEdit) => ({ kind: 'edit-lines' as const, edit });

describe('line edits among corrections', () => {
  const corrections = [
    { kind: 'correct' as const, field: 'lines.1.amount', value: '20' },
    asEvent({ kind: 'delete', at: 0 }),
    { kind: 'correct' as const, field: 'lines.0.tax', value: '3' },
  ];

  test('are applied in order', () => {
    expect(correctInvoice(invoice, corrections).lines).toEqual([{ ...b, amount: '20.00', tax: '3.00' }, c]);
    expect(
      correctInvoice(invoice, [{ kind: 'correct' as const, field: 'lines', value: 'nonsense' }]),
    ).toEqual(invoice);
  });

  test('move corrections, origins and findings with their lines', () => {
    expect([...correctedPaths(corrections)]).toEqual(['lines.0.amount', 'lines.0.tax']);
    const latest = latestCorrections(corrections.map((change) => ({ change })));
    expect([...latest].map(([path, { field, value, kind }]) => [path, { field, value, kind }])).toEqual([
      ['lines.0.amount', { field: 'lines.0.amount', value: '20', kind: 'typed' }],
      ['lines.0.tax', { field: 'lines.0.tax', value: '3', kind: 'typed' }],
    ]);
    const origins = correctOrigins(
      { 'lines.0.name': origin('甲'), 'lines.1.name': origin('乙'), 'lines.1.amount': origin('2.00') },
      corrections,
    );
    expect(origins['lines.0.name']).toEqual(origin('乙'));
    expect(origins['lines.0.amount']).toMatchObject({
      raw: '2.00',
      score: null,
      steps: [{ id: 'corrected' }],
    });
    expect(origins['lines.1.name']).toBeUndefined();
    const message = { zh: '', en: '' };
    const finding = (...fields: string[]) => ({ id: fields.join(' '), fields, message });
    const findings = [
      finding('lines.0.name'),
      finding('lines.1.name', 'lines.1.amount'),
      finding('lines.2.name'),
      finding(),
    ];
    expect(openReaderFindings(findings, corrections).map(({ fields }) => fields)).toEqual([
      ['lines.0.name', 'lines.0.amount'],
      ['lines.1.name'],
      [],
    ]);
  });

  test('keep both extracted texts and their positions for joined lines', () => {
    // The lower line's origin comes first: the order of origins must not matter.
    const read = {
      'lines.1.name': { ...origin('乙'), score: 0.3, quad: boxQuad(10, 30, 40, 12) },
      'lines.0.name': { ...origin('甲'), quad: boxQuad(10, 10, 40, 12) },
      'lines.1.amount': origin('2.00'),
    };
    const merge = asEvent({ kind: 'merge', at: 1 });
    const joined = correctOrigins(read, [merge]);
    expect(joined['lines.0.name']).toEqual({
      raw: '甲\n乙',
      score: null,
      quad: boxQuad(10, 10, 40, 32),
      steps: [{ id: 'lines-joined' }, { id: 'corrected' }],
    });
    expect(joined['lines.0.amount']?.raw).toBe('2.00');
    // Reverting the typed value gives the two extracted texts.
    const typed = [
      merge,
      { kind: 'correct' as const, field: 'lines.0.name', value: '丁' },
      { kind: 'revert' as const, field: 'lines.0.name' },
    ];
    expect(correctInvoice(invoice, typed).lines[0]?.name).toBe('甲乙');
    expect(correctOrigins(read, typed)['lines.0.name']).toMatchObject({ raw: '甲\n乙', score: 0.3 });
  });

  test('revert a cell to its extracted value after its line has moved', () => {
    const events = [
      { kind: 'correct' as const, field: 'lines.1.amount', value: '20' },
      asEvent({ kind: 'add', at: 0 }),
      asEvent({ kind: 'delete', at: 1 }),
      { kind: 'correct' as const, field: 'lines.0.name', value: '新' },
      { kind: 'revert' as const, field: 'lines.1.amount' },
    ];
    expect(correctInvoice(invoice, events).lines).toEqual([{ ...emptyLine, name: '新' }, b, c]);
    expect(readUnder(invoice, events).lines).toEqual([emptyLine, b, c]);
    expect([...correctedPaths(events)]).not.toContain('lines.1.amount');
    expect(latestCorrections(events.map((change) => ({ change }))).has('lines.1.amount')).toBe(false);
  });

  test('allow reverting the table and editing it again', () => {
    const events = [
      ...corrections,
      { kind: 'correct' as const, field: 'total', value: '9' },
      { kind: 'revert' as const, field: 'lines' },
    ];
    expect(correctInvoice(invoice, events)).toEqual({ ...invoice, total: '9.00' });
    expect([...correctedPaths(events)]).toEqual(['total']);
    expect([...latestCorrections(events.map((change) => ({ change }))).keys()]).toEqual(['total']);
    const again = [...events, { kind: 'correct' as const, field: 'lines.2.tax', value: '1' }];
    expect(correctInvoice(invoice, again).lines).toEqual([a, b, { ...c, tax: '1.00' }]);
    const origins = { 'lines.1.amount': origin('2.00'), total: origin('8') };
    expect(correctOrigins(origins, events)).toEqual({
      ...origins,
      total: { ...origin('8'), score: null, steps: [{ id: 'corrected' }] },
    });
    const finding = { id: 'x', fields: ['lines.0.name'], message: { zh: '', en: '' } };
    expect(openReaderFindings([finding], events)).toEqual([finding]);
  });

  test('give the extracted table after all edits are reverted', () => {
    const typedCells = fc.record({
      kind: fc.constant('correct' as const),
      field: paths,
      value: fc.option(fc.string({ maxLength: 4 })),
    });
    const events = fc.array(fc.oneof(linesEdits.map(asEvent), typedCells), { maxLength: 12 });
    fc.assert(
      fc.property(events, (edits) => {
        expect(correctInvoice(invoice, [...edits, { kind: 'revert' as const, field: 'lines' }])).toEqual(
          invoice,
        );
        // Every value keeps an extracted counterpart after any edit.
        expect(readUnder(invoice, edits).lines).toHaveLength(correctInvoice(invoice, edits).lines.length);
      }),
    );
  });
});
