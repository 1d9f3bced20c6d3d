import { expect, onTestFinished, test, vi } from 'vitest';
import { newBatch } from '../../../../electron/pipeline/batch.ts';
import { cancelling } from '../../../../electron/pipeline/recognizer.ts';
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
      return row && { ...row, qr: '01,10,033002000111,12345678', hasNewQr: true as const };
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

test.each([
  ['found since its row was loaded are stored once, however often it is called for', true, 1],
  ['its row was loaded with are not stored again', undefined, 0],
] as const)('the codes of a page that %s', async (_, hasNewQr, expected) => {
  const { folder, addPages, run, calls } = await ask({
    script: (index) => (index < 2 ? answer(503, {}, 'none') : good),
  });
  const ids = await addPages(1);
  const { store } = folder;
  const { page, transact } = store;
  const rows = vi.spyOn(store, 'page').mockImplementation(async (id) => {
    const row = await page(id);
    return row && { ...row, qr: null, ...(hasNewQr && { hasNewQr }) };
  });
  onTestFinished(() => rows.mockRestore());
  const stored: string[] = [];
  const units = vi.spyOn(store, 'transact').mockImplementation((work) =>
    transact((unit) =>
      work({
        ...unit,
        setQr: (picture, text) => {
          stored.push(picture);
          return unit.setQr(picture, text);
        },
      }),
    ),
  );
  onTestFinished(() => units.mockRestore());
  expect(await run(ids)).toEqual(['recognized']);
  expect(calls()).toBe(3);
  expect(stored).toHaveLength(expected);
});

test('the codes of a page are stored when it is cancelled', async () => {
  const { folder, addPages } = await ask({ script: () => good });
  const [id = 0] = await addPages(1);
  const row = await folder.store.page(id);
  if (!row) throw new Error('no page');
  const cancelled = cancelling({ folder, onChange: () => {} });
  await cancelled({ ...row, qr: '01,10,033002000111,12345678', hasNewQr: true }, AbortSignal.abort());
  expect(await folder.store.page(id)).toMatchObject({
    state: 'cancelled',
    qr: '01,10,033002000111,12345678',
  });
});
