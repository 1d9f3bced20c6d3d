import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ResultFigures } from '../../../electron/store/records/page.ts';
import { idsAlike, newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const figures = {
  kind: '04',
  code: '3100',
  number: '12345678',
  issueDate: '2024-05-28',
  seller: '甲公司',
  sellerTaxId: null,
  buyer: '乙公司',
  grossTotal: '318.00',
  faces: null,
  warnings: 0,
  errors: 0,
} satisfies ResultFigures;

describe.skipIf(noPostgres !== null)('units of work of one process in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('don’t wait for each other if their pages differ', async () => {
    const { store } = await openOfficeAt(await server.database());
    const [one = 0, other = 0] = await store.transact((unit) =>
      unit.addPages([newPage({ name: '1' }), newPage({ name: '2' })]),
    );
    const otherEnded = Promise.withResolvers<void>();
    const first = store.transact(async (unit) => {
      await unit.setState([one], 'cancelled');
      await otherEnded.promise;
    });
    await store.transact((unit) => unit.setState([other], 'cancelled'));
    otherEnded.resolve();
    await first;
    expect(await store.counts()).toEqual({ cancelled: 2 });
  });

  test("see each other's pages if they derive two copies of one invoice at once", async () => {
    const { store, connection } = await openOfficeAt(await server.database());
    const ids = await store.transact((unit) =>
      unit.addPages([newPage({ name: '1' }), newPage({ name: '2' })]),
    );
    await connection.pool.query(`UPDATE pages SET state = 'recognized'`);
    const seen = await Promise.all(
      ids.map((id) =>
        store.transact(async (unit) => {
          const alike = await idsAlike(unit, id, figures);
          await unit.putSummaries(new Map([[id, figures]]));
          // Both are between reading and committing at the same time, unless one waits for the other.
          await wait(200);
          return alike;
        }),
      ),
    );
    expect(seen.flat()).toHaveLength(1);
  });

  test('that wait for each other are each done once, after one of them has run again', async () => {
    const { store } = await openOfficeAt(await server.database());
    const [one = 0, other = 0] = await store.transact((unit) =>
      unit.addPages([newPage({ name: '1' }), newPage({ name: '2' })]),
    );
    const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    // Copies of one invoice do this: each unit writes its own page first, then the other's.
    const write = (first: number, second: number, own: number) =>
      store.transact(async (unit) => {
        runs += 1;
        await unit.append(first, (await unit.page(first))?.version ?? 0, 'li', [{ kind: 'confirm' }]);
        bothHold[own]?.resolve();
        await Promise.all(bothHold.map(({ promise }) => promise));
        await unit.append(second, (await unit.page(second))?.version ?? 0, 'li', [{ kind: 'confirm' }]);
      });
    await Promise.all([write(one, other, 0), write(other, one, 1)]);
    expect(runs).toBe(3);
    for (const id of [one, other]) expect(await store.events(id)).toHaveLength(2);
  });

  test('keep text with NUL characters, and plan each statement once', async () => {
    const { store, connection } = await openOfficeAt(await server.database(), { connections: 1 });
    const [id = 0] = await store.transact((unit) => unit.addPages([newPage({ name: 'a\0b' })]));
    const named = async (): Promise<number> => {
      const { rows } = await connection.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_prepared_statements`,
      );
      return rows[0]?.count ?? 0;
    };
    expect((await store.page(id))?.name).toBe('a\uFFFDb');
    const before = await named();
    expect(before).toBeGreaterThan(0);
    await store.page(id);
    expect(await named()).toBe(before);
    // A search is planned for its values.
    await store.search({ text: 'a' }, null, 10);
    const after = await named();
    await store.search({ text: 'b' }, null, 10);
    expect(await named()).toBe(after);
  });
});
