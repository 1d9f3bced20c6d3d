import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  columnsToAdd,
  layoutDraftOf,
  issueOf,
  layoutFrom,
  newLayoutDraft,
  withRows,
} from '../../../../../renderer/features/export/layout-draft.ts';
import { invoiceColumnIds, isLineColumn } from '../../../../../shared/contract/export/column-ids.ts';

const drafts = fc.record({
  name: fc.string({ minLength: 1, maxLength: 90 }).filter((name) => name.trim() !== ''),
  rows: fc.constant('line' as const),
  columns: fc
    .uniqueArray(fc.constantFrom(...invoiceColumnIds), { minLength: 1 })
    .chain((ids) =>
      fc.tuple(...ids.map((column) => fc.record({ column: fc.constant(column), header: fc.string() }))),
    ),
});

describe('a layout draft', () => {
  test('saves what it shows, and opens as it was saved', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const layout = layoutFrom(draft);
        expect(layout.columns.map(({ column }) => column)).toEqual(draft.columns.map(({ column }) => column));
        expect(layoutFrom(layoutDraftOf(layout))).toEqual(layout);
      }),
    );
  });

  test('offers no line columns if rows are invoices, and drops existing ones', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const other = withRows(draft, 'invoice');
        const ids = [...other.columns.map(({ column }) => column), ...columnsToAdd(other)];
        expect(ids.some(isLineColumn)).toBe(false);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test.each([
    [{ ...newLayoutDraft(), name: ' ' }, 'no-name'],
    [{ ...newLayoutDraft(), name: ' 报销 ' }, 'same-name'],
    [{ ...newLayoutDraft(), name: 'x', columns: [] }, 'no-columns'],
    [{ ...newLayoutDraft(), name: 'x' }, null],
  ])('%# names the reason that prevents saving', (draft, issue) => {
    expect(issueOf(draft, ['报销'])).toBe(issue);
  });
});
