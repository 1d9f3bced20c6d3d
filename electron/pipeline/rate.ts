/** How fast jobs end, measured by the last of them. */
export type CallRate = {
  readonly tick: () => void;
  /** Null until there is enough data. */
  readonly perMinute: () => number | null;
  readonly secondsFor: (jobs: number) => number | null;
  readonly forget: () => void;
};

/** Number of ends that count: enough for calls that end in rounds, few enough to follow a change. */
const looksAt = 24;

/** @param nowMs a monotonic clock */
export const createRate = (nowMs: () => number = () => performance.now()): CallRate => {
  let ends: readonly number[] = [];
  const perMinute = (): number | null => {
    const first = ends[0];
    if (first === undefined || ends.length < 3) return null;
    // Up to now, and not to the last end: a stalled queue gets slower.
    const spanMs = nowMs() - first;
    return spanMs > 0 ? ((ends.length - 1) * 60_000) / spanMs : null;
  };
  return {
    tick: () => {
      ends = [...ends.slice(1 - looksAt), nowMs()];
    },
    perMinute,
    secondsFor: (jobs) => {
      const rate = perMinute();
      return rate === null ? null : Math.ceil((jobs * 60) / rate);
    },
    forget: () => {
      ends = [];
    },
  };
};
