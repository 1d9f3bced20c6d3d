import { create } from 'zustand';
import type { SessionEnd, User } from '../../shared/contract/office.ts';
import { callOffice } from './claims.ts';
import type { ReadableState } from './read-store.ts';

type SessionState = {
  /** Why the session of this window has ended; `unknown` if the office doesn't say. Null while it is open. */
  readonly ended: SessionEnd | 'unknown' | null;
};

const store = create<SessionState>(() => ({ ended: null }));

/** Whether the user must sign in again, read-only. */
export const useSession: ReadableState<SessionState> = store;

let me: User | null = null;
let again: PromiseWithResolvers<void> | null = null;

const reload = (): void => window.location.reload();

/** The user has signed in again, in this window or in another tab. Another user gets a fresh window. */
export const signedInAgain = (person: User): void => {
  if (person.id !== me?.id) return reload();
  store.setState({ ended: null });
  again?.resolve();
  again = null;
};

/**
 * Resolves when the window has a session again. Until then the window keeps everything that the user typed, and shows
 * why the session has ended.
 */
export const untilSignedIn = async (): Promise<void> => {
  if (again) return await again.promise;
  const waiting = Promise.withResolvers<void>();
  again = waiting;
  const who = await callOffice('who', {});
  if (who.ok && who.value.person) signedInAgain(who.value.person);
  else store.setState({ ended: (who.ok && who.value.ended) || 'unknown' });
  await waiting.promise;
};

const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll'] as const;

/** Calls `act` when a person uses this window: at once, and then at most once in this time, in milliseconds. */
export const onUse = (everyMs: number, act: () => void): void => {
  let last = -everyMs;
  let isPlanned = false;
  const run = (): void => {
    last = performance.now();
    isPlanned = false;
    act();
  };
  const used = (event: Event): void => {
    // Scripts of the window make events, too.
    if (!event.isTrusted || isPlanned) return;
    const left = last + everyMs - performance.now();
    if (left <= 0) return run();
    isPlanned = true;
    setTimeout(run, left);
  };
  for (const use of uses) window.addEventListener(use, used, { capture: true, passive: true });
};

const noteEveryMs = 60_000;

/** Tells the office when its user uses this window: nothing else extends the session. */
export const followSession = (user: User): void => {
  me = user;
  onUse(noteEveryMs, () => void callOffice('use', {}));
};
