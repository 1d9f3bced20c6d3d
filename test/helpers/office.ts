import { onTestFinished } from 'vitest';
import { parseDatabaseAddress } from '../../electron/store/postgres/address.ts';
import {
  openPostgresStore,
  type OfficeStore,
  type OpenOptions,
} from '../../electron/store/postgres/open-store.ts';

/** An office for the running test, closed when the test ends. */
export const openOfficeAt = async (url: string, options: OpenOptions = {}): Promise<OfficeStore> => {
  const address = parseDatabaseAddress(url);
  if (!address.ok) throw new Error(address.failure.said);
  const opened = await openPostgresStore(address.value, options);
  if (!opened.ok) throw new Error(`${opened.failure.reason}: ${opened.failure.said}`);
  onTestFinished(() => opened.value.store.close());
  return opened.value;
};
