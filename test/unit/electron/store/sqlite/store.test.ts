import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore, openSqliteStoreReadOnly } from '../../../../../electron/store/sqlite/open-store.ts';
import { failureOf } from '../../../../../shared/services/failures.ts';
import { storeContract } from '../../../../contract/store-contract.ts';
import { callOf, newPage, type OpenedStore } from '../../../../helpers/stored-pages.ts';
import { fillLedger } from '../../../../helpers/large-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const openAt = async (path: string, now: () => Date, readsApart = true) => {
  const opened = await openSqliteStore(path, now, { takesOver: false, readsApart });
  if (!opened.ok) throw new Error(opened.failure.detail);
  return opened.value;
};

const systemNow = () => new Date();

const openForContract = async (readsApart: boolean): Promise<OpenedStore> => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  let at = '2024-05-28T08:00:00.000Z';
  const now = () => new Date(at);
  const store = await openAt(path, now, readsApart);
  // The first long query starts the thread that only reads.
  await store.search({}, null, 1);
  return {
    store,
    setNow: (instant) => {
      at = instant;
    },
    reopen: async () => {
      await store.close();
      const again = await openAt(path, now, readsApart);
      onTestFinished(() => again.close());
      return again;
    },
  };
};

storeContract('SQLite in two threads', () => openForContract(true));
storeContract('SQLite in one thread', () => openForContract(false));

test('answers queries from what is committed while a unit of work runs in the same thread', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const store = await openAt(path, systemNow, false);
  onTestFinished(() => store.close());
  const seen = await store.transact(async (unit) => {
    await unit.addPages([newPage()]);
    return [await unit.newestPage(), await store.newestPage()];
  });
  expect(seen).toEqual([1, 0]);
  expect(await store.newestPage()).toBe(1);
});

test('does not delay a write by a long query', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  fillLedger(path, 5_000);
  const store = await openAt(path, () => new Date());
  onTestFinished(() => store.close());
  await store.counts();
  const order: string[] = [];
  const asked = Promise.all(Array.from({ length: 40 }, () => store.totals({ text: '有限公司' }, 'seller')));
  const long = asked.then(() => order.push('questions'));
  await store.transact((unit) => unit.append(1, 0, 'local', [{ kind: 'confirm' }]));
  order.push('write');
  await long;
  expect(order).toEqual(['write', 'questions']);
});

test('reports why a ledger can’t be opened', async () => {
  expect(await openSqliteStore(await temporaryFolder(), () => new Date())).toMatchObject({
    ok: false,
    failure: { reason: 'unusable' },
  });
});

test('interrupts calls of a dead process when the only user of the ledger opens it', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const first = await openAt(path, systemNow);
  const lease = { owner: 'dead', until: '2999-01-01T00:00:00.000Z' };
  await first.transact(async (unit) => {
    const [id = 0] = await unit.addPages([newPage()]);
    await unit.beginCall(callOf(id), lease);
  });
  await first.close();
  const beside = await openAt(path, systemNow);
  expect((await beside.page(1))?.state).toBe('calling');
  await beside.close();
  const only = await openSqliteStore(path, systemNow, { takesOver: true });
  if (!only.ok) throw new Error(only.failure.detail);
  onTestFinished(() => only.value.close());
  expect(await only.value.page(1)).toMatchObject({ state: 'interrupted', maybePaid: true });
});

test('rejects a unit of work on a read-only ledger', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  fillLedger(path, 3);
  const opened = await openSqliteStoreReadOnly(path, () => new Date());
  if (!opened.ok) throw new Error(opened.failure.detail);
  onTestFinished(() => opened.value.close());
  expect(opened.value.readOnly).toBe(true);
  expect(await opened.value.page(1)).toMatchObject({ id: 1 });
  await expect(opened.value.transact((unit) => unit.setHeld([1], true))).rejects.toThrow(/read-only/u);
});

test('undoes a unit of work if a write fails that went to the thread with the commit', async () => {
  const store = await openAt(join(await temporaryFolder(), 'ledger.sqlite'), systemNow);
  onTestFinished(() => store.close());
  const failure = failureOf('missing');
  const [kept = 0] = await store.transact(async (unit) => {
    const ids = await unit.addPages([newPage()]);
    for (const id of ids) await unit.refuse(id, failure);
    return ids;
  });
  expect(await store.page(kept)).toMatchObject({ state: 'failed', failure: { reason: 'missing' } });
  const sha256 = 'f'.repeat(64);
  const rendition = { name: 'a.ofd', path: '/in/a.ofd', sha256, format: 'ofd', bytes: 1 };
  const noDocument = 9_999;
  const broken = store.transact(async (unit) => {
    await unit.addPages([newPage()]);
    await unit.addRendition(noDocument, rendition);
  });
  await expect(broken).rejects.toThrow(/constraint/iu);
  expect(await store.pageIds('vat-invoice')).toEqual([kept]);
});
