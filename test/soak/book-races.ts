import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../electron/office/store/open-store.ts';
import { openSqliteStore } from '../../electron/store/sqlite/open-store.ts';
import { addressOf, noPostgres, startTestPostgres } from '../helpers/postgres.ts';
import { raceBookings } from '../helpers/race-bookings.ts';

const onSqlite = async (rounds: number): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-races-'));
  const opened = await openSqliteStore(join(folder, 'ledger.sqlite'), () => new Date(), {
    takesOver: false,
    readsApart: true,
  });
  if (!opened.ok) throw new Error(opened.failure.detail);
  try {
    return await raceBookings([opened.value], rounds);
  } finally {
    await opened.value.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** With several connections, as several servers of an office have them. */
const onPostgres = async (rounds: number): Promise<readonly string[]> => {
  const server = await startTestPostgres();
  try {
    const address = addressOf(await server.database());
    const stores = [];
    for (let count = 0; count < 3; count += 1) {
      const opened = await openPostgresStore(address, {});
      if (!opened.ok) throw new Error(`${opened.failure.reason}: ${opened.failure.detail}`);
      stores.push(opened.value.store);
    }
    const wrong = await raceBookings(stores, rounds);
    for (const store of stores) await store.close();
    return wrong;
  } finally {
    await server.close();
  }
};

/** Several callers book at once, on both engines. The short form is in the contract of the files of the books. */
export const run = async (rounds = 200): Promise<boolean> => {
  const sqlite = await onSqlite(rounds);
  const postgres = noPostgres === null ? await onPostgres(rounds) : [];
  for (const line of [...sqlite, ...postgres]) console.log(line);
  console.log({ rounds, sqlite: sqlite.length, postgres: noPostgres ?? postgres.length });
  return sqlite.length + postgres.length === 0;
};
