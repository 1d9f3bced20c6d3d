import { beforeEach, expect, test } from 'vitest';
import type { HostConnection } from '../../../../renderer/state/host.ts';
import { createOlderActions, withOlderChanged } from '../../../../renderer/state/older-pages.ts';
import { emptyList, withPages } from '../../../../renderer/state/page-list.ts';
import { afterEvent, firstState, useApp, writeApp } from '../../../../renderer/state/store.ts';
import { isOpen, unlisted } from '../../../../renderer/state/list-view.ts';
import { success } from '../../../../shared/result.ts';
import { summary } from '../page-summaries.ts';

const service = 'vat-invoice' as const;
const listed = () => useApp.getState().lists[service];
const older = () => useApp.getState().older[service];
/** Number of unreviewed pages in the list and beyond it. */
const toReview = () => [...listed().byId.values()].filter(isOpen).length + unlisted(listed(), older());

/** A backend with this many unreviewed pages; the last thousand are in the list from the start. */
const started = (count: number) => {
  const open = new Set(Array.from({ length: count }, (_, at) => at + 1));
  const asked: number[] = [];
  const invoke = (_: string, input: { before: number | null; limit: number }) => {
    asked.push(input.limit);
    const before = input.before ?? count - 999;
    const found = [...open].filter((id) => id < before).slice(-input.limit || open.size);
    const first = found[0] ?? before;
    const left = [...open].filter((id) => id < first).length;
    return Promise.resolve(success({ pages: found.map((id) => summary({ id })), before: first, left }));
  };
  const actions = createOlderActions({ invoke } as unknown as HostConnection);
  const rows = [...open].slice(-1_000).map((id) => summary({ id }));
  writeApp({ lists: { ...firstState.lists, [service]: withPages(emptyList, rows) } });
  return { actions, open, asked };
};

test('drops a response for a list that was reloaded meanwhile', async () => {
  const { actions } = started(4_000);
  const late = actions.listOlder(service);
  // Lets the queued request start.
  await Promise.resolve();
  writeApp((state) => afterEvent(state, { type: 'data.replaced' }));
  expect(await late).toBe(false);
  expect(listed().order).toEqual([]);
  expect(older().before).toBeNull();
});

test('joins several counts into one request', async () => {
  const { actions, asked } = started(4_000);
  await Promise.all(Array.from({ length: 50 }, () => actions.countOlder(service)));
  expect(asked).toEqual([0]);
});

beforeEach(() => writeApp(firstState));

test('lists all of a batch of 1,500 in order', async () => {
  const { actions } = started(1_500);
  await actions.loadOlderAutomatically(service);
  expect(listed().order).toEqual(Array.from({ length: 1_500 }, (_, at) => at + 1));
  expect(toReview()).toBe(1_500);
});

test('stops extending a very long list automatically, shows the rest as a count, and continues on demand', async () => {
  const { actions } = started(20_000);
  await actions.loadOlderAutomatically(service);
  expect(listed().order).toHaveLength(5_000);
  expect(unlisted(listed(), older())).toBe(15_000);
  expect(toReview()).toBe(20_000);
  expect(await actions.listOlder(service)).toBe(true);
  expect(listed().order).toHaveLength(6_000);
  expect(toReview()).toBe(20_000);
});

test('lists two different parts for two requests at once', async () => {
  const { actions } = started(4_000);
  await Promise.all([actions.listOlder(service), actions.listOlder(service)]);
  expect(listed().order).toHaveLength(3_000);
  expect(unlisted(listed(), older())).toBe(1_000);
});

test('counts an old page opened from the history once, and again when it is confirmed', async () => {
  const { actions, open } = started(20_000);
  await actions.loadOlderAutomatically(service);
  const show = (page: ReturnType<typeof summary>) => {
    const events = [{ type: 'pages.changed' as const, pages: [page] }];
    writeApp(({ lists }) => ({
      lists: { ...lists, [service]: withPages(lists[service], [page]) },
    }));
    return withOlderChanged(useApp.getState(), events);
  };
  expect(show(summary({ id: 5 }))).toEqual([service]);
  expect(toReview()).toBe(20_000);
  open.delete(5);
  show(summary({ id: 5, review: 'confirmed' }));
  await actions.countOlder(service);
  expect(toReview()).toBe(19_999);
  expect(show(summary({ id: 19_500 }))).toEqual([]);
});
