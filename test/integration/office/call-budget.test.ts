import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../../electron/office/office-settings.ts';
import { officeState } from '../../../electron/office/store/office-state.ts';
import type { OfficeStore } from '../../../electron/office/store/open-store.ts';
import { openOfficeSettings } from '../../../electron/office/store/settings.ts';
import type { Store } from '../../../electron/store/port.ts';
import type { CallStart } from '../../../electron/store/records/call.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { openQueue } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { answer, begin, callOf, lease, newPage } from '../../helpers/stored-pages.ts';

let server: SharedServer;

/** Sets a budget as the settings of an administrator do. */
const setBudget = async (office: OfficeStore, name: 'officeBudget' | 'personBudget', calls: number) => {
  const settings = await openOfficeSettings(office, () => {});
  await settings.set(keyOf(name), calls);
};

/** Calls for new pages, each with a picture of its own. */
const addDifferent = (store: Store, count: number, author: string) =>
  store.transact(async (unit) => {
    const { prepared } = newPage();
    if (!prepared) throw new Error('A page without a picture');
    const calls: CallStart[] = [];
    for (let index = 0; index < count; index += 1) {
      const picture = { ...prepared.picture, sha256: `${author}${index}`.padStart(64, '0') };
      const [id = 0] = await unit.addPages([newPage({ author, prepared: { ...prepared, picture } })]);
      calls.push({ ...callOf(id), picture: picture.sha256 });
    }
    return calls;
  });

