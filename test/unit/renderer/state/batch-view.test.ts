import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const stub = () =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
/** The module as after a reload of the window. */
const reloaded = async () => {
  vi.resetModules();
  return import('../../../../renderer/state/batch-view.ts');
};

beforeEach(() => {
  stored.clear();
  stub();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a named view brings columns, order, sorting and filters back after a reload', async () => {
  const before = await reloaded();
  before.showColumn('sellerTaxId', true);
  before.resizeColumn('seller', 300);
  before.freezeColumn('seller', true);
  before.setBatchSort({ by: 'grossTotal', isDescending: true });
  before.filterBatch('seller', new Set(['甲公司', '']));
  before.filterBatch('issueDate', { from: '2024-05-01', to: null });
  before.saveView('月末');
  const { columns, sort, filters } = before.useBatchView.getState();
  before.resetColumns();
  before.showAllRows();

  const after = await reloaded();
  const [view] = after.useBatchView.getState().named;
  expect(view?.name).toBe('月末');
  expect(after.useBatchView.getState().filters).toEqual({});
  if (view) after.showView(view);
  expect(after.useBatchView.getState()).toMatchObject({ columns, sort, filters });
  expect(after.shownOf(after.useBatchView.getState().columns)[0]).toMatchObject({ id: 'seller', width: 300 });
});

test('a view is replaced by one of the same name, and removed', async () => {
  const { saveView, removeView, sortBatch, useBatchView } = await reloaded();
  saveView('b');
  saveView('a');
  sortBatch('seller');
  saveView('b');
  expect(useBatchView.getState().named.map(({ name, sort }) => [name, sort?.by])).toEqual([
    ['a', undefined],
    ['b', 'seller'],
  ]);
  removeView('a');
  expect((await reloaded()).useBatchView.getState().named.map(({ name }) => name)).toEqual(['b']);
});

test.each([
  '',
  'null',
  '{"0": 1}',
  '[{"name": ""}]',
  '[{"name": "x", "columns": [], "sort": {"by": "__proto__", "isDescending": true}, "filters": {}}]',
  '[{"name": "x", "columns": [], "sort": null, "filters": {"constructor": ["1"]}}]',
])('stored views that are none are left out: %s', async (text) => {
  stored.set('batch-views', text);
  expect((await reloaded()).useBatchView.getState().named).toEqual([]);
});

test('a column moves among its own kind, and becomes frozen beside a frozen one', async () => {
  const { freezeColumn, moveColumn, shownOf, useBatchView } = await reloaded();
  const ids = () => shownOf(useBatchView.getState().columns).map(({ id }) => id);
  freezeColumn('grossTotal', true);
  expect(ids().slice(0, 3)).toEqual(['grossTotal', 'kind', 'number']);
  moveColumn('seller', 'grossTotal');
  expect(ids().slice(0, 3)).toEqual(['grossTotal', 'seller', 'kind']);
  moveColumn('seller', 'number');
  expect(ids().slice(0, 4)).toEqual(['grossTotal', 'kind', 'seller', 'number']);
  freezeColumn('grossTotal', false);
  expect(ids()[0]).toBe('kind');
});
