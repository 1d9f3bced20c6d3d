import { beforeEach, expect, test } from 'vitest';
import { clearSelection, selectAll, selectPage, useSelection } from '../../../../renderer/state/selection.ts';

const service = 'vat-invoice' as const;
const order = [1, 2, 3, 4, 5];
const selected = () => [...useSelection.getState()[service].ids].sort((a, b) => a - b);

beforeEach(() => clearSelection(service));

test('selects nothing after a click, which starts a range that Shift extends in either direction', () => {
  selectPage(service, order, 3, 'alone');
  expect(selected()).toEqual([]);
  selectPage(service, order, 5, 'range');
  expect(selected()).toEqual([3, 4, 5]);
  selectPage(service, order, 1, 'range');
  expect(selected()).toEqual([1, 2, 3]);
});

test('adds a row to the shown one with Ctrl, and removes it again', () => {
  selectPage(service, order, 4, 'toggle', 2);
  expect(selected()).toEqual([2, 4]);
  selectPage(service, order, 4, 'toggle', 2);
  expect(selected()).toEqual([2]);
});

test('selects only visible rows with “select all”', () => {
  selectAll(service, [2, 4]);
  expect(selected()).toEqual([2, 4]);
});
