import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const ofTab = new Map<string, string>();
const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});
const stub = () => {
  vi.stubGlobal('localStorage', storageOf(stored));
  vi.stubGlobal('sessionStorage', storageOf(ofTab));
};
/** The module as after a reload of the window. */
const reloaded = async () => {
  vi.resetModules();
  return import('../../../../renderer/state/batch-view.ts');
};

/** The same for a user whose tab it is. */
const reloadedBy = async (user: string) => {
  const view = await reloaded();
  const list = await import('../../../../renderer/state/list-view.ts');
  (await import('../../../../renderer/state/local-storage.ts')).openTab(user);
  return { ...view, ...list };
};

beforeEach(() => {
  stored.clear();
  ofTab.clear();
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
  const list = await import('../../../../renderer/state/list-view.ts');
  list.changeListView('vat-invoice', { filter: 'clean', find: '7月' });
  before.saveView('月末');
  const { columns, sort, filters } = before.useBatchView.getState();
  before.resetColumns();
  before.showAllRows();

  const after = await reloaded();
  const [view] = after.useBatchView.getState().named;
  expect(view?.name).toBe('月末');
  expect(after.useBatchView.getState().filters).toEqual({});
  if (view) after.showView(view);
  const listAfter = await import('../../../../renderer/state/list-view.ts');
  expect(listAfter.useListView.getState()['vat-invoice']).toMatchObject({ filter: 'clean', find: '7月' });
  expect(after.useBatchView.getState()).toMatchObject({ columns, sort, filters });
  expect(after.shownOf(after.useBatchView.getState().columns)[0]).toMatchObject({ id: 'seller', width: 300 });
});

test('a view without filter and words of the list resets both', async () => {
  stored.set('batch-views', '[{"name": "旧", "columns": [], "sort": null, "filters": {}}]');
  const { showView, useBatchView } = await reloaded();
  const { changeListView, useListView } = await import('../../../../renderer/state/list-view.ts');
  changeListView('vat-invoice', { filter: 'clean', find: '7月' });
  for (const view of useBatchView.getState().named) showView(view);
  expect(useListView.getState()['vat-invoice']).toMatchObject({ filter: 'all', find: '' });
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

test('the tab keeps words, filters and sorting over a reload, for its user alone', async () => {
  const before = await reloadedBy('li');
  const filters = { seller: new Set(['甲公司', '']), grossTotal: { from: '100', to: null } };
  const sort = { by: 'grossTotal', isDescending: true } as const;
  before.showRows(filters);
  before.setBatchSort(sort);
  before.changeListView('vat-invoice', { find: '2024 甲', filter: 'findings' });
  before.changeListView('vat-invoice', { found: new Set([1]), findFails: false });
  before.changeListView('face-detect', { sort: 'faces' });

  const after = await reloadedBy('li');
  expect(after.useBatchView.getState()).toMatchObject({ filters, sort });
  expect(after.useListView.getState()).toEqual({
    'vat-invoice': { ...after.wholeList, find: '2024 甲', filter: 'findings' },
    'face-detect': { ...after.wholeList, sort: 'faces' },
  });

  const ofAnother = await reloadedBy('wang');
  expect(ofAnother.useBatchView.getState()).toMatchObject({ filters: {}, sort: null });
  expect(ofAnother.useListView.getState()['vat-invoice']).toEqual(ofAnother.wholeList);
  expect((await reloadedBy('li')).useBatchView.getState().filters).toEqual({});
});

test.each(['', '[]', '{"owner": "", "kept": {"list": "{", "batch-view": "{\\"filters\\": 1}"}}'])(
  'a tab begins empty where nothing fits: %s',
  async (text) => {
    ofTab.set('vouch-tab', text);
    const { useBatchView, useListView, wholeList } = await reloadedBy('');
    expect(useBatchView.getState()).toMatchObject({ filters: {}, sort: null });
    expect(useListView.getState()['vat-invoice']).toEqual(wholeList);
  },
);
