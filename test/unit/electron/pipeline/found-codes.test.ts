import { expect, onTestFinished, test, vi } from 'vitest';
import { newBatch } from '../../../../electron/pipeline/batch.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { askingForFile } from '../../../helpers/asking.ts';
import { answer, good } from '../../../helpers/fault-server.ts';

const ask = askingForFile();

test.each(['a response', 'a failure', 'no call in a stopped batch', 'an earlier response'])(
  'the codes of a row that are not stored yet are stored with %s, in no unit of work of their own',
  async (end) => {
    const isGood = end === 'a response' || end === 'an earlier response';
    const { folder, addPages, run, rows, calls } = await ask({
      script: () => (isGood ? good : answer(404, {}, 'none')),
    });
    const ids = await addPages(1);
    const { store } = folder;
    const { page } = store;
    const spy = vi.spyOn(store, 'page').mockImplementation(async (id) => {
      const row = await page(id);
      return row && { ...row, qr: '01,10,033002000111,12345678' };
    });
    onTestFinished(() => spy.mockRestore());
    if (end === 'an earlier response') {
      await run(ids);
      const [row] = await rows(ids);
      await store.transact((unit) => unit.setQr(row?.picture?.sha256 ?? '', null));
      await store.transact((unit) => unit.setState(ids, 'waiting'));
    }
    const units = vi.spyOn(store, 'transact');
    onTestFinished(() => units.mockRestore());
    const batch = newBatch();
    if (end === 'no call in a stopped batch') batch.halt.stop(failureOf('no-account'));
    await run(ids, batch);
    expect(await rows(ids)).toMatchObject([{ qr: '01,10,033002000111,12345678' }]);
    const isCalled = end === 'a response' || end === 'a failure';
    expect(units).toHaveBeenCalledTimes(isCalled ? 2 : 1);
    expect(calls()).toBe(end === 'no call in a stopped batch' ? 0 : 1);
  },
);
