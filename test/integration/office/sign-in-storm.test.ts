import { expect, test } from 'vitest';
import { openOfficeAt, usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';
import { signInStorm } from '../../helpers/sign-in-storm.ts';

test.skipIf(noPostgres !== null)(
  'strangers at many addresses lock nobody out who was in before or has the console’s link',
  async () => {
    const url = await (await sharedPostgres()).database();
    await openOfficeAt(url);
    const pool = usersPool(url);
    try {
      expect(await signInStorm(pool, { wrong: 200, addresses: 50, right: 20 })).toEqual([]);
    } finally {
      await pool.end();
    }
  },
);
