/**
 * Waits this many milliseconds, or until one of the signals is aborted, whichever is first. Never rejects.
 */
export type Pause = (ms: number, signals: readonly AbortSignal[]) => Promise<void>;

export const pause: Pause = (ms, signals) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end, { once: true });
    if (signals.some(({ aborted }) => aborted)) end();
  });
