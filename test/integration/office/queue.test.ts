import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPageQueue } from '../../../electron/office/store/page-queue.ts';
import { createPageWorker } from '../../../electron/office/worker/page-worker.ts';
import { openPasses } from '../../../electron/office/store/passes.ts';
import { keyOf } from '../../../electron/office/office-settings.ts';
import { officeState } from '../../../electron/office/store/office-state.ts';
import type { OfficeStore } from '../../../electron/office/store/open-store.ts';
import { openOfficeSettings } from '../../../electron/office/store/settings.ts';
import type { Store } from '../../../electron/store/port.ts';
import type { CallStart } from '../../../electron/store/records/call.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { answer, begin, callOf, lease, newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, startTestPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const openQueue = async (url: string) => {
  const office = await openOfficeAt(url);
  const faults: unknown[] = [];
  const queue = await openPageQueue(office, { supervises: false, onBug: (error) => faults.push(error) });
  onTestFinished(async () => {
    await queue.close();
    expect(faults).toEqual([]);
  });
  return { office, queue, store: office.store };
};

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

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));

describe.skipIf(noPostgres !== null)('an office on PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('stores page and job together, or neither', async () => {
    const { store, queue } = await openQueue(await server.database());
    const add = (fails: boolean) =>
      store.transact(async (unit) => {
        const ids = await unit.addPages([newPage()]);
        await queue.send(unit, ids);
        if (fails) throw new Error('no');
        return ids;
      });
    await expect(add(true)).rejects.toThrow('no');
    expect(await queue.waiting()).toBe(0);
    const [id] = await add(false);
    expect(await queue.waiting()).toBe(1);
    expect(await queue.take(5)).toMatchObject([{ page: id }]);
  });

  test('keeps the job of a page that waited already when PostgreSQL crashes', async () => {
    // Within 10 s, PostgreSQL writes nothing to the disk unless a commit waits for it.
    const own = await startTestPostgres(['wal_writer_delay=10s']);
    onTestFinished(() => own.close());
    const { store, queue } = await openQueue(await own.database());
    const ids = await store.transact((unit) => unit.addPages([newPage()]));
    await store.transact((unit) => queue.send(unit, ids));
    await own.crash();
    await own.restart();
    expect(await queue.waiting()).toBe(1);
  });

  test('sends a prepared page that a killed server has not passed on, once', async () => {
    const { store, queue } = await openQueue(await server.database());
    const add = (count: number) =>
      store.transact((unit) => unit.addPages(Array.from({ length: count }, () => newPage())));
    const [left = 0, held = 0, queued = 0, cancelled = 0] = await add(4);
    await store.transact(async (unit) => {
      await unit.setHeld([held], true);
      await unit.setState([cancelled], 'cancelled');
      await queue.send(unit, [queued]);
    });
    expect(await queue.sendForgotten()).toBe(1);
    expect(await queue.sendForgotten()).toBe(0);
    expect((await queue.take(5)).map(({ page }) => page).toSorted((a, b) => a - b)).toEqual([left, queued]);
    expect(await queue.sendForgotten()).toBe(0);
  });

  test('gives a page one waiting or running job, and a new one after it ends', async () => {
    const { store, queue } = await openQueue(await server.database());
    const send = (ids: readonly number[]) => store.transact((unit) => queue.send(unit, ids));
    const ids = await store.transact((unit) => unit.addPages([newPage()]));
    await send(ids);
    await send(ids);
    const taken = await queue.take(5);
    expect(taken).toHaveLength(1);
    await send(ids);
    expect(await queue.take(5)).toEqual([]);
    const [page] = ids;
    await store.transact((unit) => unit.setState(ids, 'cancelled'));
    await queue.done(taken[0]!);
    await send(ids);
    expect(await queue.take(5)).toMatchObject([{ page }]);
  });

  test('ends a page that always fails unexpectedly after 20 tries, but never because of an outage', async () => {
    const office = await openOfficeAt(await server.database());
    const { store } = office;
    const queue = await openPageQueue(office, { supervises: false, onBug: () => {}, againSeconds: 0 });
    const [broken = 0, unlucky = 0] = await store.transact(async (unit) => {
      const ids = await unit.addPages([newPage(), newPage()]);
      await queue.send(unit, ids);
      return ids;
    });
    const tries = new Map<number, number>();
    const worker = createPageWorker({
      store,
      queue,
      recognizer: { recognize: notAsked },
      readersFor: (page) => {
        const count = (tries.get(page.id) ?? 0) + 1;
        tries.set(page.id, count);
        // The outage ends after more tries than a page has.
        if (page.id === broken || count <= 30)
          return Promise.reject(new TypeError(page.id === broken ? 'a bug' : 'an outage'));
        return Promise.resolve({ here: false, calls: true, route: null });
      },
      scans: {
        read: notAsked,
        recognize: notAsked,
        isBlank: notAsked,
        isPaper: notAsked,
        isProven: notAsked,
        current: notAsked,
      },
      skipsProven: () => false,
      figures: { begin: () => {}, end: () => Promise.resolve() },
      concurrency: 2,
      onBug: () => {},
      isOutage: (error) => error instanceof Error && error.message === 'an outage',
      lookMs: 5,
    });
    onTestFinished(async () => {
      await worker.stop();
      await queue.close();
    });
    await expect.poll(async () => (await store.page(broken))?.state, { timeout: 60_000 }).toBe('failed');
    expect(tries.get(broken)).toBe(20);
    expect((await store.page(broken))?.failure).toMatchObject({ reason: 'internal', detail: 'TypeError' });
    expect((await officeState(office)).failures).toMatchObject([
      { service: 'vat-invoice', failure: { reason: 'internal' }, pages: 1 },
    ]);
    await expect.poll(() => tries.get(unlucky), { timeout: 60_000 }).toBeGreaterThan(30);
    expect(await store.page(unlucky)).toMatchObject({ state: 'waiting' });
    expect(await queue.sendForgotten()).toBe(0);
  });

  test('gives a page that is requested again while its job ends a new job', async () => {
    const { store, queue } = await openQueue(await server.database());
    const ids = await store.transact((unit) => unit.addPages([newPage()]));
    const [page] = ids;
    await store.transact((unit) => queue.send(unit, ids));
    const [first] = await queue.take(1);
    await store.transact((unit) => unit.setState(ids, 'cancelled'));
    await store.transact(async (unit) => {
      await unit.askAgain(ids, null);
      await queue.send(unit, ids);
    });
    expect(await queue.take(1)).toEqual([]);
    await queue.done(first!);
    expect(await queue.take(1)).toMatchObject([{ page }]);
  });

  test('loses no request of a page whose job ends at the same moment', async () => {
    const { store, queue } = await openQueue(await server.database());
    const ids = await store.transact((unit) => unit.addPages([newPage()]));
    await store.transact((unit) => queue.send(unit, ids));
    for (let round = 0; round < 25; round += 1) {
      const [job] = await queue.take(1);
      expect(job).toBeDefined();
      await store.transact((unit) => unit.setState(ids, 'cancelled'));
      await Promise.all([
        queue.done(job!),
        store.transact(async (unit) => {
          await unit.askAgain(ids, null);
          await queue.send(unit, ids);
        }),
      ]);
    }
    expect(await queue.take(1)).toHaveLength(1);
  });

  test('creates the queue once for eight first processes', async () => {
    const url = await server.database();
    const opened = await Promise.all(Array.from({ length: 8 }, () => openQueue(url)));
    expect(await Promise.all(opened.map(({ queue }) => queue.waiting()))).toEqual(opened.map(() => 0));
  });

  test('never gives the same page to two workers', async () => {
    const url = await server.database();
    const [one, other] = [await openQueue(url), await openQueue(url)];
    await one.store.transact(async (unit) => {
      await one.queue.send(unit, await unit.addPages(Array.from({ length: 40 }, () => newPage())));
    });
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).queue.take(2)),
    );
    const pages = taken.flat().map(({ page }) => page);
    expect(new Set(pages).size).toBe(40);
    expect(pages).toHaveLength(40);
  });

  test('notifies those who wait for pages', async () => {
    const url = await server.database();
    const [one, other] = [await openQueue(url), await openQueue(url)];
    const heard = Promise.withResolvers<void>();
    other.queue.listen(() => heard.resolve());
    await other.office.notices.ready();
    await one.store.transact(async (unit) => one.queue.send(unit, await unit.addPages([newPage()])));
    await heard.promise;
  });

  test('keeps all workers together within one limit', async () => {
    const url = await server.database();
    const offices = await Promise.all([openOfficeAt(url), openOfficeAt(url)]);
    const passes = offices.map((office) => openPasses(office, 'line', 32));
    const [one, other] = passes;
    if (!one || !other) throw new Error('two');
    await one.setMost(3);
    const entries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).enter(`worker ${index % 2}`, 30),
      ),
    );
    const let_in = entries.flatMap(({ pass }) => pass ?? []);
    expect(let_in).toHaveLength(3);
    await other.leave(let_in[0] ?? '', 'overrun');
    expect((await one.state()).allowed).toBe(1.5);
    // Two calls are still running.
    expect((await one.enter('worker 0', 30)).pass).toBeNull();
    for (const pass of let_in.slice(1)) await one.leave(pass, 'fine');
    expect((await other.enter('worker 1', 30)).pass).not.toBeNull();
  });

  test('shares a hold, a pause and the service’s clock', async () => {
    const url = await server.database();
    const offices = await Promise.all([openOfficeAt(url), openOfficeAt(url)]);
    const passes = offices.map((office) => openPasses(office, 'line', 32));
    const [one, other] = passes;
    if (!one || !other) throw new Error('two');
    await one.setOffset(3_600_000);
    await one.holdFor(60_000);
    const held = await other.enter('worker', 30);
    expect(held).toMatchObject({ pass: null, offsetMs: 3_600_000 });
    expect(held.waitMs).toBeGreaterThan(50_000);
    const unheld = openPasses(offices[0] ?? offices[1], 'another line', 32);
    await unheld.setPaused(true);
    expect(await unheld.enter('worker', 30)).toMatchObject({ pass: null, waitMs: null });
  });

  test('frees the place of a dead worker after its time', async () => {
    const office = await openOfficeAt(await server.database());
    const passes = openPasses(office, 'line', 32);
    await passes.setMost(1);
    expect((await passes.enter('dead', 0.3)).pass).not.toBeNull();
    expect((await passes.enter('living', 30)).pass).toBeNull();
    await expect.poll(async () => (await passes.enter('living', 30)).pass).not.toBeNull();
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
