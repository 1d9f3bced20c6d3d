import { create } from 'zustand';
import { z } from 'zod';
import { resultSchema } from '../../shared/contract/commands.ts';
import { officeCommands } from '../../shared/contract/office.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import type { ReadableState } from './read-store.ts';

/**
 * Whether a window's office can be reached. What the window may send again waits until it can, and is then sent again:
 * nothing that was typed is lost, and nothing is stored twice.
 */

/** What does not answer: the server, or the database behind it. */
export type Away = { readonly what: 'server' | 'database'; readonly sinceMs: number };

type ReachState = {
  /** Null while the office answers. */
  readonly away: Away | null;
  /** Number of changes that have no answer after a moment. */
  readonly saving: number;
};

const store = create<ReachState>(() => ({ away: null, saving: 0 }));

/** Whether the office answers, and what waits for it, read-only. */
export const useReach: ReadableState<ReachState> = store;

/** A request without an answer for this long is looked into, in milliseconds. */
const slowMs = 1_000;
/** How long the server may take to say how it is, in milliseconds: longer than it asks its database. */
const lookMs = 8_000;
/** The pause between two looks, in milliseconds. */
const pauseMs = 1_000;

/** When the requests without an answer were made, for those that are slow. */
const slow = new Set<{ readonly startedMs: number }>();
/**
 * Ends requests without an answer once the office is known to be away: their connections may be dead, and a browser has
 * only six to a server, which a new tab needs.
 */
const cuts = new Set<AbortController>();
let whenBack = Promise.withResolvers<void>();

const reachSchema = resultSchema(z.unknown());

const look = async (): Promise<Away['what'] | null> => {
  try {
    const response = await fetch('/office/reach', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(lookMs),
    });
    const result = reachSchema.safeParse(await response.json());
    if (!result.success) return 'server';
    const reach = officeCommands.reach.output.safeParse(result.data.ok ? result.data.value : null);
    // A server of an older version has no such command, but it answers.
    return reach.success && !reach.data.database ? 'database' : null;
  } catch {
    return 'server';
  }
};

const show = (what: Away['what'] | null): void => {
  const { away } = store.getState();
  if (what === (away?.what ?? null)) return;
  if (what === null) {
    store.setState({ away: null });
    whenBack.resolve();
    whenBack = Promise.withResolvers();
    return;
  }
  const firstMs = Math.min(Date.now(), ...[...slow].map(({ startedMs }) => startedMs));
  store.setState({ away: { what, sinceMs: away?.sinceMs ?? firstMs } });
  for (const cut of cuts) cut.abort();
};

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

let looking = false;
/** Looks until the office answers and nothing is slow any more. */
const keepLooking = async (): Promise<void> => {
  if (looking) return;
  looking = true;
  do {
    show(await look());
    // Not all windows of an office at once.
    await pause(pauseMs * (1 + Math.random()));
  } while (store.getState().away !== null || slow.size > 0);
  looking = false;
};

/** Resolves when the office answers; at once if it is not known to be away. */
const untilBack = async (): Promise<void> => {
  if (store.getState().away === null) return;
  void keepLooking();
  await whenBack.promise;
};

/** Tells that a request got no answer. A proxy may refuse this one at once, again and again, and let others through. */
const untilAgain = async (what: Away['what']): Promise<void> => {
  show(what);
  void keepLooking();
  await pause(pauseMs);
};

/** What failed to answer, if this is no answer of the office: a proxy's, or that of a server without its database. */
const awayIn = async (response: Response): Promise<Away['what'] | null> => {
  if (response.status === 502 || response.status === 504) return 'server';
  if (response.status !== 503) return null;
  const result = reachSchema.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!result.success) return 'server';
  const isDatabase = !result.data.ok && result.data.failure.id === officeCommandFailures.databaseAway.id;
  return isDatabase ? 'database' : null;
};

/** Asks before the tab is closed: a change that waits would be lost. */
const hold = (event: Event): void => event.preventDefault();

const countSaving = (by: 1 | -1): void => {
  const saving = store.getState().saving + by;
  store.setState({ saving });
  if (saving === 0) removeEventListener('beforeunload', hold);
  else addEventListener('beforeunload', hold);
};

/** What a window knows of a request. */
export type Sending = {
  /** Whether it may be sent again when no answer came. */
  readonly repeats: boolean;
  /** Whether it saves something. */
  readonly saves: boolean;
  /** Whether nobody waits for it: it is not sent while the office is away. */
  readonly isAside?: boolean;
};

/** Sends a request. Null if it can't be sent again and got no answer. */
export type Send = (
  send: (cut: AbortSignal) => Promise<Response>,
  sending: Sending,
) => Promise<Response | null>;

/** Sends a request to the office, and again after an outage if it may be. */
export const sendPatiently: Send = async (send, { repeats, saves, isAside = false }) => {
  const request = { startedMs: Date.now() };
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slow.add(request);
    if (saves) countSaving(1);
    void keepLooking();
  }, slowMs);
  try {
    for (;;) {
      if (isAside && store.getState().away !== null) return null;
      if (repeats) await untilBack();
      const cut = new AbortController();
      if (repeats || isAside) cuts.add(cut);
      try {
        const response = await send(cut.signal);
        const what = await awayIn(response);
        if (what === null || !repeats) return response;
        await untilAgain(what);
      } catch (error) {
        const isEnded = error instanceof DOMException && error.name === 'AbortError';
        if (!repeats || (isEnded && !cut.signal.aborted)) return null;
        if (!cut.signal.aborted) await untilAgain('server');
      } finally {
        cuts.delete(cut);
      }
    }
  } finally {
    clearTimeout(timer);
    slow.delete(request);
    if (isSlow && saves) countSaving(-1);
  }
};
