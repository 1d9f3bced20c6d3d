import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore } from '../../../../../electron/store/sqlite/open-store.ts';
import { startEveryThread } from '../../../../helpers/reused-threads.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

startEveryThread();

/** A store for a window, and the number of threads that it has started. */
const openStore = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const threads: Worker[] = [];
  const note = (worker: Worker): void => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const opened = await openSqliteStore(path, () => new Date());
  if (!opened.ok) throw new Error(opened.failure.detail);
  return { store: opened.value, threads };
};

test('starts with the first long query, and then answers short ones, too', async () => {
  const { store, threads } = await openStore();
  expect(await store.newestPage()).toBe(0);
  expect(threads).toHaveLength(1);
  await store.search({}, null, 1);
  expect(threads).toHaveLength(2);
  // The thread that writes has ended: the other answers.
  await threads[0]?.terminate();
  expect(await store.newestPage()).toBe(0);
  expect(threads).toHaveLength(2);
  await store.close();
});

test('starts without a query, after the first screen', async () => {
  const { store, threads } = await openStore();
  await vi.waitFor(() => expect(threads).toHaveLength(2), { timeout: 40_000 });
  await store.close();
});

test('is not started in order to be closed', async () => {
  const { store, threads } = await openStore();
  await store.close();
  expect(threads).toHaveLength(1);
});
