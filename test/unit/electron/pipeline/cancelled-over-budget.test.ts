import { expect, onTestFinished, test, vi } from 'vitest';
import type { WriteStore } from '../../../../electron/store/port.ts';
import { failed } from '../../../../shared/result.ts';
import { askingForFile } from '../../../helpers/asking.ts';

const ask = askingForFile();

test('a page that is cancelled while the budget refuses its call is cancelled, not waiting', async () => {
  const { folder, addPages, run, rows, calls } = await ask({ script: () => ({ strike: () => {} }) });
  const ids = await addPages(1);
  const stop = new AbortController();
  const { transact } = folder.store;
  const refuse: WriteStore['beginCall'] = () => {
    stop.abort();
    return Promise.resolve(failed({ reason: 'office-budget' }));
  };
  const spy = vi
    .spyOn(folder.store, 'transact')
    .mockImplementation((work) => transact((unit) => work({ ...unit, beginCall: refuse })));
  onTestFinished(() => spy.mockRestore());
  expect(await run(ids, undefined, stop.signal)).toEqual(['cancelled']);
  expect(await rows(ids)).toMatchObject([{ state: 'cancelled' }]);
  expect(calls()).toBe(0);
});
