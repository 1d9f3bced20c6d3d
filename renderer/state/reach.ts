import { create } from 'zustand';
import { z } from 'zod';
import { resultSchema } from '../../shared/contract/commands.ts';
import { officeCommands } from '../../shared/contract/office.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import { outageFailures } from '../../shared/texts/outage.ts';
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
/**
 * How long a change is sent again after its first answer was lost, in milliseconds. The office knows for two days that
 * it has stored it.
 */
const giveUpMs = 24 * 3_600_000;
/** The pause between two looks, in milliseconds. */
const pauseMs = 1_000;
/** How often a request that alone gets no answer is sent again. */
const triesAlone = 3;

/** When the requests without an answer were made, for those that are slow. */
const slow = new Set<{ readonly startedMs: number }>();
/**
 * Ends requests without an answer once the office is known to be away: their connections may be dead, and a browser has
 * only six to a server, which a new tab needs.
 */
const cuts = new Set<AbortController>();
let whenBack = Promise.withResolvers<void>();

const reachSchema = resultSchema(z.unknown());

const askHow = async (): Promise<Away['what'] | null> => {
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

let current: Promise<Away['what'] | null> | null = null;
/** Looks whether the office answers, once for all who ask meanwhile, and shows it. */
const look = (): Promise<Away['what'] | null> => {
  current ??= askHow().then((what) => {
    current = null;
    show(what);
    return what;
  });
  return current;
};

let looking = false;
/** Looks until the office answers and nothing is slow any more. */
const keepLooking = async (): Promise<void> => {
  if (looking) return;
  looking = true;
  do {
    await look();
    // Not all windows of an office at once.
    await pause(pauseMs * (1 + Math.random()));
  } while (store.getState().away !== null || slow.size > 0);
  looking = false;
};

/** Resolves when the office answers, or at this time; at once if the office is not known to be away. */
const untilBack = async (endMs: number | null): Promise<void> => {
  if (store.getState().away === null) return;
  void keepLooking();
  const back = whenBack.promise;
  if (endMs === null) return await back;
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, endMs - Date.now());
  await Promise.race([back, end.promise]);
  clearTimeout(timer);
};

/**
 * Waits before a request that got no answer is sent again. Returns whether the office is there all the same: a proxy may
 * refuse this request alone, again and again, and must not end the others.
 */
const failsAlone = async (): Promise<boolean> => {
  if ((await look()) !== null) return false;
  await pause(pauseMs);
  return true;
};

/** Whether this is no answer of the office, but a proxy's, or that of a server without its database. */
const isNoAnswer = async (response: Response): Promise<boolean> => {
  if (response.status === 502 || response.status === 504) return true;
  if (response.status !== 503) return false;
  const result = reachSchema.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!result.success) return true;
  return !result.data.ok && result.data.failure.id === officeCommandFailures.databaseAway.id;
};

/** Asks before the tab is closed: a change that waits would be lost. */
const hold = (event: Event): void => event.preventDefault();

const countSaving = (by: 1 | -1): void => {
  const saving = store.getState().saving + by;
  store.setState({ saving });
  if (saving === 0) removeEventListener('beforeunload', hold);
  else addEventListener('beforeunload', hold);
};

/** Answers in the office's place what can't be sent now. */
const refusalOf = ({ what }: Away): Response =>
  Response.json({ ok: false, failure: outageFailures[what] }, { status: 503 });

/** What a window knows of a request. */
export type Sending = {
  /** Whether it may be sent again when no answer came. */
  readonly repeats: boolean;
  /** Whether it saves something. */
  readonly saves: boolean;
  /** Whether nobody waits for it: it ends when the office is known to be away. */
  readonly isAside?: boolean;
};

/** What happened to a request so far. */
export type Tries = {
  /** When it first got no answer: the office may have stored it since. Null if that never happened. */
  lostMs: number | null;
};

/** Sends a request. Null if it got no answer, and is not sent again. */
export type Send = (
  send: (cut: AbortSignal) => Promise<Response>,
  sending: Sending,
  tries?: Tries,
) => Promise<Response | null>;

/**
 * Sends a request to the office, and again after an outage if it may be: a change for a day at most. What may not is
 * refused at once while the office is known to be away.
 */
export const sendPatiently: Send = async (
  send,
  { repeats, saves, isAside = false },
  tries = { lostMs: null },
) => {
  const { away } = store.getState();
  if (!repeats && away !== null) return isAside ? null : refusalOf(away);
  const request = { startedMs: Date.now() };
  const endMs = (): number | null => (saves && tries.lostMs !== null ? tries.lostMs + giveUpMs : null);
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slow.add(request);
    if (saves) countSaving(1);
    void keepLooking();
  }, slowMs);
  try {
    for (let alone = 0; ;) {
      if (repeats) await untilBack(endMs());
      if (Date.now() >= (endMs() ?? Infinity)) return null;
      const sentMs = Date.now();
      const cut = new AbortController();
      if (repeats || isAside) cuts.add(cut);
      try {
        const response = await send(cut.signal);
        if (!repeats || alone === triesAlone || !(await isNoAnswer(response))) return response;
        tries.lostMs ??= sentMs;
        alone = (await failsAlone()) ? alone + 1 : 0;
      } catch (error) {
        const isEnded = error instanceof DOMException && error.name === 'AbortError';
        if (!repeats || (isEnded && !cut.signal.aborted)) return null;
        tries.lostMs ??= sentMs;
        if (cut.signal.aborted) continue;
        if (alone === triesAlone) return null;
        alone = (await failsAlone()) ? alone + 1 : 0;
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