describe.skipIf(noPostgres !== null)('the budget of paid calls', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('begins no more paid calls a day than the budget, whichever worker asks', async () => {
    const url = await server.database();
    const [one, other] = [await openQueue(url), await openQueue(url)];
    const calls = await addDifferent(one.store, 16, 'a');
    await setBudget(one.office, 'officeBudget', 5);
    const begun = await Promise.all(
      calls.map((call, index) =>
        (index % 2 === 0 ? one : other).store.transact((unit) => unit.beginCall(call, lease(`w${index}`))),
      ),
    );
    expect(begun.filter(({ ok }) => ok)).toHaveLength(5);
    expect(begun.filter((end) => !end.ok && end.failure.reason === 'office-budget')).toHaveLength(11);
    const pages = await one.store.pages(calls.map(({ pageId }) => pageId));
    const waiting = pages.filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(11);
    for (const { id, failure } of waiting) {
      expect(failure).toMatchObject({ reason: 'office-budget', mayHaveBeenPaid: false });
      expect(await one.store.callsOf(id)).toEqual([]);
    }
    expect(await officeState(one.office)).toMatchObject({
      queued: 0,
      calling: 5,
      overBudget: 11,
      callsToday: 5,
      budgetLeft: 0,
      workers: 0,
      failures: [],
    });
    // They have no job, and get none today.
    expect(await one.queue.sendForgotten()).toBe(0);
    expect(await one.queue.sendAffordable()).toBe(0);
    await setBudget(one.office, 'officeBudget', 8);
    expect(await one.queue.sendAffordable()).toBe(3);
    const first = (await other.queue.take(20)).map(({ page }) => page);
    expect(first.toSorted((a, b) => a - b)).toEqual(waiting.slice(0, 3).map(({ id }) => id));
    // A call that never left this computer counts as nothing.
    const [next = 0] = first;
    const again = calls.find(({ pageId }) => pageId === next) ?? callOf(next);
    const id = await begin(one.store, again, lease('w'));
    expect(await one.queue.sendAffordable()).toBe(2);
    await one.store.transact((unit) => unit.discardCall(id, next));
    // The next day in Shanghai begins.
    await one.office.connection.pool.query(`UPDATE calls SET started_at = '2020-01-01T00:00:00.000Z'`);
    await one.queue.sendAffordable();
    expect((await one.store.pages(calls.map(({ pageId }) => pageId))).every(({ failure }) => !failure)).toBe(
      true,
    );
  });

  test('refuses a call without harm to a cancelled page or to an equal call', async () => {
    const { office, store } = await openQueue(await server.database());
    const [first, next] = await addDifferent(store, 2, 'a');
    const [equal] = await addDifferent(store, 1, 'a');
    if (!first || !next || !equal) throw new Error('no page');
    await setBudget(office, 'officeBudget', 1);
    await begin(store, first, lease('w'));
    // Its response costs nothing.
    expect(await store.transact((unit) => unit.beginCall(equal, lease('v')))).toEqual({
      ok: false,
      failure: { reason: 'under-way' },
    });
    expect(await store.page(equal.pageId)).toMatchObject({ state: 'waiting', failure: null });
    await store.transact((unit) => unit.setState([next.pageId], 'cancelled'));
    expect(await store.transact((unit) => unit.beginCall(next, lease('v')))).toMatchObject({
      failure: { reason: 'office-budget' },
    });
    expect(await store.page(next.pageId)).toMatchObject({ state: 'cancelled', failure: null });
    const asked = officeState(office);
    expect(officeState(office)).toBe(asked);
    expect(await asked).toMatchObject({ calling: 1 });
    await store.transact((unit) => unit.putInBin([first.pageId], 'a'));
    expect(await officeState(office)).toMatchObject({ calling: 0 });
    // No call begins with a budget that can't be read.
    await office.connection.pool.query('DELETE FROM calls');
    await office.connection.pool.query(
      `UPDATE settings SET value = '{' WHERE key = '${keyOf('officeBudget')}'`,
    );
    await store.transact((unit) => unit.setState([next.pageId], 'waiting'));
    expect(await store.transact((unit) => unit.beginCall(next, lease('v')))).toMatchObject({
      failure: { reason: 'office-budget' },
    });
    expect(await officeState(office)).toMatchObject({ overBudget: 1, budgetLeft: 0 });
  });

  test('counts a call in the day in which it begins, however long it waited for its turn', async () => {
    const { office, store } = await openQueue(await server.database());
    const [call] = await addDifferent(store, 1, 'a');
    if (!call) throw new Error('no page');
    await setBudget(office, 'officeBudget', 1);
    const holder = await office.connection.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(7602515)');
    const begun = begin(store, call, lease('w'));
    await expect
      .poll(
        async () =>
          (
            await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
          ).rowCount,
      )
      .toBe(1);
    const freed = office.clock.now().toISOString();
    await holder.query('COMMIT');
    holder.release();
    await begun;
    const [record] = await store.callsOf(call.pageId);
    expect(record && record.startedAt >= freed).toBe(true);
  });

  test('tells all windows which pages no longer wait for the budget', async () => {
    const url = await server.database();
    const [one, other] = [await openQueue(url), await openQueue(url)];
    const calls = await addDifferent(one.store, 2, 'a');
    const ids = calls.map(({ pageId }) => pageId);
    await setBudget(one.office, 'officeBudget', 0);
    for (const call of calls) await one.store.transact((unit) => unit.beginCall(call, lease('w')));
    const told = { here: new Set<number>(), there: new Set<number>() };
    const [endHere, endThere] = [
      one.store.listen((pages) => pages.forEach((page) => told.here.add(page))),
      other.store.listen((pages) => pages.forEach((page) => told.there.add(page))),
    ];
    onTestFinished(() => [endHere, endThere].forEach((end) => end()));
    await other.office.notices.ready();
    await setBudget(one.office, 'officeBudget', 9);
    // A page that another unit of work holds is left for the next time, and holds up nobody.
    const holder = await one.office.connection.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM pages WHERE id = $1 FOR UPDATE', [ids[0]]);
    expect(await one.queue.sendAffordable()).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    await expect.poll(() => told).toEqual({ here: new Set([ids[1]]), there: new Set([ids[1]]) });
    expect(await one.queue.sendAffordable()).toBe(1);
    await expect.poll(() => told).toEqual({ here: new Set(ids), there: new Set(ids) });
  });

  test('counts the paid calls of each user, and every retry', async () => {
    const { office, store, queue } = await openQueue(await server.database());
    const [mine, theirs] = [await addDifferent(store, 3, 'a'), await addDifferent(store, 3, 'b')];
    await setBudget(office, 'personBudget', 2);
    const start = async (call: CallStart | undefined) => {
      if (!call) throw new Error('no page');
      return await store.transact((unit) => unit.beginCall(call, lease(`of ${call.pageId}`)));
    };
    const first = await start(mine[0]);
    if (!first.ok) throw new Error('The first call');
    const failure = failureOf('connection-lost', { mayHaveBeenPaid: true });
    await store.transact((unit) =>
      unit.endCall({ ...answer(first.value, mine[0]?.pageId ?? 0), outcome: failure, continues: true }),
    );
    expect((await start(mine[0])).ok).toBe(true);
    expect(await start(mine[1])).toMatchObject({ failure: { reason: 'person-budget' } });
    expect((await start(theirs[0])).ok).toBe(true);
    expect((await start(theirs[1])).ok).toBe(true);
    expect(await start(theirs[2])).toMatchObject({ failure: { reason: 'person-budget' } });
    expect(await queue.sendAffordable()).toBe(0);
    // The page now belongs to another user, who may call.
    await store.transact(async (unit) => {
      await unit.setState([theirs[2]?.pageId ?? 0], 'cancelled');
      await unit.askAgain([theirs[2]?.pageId ?? 0], 'c');
    });
    expect((await start(theirs[2])).ok).toBe(true);
    await setBudget(office, 'officeBudget', 5);
    expect(await start(mine[2])).toMatchObject({ failure: { reason: 'office-budget' } });
  });
});
