import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseDatabaseAddress } from '../../../electron/store/postgres/address.ts';
import { openPostgresStore, type OpenOptions } from '../../../electron/store/postgres/open-store.ts';
import { storeContract, type OpenedStore } from '../../contract/store-contract.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';

let server: TestServer;

const openAt = async (url: string, options: OpenOptions = {}) => {
  const address = parseDatabaseAddress(url);
  if (!address.ok) throw new Error(address.failure.said);
  const opened = await openPostgresStore(address.value, options);
  if (!opened.ok) throw new Error(`${opened.failure.reason}: ${opened.failure.said}`);
  return opened.value.store;
};

describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  storeContract('PostgreSQL', async (): Promise<OpenedStore> => {
    const url = await server.database();
    let at = '2024-05-28T08:00:00.000Z';
    const now = () => new Date(at);
    const store = await openAt(url, { now });
    return {
      store,
      setNow: (instant) => {
        at = instant;
      },
      reopen: async () => {
        await store.close();
        const again = await openAt(url, { now });
        onTestFinished(() => again.close());
        return again;
      },
    };
  });

  test('starts', () => {
    expect(server.port).toBeGreaterThan(0);
  });
});
