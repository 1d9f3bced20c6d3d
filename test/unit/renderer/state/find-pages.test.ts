import { afterEach, expect, test, vi } from 'vitest';
import type { HostConnection } from '../../../../renderer/state/host.ts';
import { followFinds } from '../../../../renderer/state/find-pages.ts';
import { changeListView, useListView, wholeList } from '../../../../renderer/state/list-view.ts';
import { emptyList, withPages } from '../../../../renderer/state/page-list.ts';
import { writeApp } from '../../../../renderer/state/store.ts';
import { summary } from '../page-summaries.ts';

type Asked = { readonly input: unknown; readonly answer: (ids: readonly number[]) => void };

const asked: Asked[] = [];
const invoke = ((_name: string, input: unknown) =>
  new Promise((resolve) => {
    asked.push({ input, answer: (ids) => resolve({ ok: true, value: { ids } }) });
  })) as unknown as HostConnection['invoke'];

const found = () => useListView.getState()['vat-invoice'].found;
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

afterEach(() => {
  asked.length = 0;
  changeListView('vat-invoice', wholeList);
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
