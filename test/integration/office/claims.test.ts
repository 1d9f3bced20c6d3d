import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from '../../../electron/office/store/client.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

describe.skipIf(noPostgres !== null)('claims of the users of several servers', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('give different pages to many users who request the next page at once', async () => {
    const url = await server.database();
    const offices = await Promise.all([openOfficeAt(url), openOfficeAt(url), openOfficeAt(url)]);
    const pages = Array.from({ length: 9 }, (_, index) => index + 1);
    const takeNext = (index: number): Promise<number | null> =>
      offices[index % offices.length]!.store.claims.takeFirst(`person ${index}`, pages);
    for (let round = 0; round < 5; round += 1) {
      const people = Array.from({ length: 9 }, (_, index) => index);
      const got = await Promise.all(people.map(takeNext));
      expect(got.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(pages);
      for (const index of people) await offices[0]?.store.claims.giveBack(`person ${index}`);
    }
  });

  test('never give a page that someone has just reviewed, even from an outdated list', async () => {
    const { store, connection } = await openOfficeAt(await server.database());
    const [first = 0, second = 0] = await store.transact((unit) =>
      unit.addPages([newPage({ name: '1' }), newPage({ name: '2' })]),
    );
    const { claims } = store;
    expect(await claims.takeFirst('li', [first, second])).toBe(first);
    expect(await claims.takeFirst('li', [first, second])).toBe(first);
    await connection.pool.query(`INSERT INTO results (page, review) VALUES ($1, 'confirmed')`, [first]);
    await claims.giveBack('li');
    expect(await claims.takeFirst('wang', [first, second])).toBe(second);
    expect(await claims.takeFirst('li', [first, second])).toBeNull();
  });

  test('report to the servers only when they change', async () => {
    const url = await server.database();
    const { claims } = (await openOfficeAt(url)).store;
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    let heard = 0;
    client.on('notification', () => (heard += 1));
    await client.query('LISTEN vouch_claims');
    await claims.take('li', 1);
    await claims.take('li', 1);
    await claims.take('wang', 1);
    await claims.giveBack('li');
    await claims.giveBack('li');
    // A message of our own comes after all earlier ones.
    await client.query(`NOTIFY vouch_claims`);
    await expect.poll(() => heard).toBe(3);
  });
});
