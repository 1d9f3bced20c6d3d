import { expect, onTestFinished } from 'vitest';
import { usersSchema } from '../../electron/office/users/database.ts';
import { parseDatabaseAddress } from '../../electron/office/store/address.ts';
import { connectDatabase, type Connection } from '../../electron/office/store/connection.ts';
import { openPageQueue } from '../../electron/office/store/page-queue.ts';
import {
  openPostgresStore,
  type OfficeStore,
  type OpenOptions,
} from '../../electron/office/store/open-store.ts';

/** Connections to the tables of an office’s users, configured as `vouch serve` does. */
export const usersPool = (url: string, most = 20): Connection['pool'] => {
  const address = parseDatabaseAddress(url);
  if (!address.ok) throw new Error(address.failure.detail);
  return connectDatabase(address.value, 0, most, usersSchema).pool;
};

/** An office for the running test, closed when the test ends. */
export const openOfficeAt = async (url: string, options: OpenOptions = {}): Promise<OfficeStore> => {
  const address = parseDatabaseAddress(url);
  if (!address.ok) throw new Error(address.failure.detail);
  const opened = await openPostgresStore(address.value, options);
  if (!opened.ok) throw new Error(`${opened.failure.reason}: ${opened.failure.detail}`);
  onTestFinished(() => opened.value.store.close());
  return opened.value;
};

/** The queue of an office for the running test, which expects that nothing unexpected fails. */
export const openQueue = async (url: string) => {
  const office = await openOfficeAt(url);
  const faults: unknown[] = [];
  const queue = await openPageQueue(office, { supervises: false, onBug: (error) => faults.push(error) });
  onTestFinished(async () => {
    await queue.close();
    expect(faults).toEqual([]);
  });
  return { office, queue, store: office.store };
};
