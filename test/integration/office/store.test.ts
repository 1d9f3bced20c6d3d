import { beforeAll, describe } from 'vitest';
import { storeContract } from '../../contract/store-contract.ts';
import type { OpenedStore } from '../../helpers/stored-pages.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const openAt = async (url: string, now: () => Date) => (await openOfficeAt(url, { now })).store;

describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  storeContract('PostgreSQL', async (): Promise<OpenedStore> => {
    const url = await server.database();
    let at = '2024-05-28T08:00:00.000Z';
    const now = () => new Date(at);
    const store = await openAt(url, now);
    return {
      store,
      setNow: (instant) => {
        at = instant;
      },
      reopen: async () => {
        await store.close();
        return openAt(url, now);
      },
    };
  });
});
