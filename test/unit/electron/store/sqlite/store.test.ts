import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../../../../electron/store/sqlite/open-store.ts';
import { storeContract, type OpenedStore } from '../../../../contract/store-contract.ts';
import { fillLedger } from '../../../../helpers/large-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const openAt = async (path: string, now: () => Date) => {
  const opened = await openSqliteStore(path, now);
  if (!opened.ok) throw new Error(opened.failure.said);
  return opened.value;
};

storeContract('SQLite', async (): Promise<OpenedStore> => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  let at = '2024-05-28T08:00:00.000Z';
  const now = () => new Date(at);
  const store = await openAt(path, now);
  return {
    store,
    setNow: (instant) => {
      at = instant;
    },
    reopen: async () => {
      await store.close();
      const again = await openAt(path, now);
      onTestFinished(() => again.close());
      return again;
    },
  };
});

test('a long question delays no write', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  fillLedger(path, 5_000);
  const store = await openAt(path, () => new Date());
  onTestFinished(() => store.close());
  await store.counts();
  const order: string[] = [];
  const asked = Promise.all(Array.from({ length: 40 }, () => store.totals({ text: '有限公司' })));
  const long = asked.then(() => order.push('questions'));
  await store.transact((unit) => unit.append(1, 0, 'local', [{ kind: 'confirm' }]));
  order.push('write');
  await long;
  expect(order).toEqual(['write', 'questions']);
});

test('what can’t be opened says why', async () => {
  expect(await openSqliteStore(await temporaryFolder(), () => new Date())).toMatchObject({
    ok: false,
    failure: { reason: 'unusable' },
  });
});
