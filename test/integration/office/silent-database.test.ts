import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { startSilentProxy } from '../../helpers/silent-proxy.ts';

let server: SharedServer;

const silenceMs = 300;

/** An office behind a proxy that can go silent, and the same office over a direct connection. */
const setUp = async () => {
  const url = await server.database();
  const direct = await openOfficeAt(url);
  const proxy = await startSilentProxy(server.port);
  onTestFinished(() => proxy.close());
  const behind = new URL(url);
  behind.port = String(proxy.port);
  const office = await openOfficeAt(behind.href, { silenceMs, connectMs: 3_000 });
  return { direct: direct.store, office, store: office.store, proxy };
};

describe.skipIf(noPostgres !== null)(
  'a database that stops responding without closing its connections',
  () => {
    beforeAll(async () => {
      server = await sharedPostgres();
    });

    test('lets queries and units continue once it is reachable again', async () => {
      const { direct, store, proxy } = await setUp();
      const [id = 0] = await direct.transact((unit) => unit.addPages([newPage()]));
      expect((await store.page(id))?.state).toBe('waiting');
      proxy.cut();
      const asked = store.page(id);
      const written = store.transact((unit) => unit.addPages([newPage()]));
      await wait(1_000);
      proxy.mend();
      expect((await asked)?.state).toBe('waiting');
      const ids = await written;
      expect(ids).toHaveLength(1);
      // One of two attempts was kept.
      expect(await direct.pageIds('vat-invoice')).toEqual([id, ...ids]);
    }, 60_000);

    test('sends its notifications again', async () => {
      const { direct, office, store, proxy } = await setUp();
      let gaps = 0;
      store.listen(
        () => {},
        () => {
          gaps += 1;
        },
      );
      await office.notices.ready();
      proxy.cut();
      await wait(silenceMs);
      proxy.mend();
      await expect.poll(() => gaps, { timeout: 30_000 }).toBe(1);
      const heard: number[] = [];
      store.listen((pages) => heard.push(...pages));
      const ids = await direct.transact((unit) => unit.addPages([newPage()]));
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(ids);
    }, 60_000);

    test('does not interrupt a slow query', async () => {
      const { office } = await setUp();
      const { rows } = await office.connection.pool.query<{ one: number }>(
        'SELECT 1 AS one FROM pg_sleep($1)',
        [(silenceMs * 4) / 1_000],
      );
      expect(rows).toEqual([{ one: 1 }]);
    });

    test('does not keep an office from closing', async () => {
      const { office, store, proxy } = await setUp();
      store.listen(() => {});
      await office.notices.ready();
      await store.pageIds('vat-invoice');
      proxy.cut();
      await expect(Promise.race([store.close(), wait(20_000, 'late')])).resolves.toBeUndefined();
    }, 60_000);
  },
);
