import { setTimeout as wait } from 'node:timers/promises';

/** Waits this many milliseconds, or until the signal is aborted. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (ms, signal) => wait(ms, undefined, { signal }).catch(() => {});

/** How long a running call may continue after a stop, in milliseconds, because its response is billed. */
export const graceMs = 5_000;

type Grace = {
  /** Aborted some time after the given signal, with the same reason. */
  readonly signal: AbortSignal;
  /** Call this when the call has ended. */
  readonly release: () => void;
};

/** A signal for one call: a stop takes effect with a delay, so that a response that is about to arrive is saved. */
export const withGrace = (signal: AbortSignal, waitMs: number = graceMs): Grace => {
  const late = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  const begin = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), waitMs);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    signal: late.signal,
    release: () => {
      signal.removeEventListener('abort', begin);
      if (timer) clearTimeout(timer);
    },
  };
};
