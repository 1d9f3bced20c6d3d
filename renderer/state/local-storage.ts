import { viewKeys, type ViewKey } from '../../shared/contract/window-view.ts';
import type { HostConnection } from './host.ts';

/** What the browser stored under a key; null if there is nothing, or if it stores nothing. */
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The next start uses the default.
  }
};

/** Values for the host. After one was sent, the next ones wait, so that a dragged border is sent twice a second. */
const unsent = new Map<ViewKey, string>();
const changedHere = new Set<string>();
const pauseMs = 500;
let timer: ReturnType<typeof setTimeout> | null = null;
let host: Pick<HostConnection, 'invoke'> | null = null;

const send = (): void => {
  timer = null;
  if (!host || unsent.size === 0) return;
  void host.invoke('app.keepView', Object.fromEntries(unsent));
  unsent.clear();
  timer = setTimeout(send, pauseMs);
};

/** Stores a value that the window can do without: storage may be disabled or full. */
export const storeLocal = (key: string, value: string): void => {
  write(key, value);
  changedHere.add(key);
  const known = viewKeys.find((one) => one === key);
  if (known === undefined) return;
  unsent.set(known, value);
  if (timer === null) send();
};

const readers = new Set<() => void>();

/** Reads again what the host has kept, once that is there. Returns a function that ends this. */
export const onKeptView = (read: () => void): (() => void) => {
  readers.add(read);
  return () => void readers.delete(read);
};

/** Takes the arrangement of the window from the host, and keeps it there from now on. */
export const followKeptView = async (connection: Pick<HostConnection, 'invoke'>): Promise<void> => {
  const kept = await connection.invoke('app.view', {});
  if (!kept.ok) return;
  for (const key of viewKeys) {
    const value = kept.value[key];
    // The user may have changed it meanwhile.
    if (value !== undefined && !changedHere.has(key)) write(key, value);
  }
  for (const read of readers) read();
  host = connection;
  send();
};
