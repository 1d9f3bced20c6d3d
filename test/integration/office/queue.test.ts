import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPageQueue, type PageJob } from '../../../electron/office/store/page-queue.ts';
import { createPageWorker } from '../../../electron/office/worker/page-worker.ts';
import { openPasses } from '../../../electron/office/store/passes.ts';
import { officeState } from '../../../electron/office/store/office-state.ts';
import { queueSchema } from '../../../electron/office/store/schema.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt, openQueue } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, startTestPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));

const noScans = {
  read: notAsked,
  recognize: notAsked,
  inkOn: notAsked,
  showsSeveral: notAsked,
  isNoSingleInvoice: notAsked,
  isProven: notAsked,
  current: notAsked,
};

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
      scans: noScans,
      skipsProven: () => false,
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

  test('counts each worker that a page ends as a fault, and ends the page after 20', async () => {
    const office = await openOfficeAt(await server.database());
    const { store, connection } = office;
    const queue = await openPageQueue(office, { supervises: true, onBug: () => {}, againSeconds: 0 });
    onTestFinished(() => queue.close());
    const [deadly = 0] = await store.transact(async (unit) => {
      const ids = await unit.addPages([newPage()]);
      await queue.send(unit, ids);
      return ids;
    });
    const take = async () => {
      let taken: readonly PageJob[] = [];
      await expect.poll(async () => (taken = await queue.take(1)).length, { timeout: 20_000 }).toBe(1);
      return taken[0]!;
    };
    const die = () =>
      connection.pool.query(
        `UPDATE ${queueSchema}.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`,
      );
    const first = await take();
    expect(first).toMatchObject({ page: deadly, faults: 0 });
    await die();
    const second = await take();
    expect(second).toMatchObject({ page: deadly, faults: 1 });
    // A worker that stops returns what it has.
    await queue.giveBack(second);
    const third = await take();
    expect(third.faults).toBe(1);
    await queue.giveBack({ ...third, faults: 19 });
    expect((await take()).faults).toBe(19);
    await die();
    const tries: number[] = [];
    const worker = createPageWorker({
      store,
      queue,
      recognizer: { recognize: notAsked },
      readersFor: ({ id }) => {
        tries.push(id);
        return notAsked();
      },
      scans: noScans,
      skipsProven: () => false,
      concurrency: 1,
      onBug: () => {},
      isOutage: () => false,
      lookMs: 5,
    });
    onTestFinished(() => worker.stop());
    await expect.poll(async () => (await store.page(deadly))?.state, { timeout: 20_000 }).toBe('failed');
    expect((await store.page(deadly))?.failure).toMatchObject({ reason: 'internal', detail: 'worker ended' });
    expect(tries).toEqual([]);
    await expect.poll(() => queue.waiting()).toBe(0);
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
});
