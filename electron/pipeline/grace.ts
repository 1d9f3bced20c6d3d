/** How long a call that is under way may go on after a stop, in milliseconds: its answer is paid for. */
export const graceMs = 5_000;

export type Grace = {
  /** Aborted some time after the given signal, for the same reason. */
  readonly signal: AbortSignal;
  /** To be called when the call has ended. */
  readonly release: () => void;
};

/** A signal for one call: a stop reaches it late, so that an answer that is about to come is kept. */
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
