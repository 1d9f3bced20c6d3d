import { expect, onTestFinished, test } from 'vitest';
import { createQueuedRecognizer } from '../../../../electron/office/worker/queued-recognizer.ts';
import type { Store, WriteStore } from '../../../../electron/store/port.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { PageState } from '../../../../shared/contract/page.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';

test('says again that pages wait for the budget only after none of them waited', async () => {
  const rows = new Map<number, { state: PageState; failure: Failure | null }>();
  const page = (id: number) =>
    Promise.resolve({ id, sandbox: false, ...rows.get(id) } as Partial<PageRow> as PageRow);
  const unit = { page } as Partial<WriteStore> as WriteStore;
  const listeners: ((pages: readonly number[]) => void)[] = [];
  const store = {
    page,
    transact: (work: (unit: WriteStore) => unknown) => work(unit),
    listen: (onChange: (pages: readonly number[]) => void) => {
      listeners.push(onChange);
      return () => {};
    },
  } as Partial<Store> as Store;
  const told: string[] = [];
  const recognizer = createQueuedRecognizer({
    store,
    queue: { send: () => Promise.resolve() },
    workers: () => Promise.resolve(1),
    onNoWorker: () => {},
    onOverBudget: ({ reason }) => told.push(reason),
    onBug: (error) => {
      throw error;
    },
    lookMs: 60_000,
  });
  onTestFinished(recognizer.close);
  const over = failureOf('office-budget');
  const set = (id: number, state: PageState, failure: Failure | null = null): void => {
    rows.set(id, { state, failure });
    for (const listener of listeners) listener([id]);
  };
  for (const id of [1, 2]) set(id, 'waiting', over);
  const ends = [1, 2].map(async (id) =>
    recognizer.recognize(await page(id), false, new AbortController().signal),
  );
  await expect.poll(() => told).toEqual(['office-budget']);
  // The next day one is released and called, and the other one waits on.
  set(1, 'recognized');
  expect(await ends[0]).toBe('recognized');
  set(2, 'waiting', over);
  set(2, 'waiting');
  await new Promise(setImmediate);
  expect(told).toHaveLength(1);
  set(2, 'waiting', failureOf('person-budget'));
  await expect.poll(() => told).toEqual(['office-budget', 'person-budget']);
  set(2, 'failed', over);
  expect(await ends[1]).toBe('failed');
});
