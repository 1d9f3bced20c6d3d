import { openPostgresStore } from '../../electron/office/store/open-store.ts';
import { usersPool } from '../helpers/office.ts';
import { addressOf, noPostgres, startTestPostgres } from '../helpers/postgres.ts';
import { signInStorm } from '../helpers/sign-in-storm.ts';

/** Wrong sign-ins of strangers from 50 addresses, and 500 right ones from one. The short form is in `office/sign-in-storm`. */
export const run = async (wrong = 10_000): Promise<boolean> => {
  if (noPostgres !== null) {
    console.log(`Not run: ${noPostgres}`);
    return true;
  }
  const server = await startTestPostgres();
  const url = await server.database();
  const opened = await openPostgresStore(addressOf(url));
  if (!opened.ok) throw new Error(opened.failure.detail);
  const pool = usersPool(url);
  try {
    const startedMs = performance.now();
    const found = await signInStorm(pool, { wrong, addresses: 50, right: 500 });
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    console.log({ wrong, addresses: 50, right: 500, seconds, found });
    return found.length === 0;
  } finally {
    await pool.end();
    await opened.value.store.close();
    await server.close();
  }
};
