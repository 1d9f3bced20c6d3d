import { afterEach, expect, test } from 'vitest';
import { changeListView, wholeList } from '../../../../renderer/state/list-view.ts';
import { emptyList, withPages } from '../../../../renderer/state/page-list.ts';
import { clearSelection, selectAll, selectHidden, selectPage } from '../../../../renderer/state/selection.ts';
import { meantNow, showTableRows, shownNow, tableField } from '../../../../renderer/state/shown-rows.ts';
import { writeApp } from '../../../../renderer/state/store.ts';
import { summary } from '../page-summaries.ts';

const service = 'vat-invoice';
const fill = () => {
  const pages = [1, 2, 3, 4].map((id) =>
    summary({ id, review: id === 4 ? ('confirmed' as const) : ('open' as const) }),
  );
  writeApp((state) => ({ lists: { ...state.lists, [service]: withPages(emptyList, pages) } }));
};

afterEach(() => {
  showTableRows(null);
  clearSelection(service);
  changeListView(service, wholeList);
  writeApp((state) => ({ lists: { ...state.lists, [service]: emptyList } }));
});

test('actions apply to the selected pages that are shown; to hidden ones only by choice', () => {
  fill();
  selectAll(service, [1, 2, 3, 4]);
  expect(meantNow(service)).toEqual({ ids: [1, 2, 3, 4], hidden: 0 });
  changeListView(service, { filter: 'open' });
  expect(meantNow(service)).toEqual({ ids: [1, 2, 3], hidden: 1 });
  selectHidden(service, true);
  expect(meantNow(service)).toEqual({ ids: [1, 2, 3, 4], hidden: 1 });
  // Another choice of rows ends the choice of hidden ones.
  selectPage(service, [1, 2, 3], 3, 'toggle');
  expect(meantNow(service)).toEqual({ ids: [1, 2], hidden: 1 });
});

test('in the table, its own filters and its order count', () => {
  fill();
  selectAll(service, [1, 2, 3]);
  showTableRows({ order: [3, 1], field: 'buyer.name', isInCells: true });
  expect(meantNow(service)).toEqual({ ids: [3, 1], hidden: 1 });
  expect(shownNow(service)).toEqual([3, 1]);
  expect(tableField()).toBe('buyer.name');
  // Nothing is not all.
  showTableRows({ order: [], field: null, isInCells: false });
  expect(shownNow(service)).toEqual([]);
  showTableRows(null);
  expect(shownNow(service)).toBeNull();
  expect(tableField()).toBeNull();
});

test('a removed page is neither shown nor hidden', () => {
  fill();
  selectAll(service, [1, 9]);
  expect(meantNow(service)).toEqual({ ids: [1], hidden: 0 });
});
