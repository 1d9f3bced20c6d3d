import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimsChannel, createClaims, type Claims } from '../../../electron/hosts/server/people/claims.ts';
import { openPeopleDatabase } from '../../../electron/hosts/server/people/database.ts';
import { openPeople } from '../../../electron/hosts/server/people/office.ts';
import { Client } from '../../../electron/store/postgres/client.ts';
import { peoplePool } from '../../helpers/office.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';

describe.skipIf(noPostgres !== null)('pages that users of an office have open', () => {
  let postgres: TestServer;
  let url: string;
  let pool: ReturnType<typeof peoplePool>;
  let claims: Claims;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.database();
    pool = peoplePool(url);
    await openPeople(pool);
    for (const name of ['li', 'wang', 'zhao'])
      await pool.query(
        `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") VALUES ($1, $2, $3, false, now(), now())`,
        [name, name.toUpperCase(), `${name}@office.example`],
      );
    claims = createClaims(openPeopleDatabase(pool));
  });
  afterAll(async () => {
    await pool.end();
    await postgres.close();
  });
  beforeEach(async () => {
    await pool.query('DELETE FROM claim');
  });

  test('belong to one user until they continue or leave', async () => {
    expect(await claims.take('li', 1)).toBe(true);
    expect(await claims.take('wang', 1)).toBe(false);
    expect(await claims.take('li', 1)).toBe(true);
    expect(await claims.all()).toEqual([{ page: 1, person: 'li', name: 'LI' }]);
    expect(await claims.take('li', 2)).toBe(true);
    expect(await claims.take('wang', 1)).toBe(true);
    await claims.giveBack('li');
    expect(await claims.all()).toEqual([{ page: 1, person: 'wang', name: 'WANG' }]);
  });

  test('are released by a user who opens another user’s page', async () => {
    await claims.take('li', 1);
    await claims.take('wang', 2);
    expect(await claims.take('wang', 1)).toBe(false);
    expect((await claims.all()).map(({ page }) => page)).toEqual([1]);
  });

  test('are released after a minute without a message from the window', async () => {
    await claims.take('li', 1);
    await pool.query(`UPDATE claim SET until = now() - interval '1 second'`);
    expect(await claims.all()).toEqual([]);
    expect(await claims.take('wang', 1)).toBe(true);
    expect(await claims.take('li', 1)).toBe(false);
  });

  test('are different for each of many users who take the next one at once', async () => {
    const people = ['li', 'wang', 'zhao'];
    for (let round = 0; round < 10; round += 1) {
      await pool.query('DELETE FROM claim');
      // As the window does: the first page without a user.
      const takeNext = async (person: string): Promise<number> => {
        for (let page = 1; ; page += 1) if (await claims.take(person, page)) return page;
      };
      const got = await Promise.all(people.map(takeNext));
      expect(new Set(got).size).toBe(people.length);
    }
  });

  test('are reported to the servers only when they change', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    let heard = 0;
    client.on('notification', () => (heard += 1));
    await client.query(`LISTEN ${claimsChannel}`);
    await claims.take('li', 1);
    await claims.take('li', 1);
    await claims.take('wang', 1);
    await claims.giveBack('li');
    await claims.giveBack('li');
    await expect.poll(() => heard).toBe(2);
    await client.end();
  });
});
