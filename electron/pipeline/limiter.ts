/** What a call told of the service: it kept up, it was overrun (429, 10019, a time-out), it is out of reach, or nothing. */
export type Load = 'fine' | 'overrun' | 'gone' | 'unknown';

/** A call that was let in; to be left once. */
export type Pass = { readonly leave: (load: Load) => void };

/**
 * Lets so many calls be under way at once: half as many when the service is overrun, and one more for every round that
 * it kept up with, never beyond what the user allows.
 */
export type Limiter = {
  /** Waits for its turn, in the order of asking; null where a signal is aborted first. */
  readonly enter: (signals: readonly AbortSignal[]) => Promise<Pass | null>;
  /** Lets nobody in for so long. */
  readonly holdFor: (ms: number) => void;
  /** Lets nobody in until it is ended. */
  readonly setPaused: (paused: boolean) => void;
  readonly setMost: (most: number) => void;
  /** How many may be under way at this moment. */
  readonly limit: () => number;
};

/** @param nowMs a clock that never goes back */
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
    // Calls that set out before the last cut tell of the time before it.
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

  // A timer counts from the moment its loop last looked at the clock, so it may fire early: while the door is still
  // shut, it is set anew.
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
    enter: (signals) =>
      new Promise((resolve) => {
        if (signals.some(({ aborted }) => aborted)) {
          resolve(null);
          return;
        }
        const finish = (pass: Pass | null): void => {
          waiting.delete(enter);
          for (const signal of signals) signal.removeEventListener('abort', giveUp);
          resolve(pass);
        };
        const enter = (): void => finish(admit());
        const giveUp = (): void => finish(null);
        for (const signal of signals) signal.addEventListener('abort', giveUp, { once: true });
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
      // One that was slowed stays so until the service keeps up again.
      limit = limit >= ceiling ? wanted : Math.min(limit, wanted);
      ceiling = wanted;
      letIn();
    },
    limit: () => Math.floor(limit),
  };
};
