/**
 * What a call shows about the load: the service kept up, was overloaded (429, 10019, a time-out), is unreachable,
 * or nothing is known.
 */
export type Load = 'fine' | 'overrun' | 'gone' | 'unknown';

/** A call that was admitted; call `leave` once. */
export type Pass = { readonly leave: (load: Load) => void };

/**
 * Limits the number of running calls. Halves the limit if the service is overloaded, and raises it by one after
 * every round without overload, up to the user's setting.
 */
export type Limiter = {
  /** Waits for its turn, in first-come order; null if the signal is aborted first. */
  readonly enter: (signal: AbortSignal) => Promise<Pass | null>;
  /** Admits no call for this time. */
  readonly holdFor: (ms: number) => void;
  /** Admits no call until it is called again with false. */
  readonly setPaused: (paused: boolean) => void;
  readonly setMost: (most: number) => void;
  /** The number of calls that may run now. */
  readonly limit: () => number;
};

/** @param nowMs a monotonic clock */
export const createLimiter = (most: number, nowMs: () => number = () => performance.now()): Limiter => {
  let ceiling = most;
  let limit = most;
  let under = 0;
  let paused = false;
  let heldUntil = 0;
  let lastCut = -1;
  let timer: NodeJS.Timeout | null = null;
  const waiting = new Set<() => void>();

  const isOpen = (): boolean => !paused && under < Math.floor(limit) && nowMs() >= heldUntil;

  const letIn = (): void => {
    for (const enter of waiting) {
      if (!isOpen()) return;
      enter();
    }
  };

  const learn = (load: Load, since: number): void => {
    if (load === 'fine') limit = Math.min(ceiling, limit + 1 / limit);
    // Calls that started before the last reduction show the earlier load.
    if (load === 'gone') limit = 1;
    if (load !== 'overrun' || since <= lastCut) return;
    limit = Math.max(1, Math.floor(limit) / 2);
    lastCut = nowMs();
  };

  const admit = (): Pass => {
    under += 1;
    const since = nowMs();
    let left = false;
    return {
      leave: (load) => {
        if (left) return;
        left = true;
        under -= 1;
        learn(load, since);
        letIn();
      },
    };
  };

  // A timer counts from the time when its loop last read the clock, so it may fire early: if calls are still
  // held, it is set again.
  const openLater = (): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = null;
        if (nowMs() < heldUntil) openLater();
        else letIn();
      },
      Math.max(1, heldUntil - nowMs()),
    );
  };

  return {
    enter: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve(null);
          return;
        }
        const finish = (pass: Pass | null): void => {
          waiting.delete(enter);
          signal.removeEventListener('abort', giveUp);
          resolve(pass);
        };
        const enter = (): void => finish(admit());
        const giveUp = (): void => finish(null);
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.add(enter);
        letIn();
      }),
    holdFor: (ms) => {
      heldUntil = Math.max(heldUntil, nowMs() + ms);
      openLater();
    },
    setPaused: (wanted) => {
      paused = wanted;
      letIn();
    },
    setMost: (wanted) => {
      // A reduced limit stays reduced until the service keeps up again.
      limit = limit >= ceiling ? wanted : Math.min(limit, wanted);
      ceiling = wanted;
      letIn();
    },
    limit: () => Math.floor(limit),
  };
};
