import { z } from 'zod';
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

/**
 * Values that the host has not taken yet. After some were sent, the next ones wait, so that a dragged border is sent
 * twice a second at most. After a failure they wait for longer.
 */
const unsent = new Map<ViewKey, string>();
const changedHere = new Set<string>();
const [pauseMs, pauseAfterFailureMs] = [500, 30_000];
let isWaiting = false;
let host: Pick<HostConnection, 'invoke'> | null = null;

const send = async (): Promise<void> => {
  isWaiting = host !== null && unsent.size > 0;
  if (!host || !isWaiting) return;
  const sent = [...unsent];
  const { ok } = await host.invoke('app.keepView', Object.fromEntries(sent));
  if (ok) for (const [key, value] of sent) if (unsent.get(key) === value) unsent.delete(key);
  setTimeout(() => void send(), ok ? pauseMs : pauseAfterFailureMs);
};

/** Sends what waits when the window ends. */
const sendLast = (): void => {
  if (unsent.size > 0) void host?.invoke('app.keepView', Object.fromEntries(unsent));
};

/** Stores a value that the window can do without: storage may be disabled or full. */
export const storeLocal = (key: string, value: string): void => {
  write(key, value);
  changedHere.add(key);
  const known = viewKeys.find((one) => one === key);
  if (known === undefined) return;
  unsent.set(known, value);
  if (!isWaiting) void send();
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
  if (kept.ok) {
    for (const key of viewKeys) {
      const value = kept.value[key];
      // The user may have changed it meanwhile.
      if (value !== undefined && !changedHere.has(key)) write(key, value);
    }
    for (const read of readers) read();
  }
  host = connection;
  addEventListener('pagehide', sendLast);
  void send();
};

const tabKey = 'vouch-tab';
const tabSchema = z.object({ owner: z.string(), kept: z.record(z.string(), z.string()) });
let tab: z.infer<typeof tabSchema> | null = null;
const tabReaders = new Map<string, (text: string) => void>();

/** Keeps a text until this tab is closed: what a reload would lose. */
export const keepInTab = (key: string, text: string): void => {
  if (!tab) return;
  tab = { ...tab, kept: { ...tab.kept, [key]: text } };
  try {
    sessionStorage.setItem(tabKey, JSON.stringify(tab));
  } catch {
    // It lasts until the reload.
  }
};

/** Takes what this tab has kept under a key, as JSON, once its user is known. What does not fit is left out. */
export const onKeptTab = <Value>(
  key: string,
  schema: z.ZodType<Value>,
  take: (value: Value) => void,
): void => {
  const read = (text: string): void => {
    try {
      take(schema.parse(JSON.parse(text)));
    } catch {
      // The window begins without it.
    }
  };
  tabReaders.set(key, read);
  if (tab?.kept[key] !== undefined) read(tab.kept[key]);
};

/**
 * Opens what this tab keeps for one user: another one who signs in never sees it. An empty name is the user outside an
 * office.
 */
export const openTab = (owner: string): void => {
  tab = { owner, kept: {} };
  try {
    const found = tabSchema.parse(JSON.parse(sessionStorage.getItem(tabKey) ?? ''));
    if (found.owner === owner) tab = found;
    else sessionStorage.removeItem(tabKey);
  } catch {
    // It begins empty.
  }
  const { kept } = tab;
  for (const [key, read] of tabReaders) if (kept[key] !== undefined) read(kept[key]);
};
