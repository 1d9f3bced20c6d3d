import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { HostConnection } from '../../../../renderer/state/host.ts';
import { followFinds } from '../../../../renderer/state/find-pages.ts';
import { changeListView, useListView, wholeList } from '../../../../renderer/state/list-view.ts';
import { failures } from '../../../../renderer/state/outcome.ts';
import { emptyList, withPages } from '../../../../renderer/state/page-list.ts';
import { useApp, writeApp } from '../../../../renderer/state/store.ts';
import { summary } from '../page-summaries.ts';

type Asked = {
  readonly input: unknown;
  readonly answer: (ids: readonly number[]) => void;
  readonly fail: () => void;
  readonly reject: () => void;
};

const asked: Asked[] = [];
const invoke = ((_name: string, input: unknown) =>
  new Promise((resolve, reject) => {
    asked.push({
      input,
      answer: (ids) => resolve({ ok: true, value: { ids } }),
      fail: () => resolve({ ok: false, failure: failures.badResponse }),
      reject: () => reject(new Error('no host')),
    });
  })) as unknown as HostConnection['invoke'];

const view = () => useListView.getState()['vat-invoice'];
const found = () => view().found;
const told = () => useApp.getState().notices.map(({ message }) => message);
const list = (ids: readonly number[]) =>
  writeApp(({ lists }) => ({
    lists: {
      ...lists,
      'vat-invoice': withPages(
        emptyList,
        ids.map((id) => summary({ id })),
      ),
    },
  }));
const find = (text: string) => changeListView('vat-invoice', { find: text });
const answer = (at: number, ids: readonly number[]) => asked[at]?.answer(ids);

// Specs share the window's state.
beforeEach(() => writeApp({ notices: [] }));
afterEach(() => {
  asked.length = 0;
  changeListView('vat-invoice', wholeList);
});

test('asks at once for words that a reload has left', async () => {
  find('小满');
  const stop = followFinds({ invoke });
  expect(asked.map(({ input }) => input)).toMatchObject([{ text: '小满', service: 'vat-invoice' }]);
  answer(0, [5]);
  await vi.waitFor(() => expect(found()).not.toBeNull());
  stop();
});

test('asks the index for what is typed, one question at a time', async () => {
  const stop = followFinds({ invoke });
  list([7, 5, 9]);
  find(' 小满 ');
  expect(asked.map(({ input }) => input)).toEqual([{ text: '小满', service: 'vat-invoice', from: 5 }]);
  find('小满 7月');
  find('小满 7月 >1000');
  expect(asked).toHaveLength(1);
  answer(0, [5, 7]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  // The first answer belongs to other words.
  expect(found()).toBeNull();
  expect(asked[1]?.input).toMatchObject({ text: '小满 7月 >1000' });
  answer(1, [7]);
  await vi.waitFor(() => expect(found()).toEqual(new Set([7])));
  stop();
});

test('keeps a row that an edit made unlike, until other words are typed', async () => {
  const stop = followFinds({ invoke });
  list([1, 2, 3]);
  find('顺丰');
  answer(0, [1, 2]);
  await vi.waitFor(() => expect(found()).toEqual(new Set([1, 2])));
  list([1, 2, 3, 4]);
  await vi.waitFor(() => expect(asked).toHaveLength(2), 5_000);
  answer(1, [1, 4]);
  await vi.waitFor(() => expect(found()).toEqual(new Set([1, 2, 4])));
  find('京东');
  answer(2, [3]);
  await vi.waitFor(() => expect(found()).toEqual(new Set([3])));
  find(' ');
  expect(found()).toBeNull();
  stop();
});

test('shows no rows of other words if a search fails, and repeats it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = followFinds({ invoke });
  onTestFinished(stop);
  list([1, 2, 3]);
  find('顺丰');
  answer(0, [1, 2]);
  await vi.advanceTimersByTimeAsync(0);
  find('京东');
  asked[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(view()).toMatchObject({ found: new Set(), findFails: true });
  expect(told()).toEqual([failures.badResponse.message]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  expect(asked[2]?.input).toMatchObject({ text: '京东' });
  asked[2]?.reject();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toHaveLength(1);
  answer(3, [3]);
  await vi.advanceTimersByTimeAsync(0);
  expect(view()).toMatchObject({ found: new Set([3]), findFails: false });
  // Rows of the same words stay.
  list([1, 2, 3, 4]);
  await vi.advanceTimersByTimeAsync(60_000);
  asked[4]?.reject();
  await vi.advanceTimersByTimeAsync(0);
  expect(view()).toMatchObject({ found: new Set([3]), findFails: true });
  find('');
  expect(view()).toMatchObject({ found: null, findFails: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(5);
});
