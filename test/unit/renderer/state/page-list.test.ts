import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterRemoval, emptyList, withoutPages, withPages } from '../../../../renderer/state/page-list.ts';
import { summary } from '../page-summaries.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }));

describe('the rows of the list', () => {
  test('include every page once, oldest first, for any order of updates', () => {
    fc.assert(
      fc.property(fc.array(ids), (batches) => {
        const list = batches.reduce(
          (now, batch) =>
            withPages(
              now,
              batch.map((id) => summary({ id })),
            ),
          emptyList,
        );
        const expected = [...new Set(batches.flat())].sort((one, other) => one - other);
        expect(list.order).toEqual(expected);
        expect([...list.byId.keys()].sort((one, other) => one - other)).toEqual(expected);
      }),
    );
  });

  test('change without moving', () => {
    const before = withPages(emptyList, [summary({ id: 1 }), summary({ id: 2 })]);
    const after = withPages(before, [summary({ id: 1, state: 'failed' })]);
    expect(after.order).toBe(before.order);
    expect(after.byId.get(1)?.state).toBe('failed');
    expect(before.byId.get(1)?.state).toBe('recognized');
  });

  test('disappear only if they were removed', () => {
    fc.assert(
      fc.property(ids, ids, (there, gone) => {
        const list = withoutPages(
          withPages(
            emptyList,
            there.map((id) => summary({ id })),
          ),
          gone,
        );
        const left = there.filter((id) => !gone.includes(id)).sort((one, other) => one - other);
        expect(list.order).toEqual(left);
        expect(list.byId.size).toBe(left.length);
      }),
    );
  });
});

describe('the row shown after a removal', () => {
  test.each([
    ['the next row', [1, 2, 3], 2, [2], 3],
    ['the next remaining row', [1, 2, 3, 4], 2, [2, 3], 4],
    ['the previous row after the last one', [1, 2, 3], 3, [3], 2],
    ['null after all are removed', [1, 2], 1, [1, 2], null],
    ['the shown row if it remains', [1, 2], 1, [2], 1],
    ['null if no row was shown', [1, 2], null, [1], null],
  ])('%s', (_, order, current, removed, expected) => {
    expect(afterRemoval(order, current, new Set(removed))).toBe(expected);
  });
});
