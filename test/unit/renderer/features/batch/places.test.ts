import { expect, test } from 'vitest';
import { filling, markColumn, widened } from '../../../../../renderer/features/batch/places.ts';
import { labelPlace } from '../../../../../renderer/features/batch/sum-row.tsx';
import type { ColumnId } from '../../../../../renderer/state/batch-view.ts';

const column = (id: ColumnId, width: number, isFrozen = false) => ({ id, width, isShown: true, isFrozen });

test('a column is as wide as its sum needs, and other columns keep their width', () => {
  const shown = [column('seller', 200), column('total', 48), column('grossTotal', 124)];
  expect(widened(shown, { total: 131, grossTotal: 90 })).toEqual([
    column('seller', 200),
    column('total', 131),
    column('grossTotal', 124),
  ]);
});

test('the label of the sums stands where no sum is', () => {
  const places = [
    {
      shown: [column('seller', 300), column('total', 100), column('state', 500)],
      at: { first: 1, count: 2, isFrozen: false },
    },
    {
      shown: [column('total', 100), column('seller', 200), column('note', 60)],
      at: { first: 3, count: 3, isFrozen: false },
    },
    {
      shown: [column('kind', 100), column('total', 100), column('seller', 150)],
      at: { first: 4, count: 2, isFrozen: false },
    },
    {
      shown: [column('seller', 200, true), column('kind', 100), column('number', 188), column('total', 100)],
      at: { first: 3, count: 2, isFrozen: false },
    },
    {
      shown: [column('total', 100, true), column('seller', 90)],
      at: { first: 3, count: 2, isFrozen: false },
    },
  ];
  for (const { shown, at } of places) expect(labelPlace(shown, 32, { from: 0, width: 640 })).toEqual(at);
  const sums = [column('total', 100), column('grossTotal', 100)];
  expect(labelPlace(sums, 32, { from: 0, width: 232 })).toEqual({ first: 1, count: 1, isFrozen: false });
});

test('the label of the sums stands in sight, wherever the table has been scrolled to', () => {
  const columns = [column('number', 300), column('total', 120), column('state', 400)];
  const firstAt = (from: number, isFrozen = false) =>
    labelPlace([column('seller', 180, isFrozen), ...columns], 32, { from, width: 600 }).first;
  expect([0, 250, 300, 448].map((from) => firstAt(from))).toEqual([1, 1, 5, 5]);
  expect([0, 50, 100, 300, 448].map((from) => firstAt(from, true))).toEqual([3, 3, 1, 5, 5]);
});

test('columns of texts share the room of a wide window, up to a limit, and others keep their width', () => {
  const shown = [column('kind', 156), column('number', 188), column('seller', 200), column('total', 120)];
  const widths = (room: number) => filling(shown, room).map(({ width }) => width);
  expect(widths(600)).toEqual([156, 188, 200, 120]);
  expect(widths(705)).toEqual([176, 188, 220, 120]);
  expect(widths(5000)).toEqual([276, 188, 320, 120]);
  const amounts = [column('total', 120)];
  expect(filling(amounts, 900)).toBe(amounts);
});

test('marks demo data where words can be cut, never days or amounts', () => {
  expect(markColumn(['kind', 'number', 'seller'])).toBe(0);
  expect(markColumn(['issueDate', 'number', 'grossTotal', 'seller', 'buyer'])).toBe(3);
  expect(markColumn(['issueDate', 'grossTotal'])).toBe(0);
});
