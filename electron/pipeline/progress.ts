import type { Progress } from '../../shared/contract/commands.ts';
import { serviceIdSchema } from '../../shared/services/service.ts';
import type { Counts } from './queue.ts';

/** How fast jobs end, measured by the last of them. */
type CallRate = {
  readonly tick: () => void;
  /** Null until there is enough data. */
  readonly perMinute: () => number | null;
  readonly secondsFor: (jobs: number) => number | null;
  readonly forget: () => void;
};

/**
 * The number of ended jobs that are measured: enough for calls that end in rounds, and few enough to follow a
 * change.
 */
const looksAt = 24;

const createRate = (): CallRate => {
  let ends: readonly number[] = [];
  const perMinute = (): number | null => {
    const first = ends[0];
    if (first === undefined || ends.length < 3) return null;
    // Up to now, and not to the last end: a stalled queue gets slower.
    const spanMs = performance.now() - first;
    return spanMs > 0 ? ((ends.length - 1) * 60_000) / spanMs : null;
  };
  return {
    tick: () => {
      ends = [...ends.slice(1 - looksAt), performance.now()];
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

/** The progress of each service's pages, as windows receive it. */
type QueueProgress = {
  readonly changed: (service: string, counts: Counts) => void;
  readonly setPaused: (paused: boolean) => void;
  readonly setOffline: (offline: boolean) => void;
  /** Reports the progress of each service that has work left. */
  readonly tell: () => void;
};

export const createProgress = (emit: (progress: Progress) => void): QueueProgress => {
  let paused = false;
  let offline = false;
  const lastCounts = new Map<string, Counts>();
  const timers = new Map<string, NodeJS.Immediate>();
  const rates = new Map<string, CallRate>();
  /** What each service's pages were last reported as. */
  const told = new Map<string, string>();

  const progressOf = (service: string, counts: Counts): Progress => {
    const { total, finished, failed } = counts;
    const rate = rates.get(service);
    return {
      service: serviceIdSchema.parse(service),
      total,
      finished,
      failed,
      paused,
      offline,
      perMinute: rate?.perMinute() ?? null,
      secondsLeft: rate?.secondsFor(total - finished) ?? null,
    };
  };

  const tellOne = (service: string): void => {
    const soon = timers.get(service);
    if (soon) clearImmediate(soon);
    timers.delete(service);
    const counts = lastCounts.get(service);
    const news = counts && `${counts.finished} ${counts.failed} ${counts.total}`;
    // That a job began is no news: its page says so itself.
    if (!counts || !news || told.get(service) === news) return;
    told.set(service, news);
    emit(progressOf(service, counts));
  };

  /** Jobs begin and end several at once: windows need the last count only. */
  const tellSoon = (service: string): void => {
    if (!timers.has(service)) timers.set(service, setImmediate(tellOne, service));
  };

  /** The reason for holding the queue has changed, but not the queue. */
  const tell = (): void => {
    for (const [service, counts] of lastCounts)
      if (counts.finished < counts.total) emit(progressOf(service, counts));
  };

  return {
    changed: (service, counts) => {
      const rate = rates.get(service) ?? createRate();
      rates.set(service, rate);
      if (counts.finished > (lastCounts.get(service)?.finished ?? 0)) rate.tick();
      if (counts.finished === counts.total) rate.forget();
      lastCounts.set(service, counts);
      if (counts.finished === counts.total) tellOne(service);
      else tellSoon(service);
    },
    setPaused: (wanted) => {
      paused = wanted;
      for (const rate of rates.values()) rate.forget();
      tell();
    },
    setOffline: (wanted) => {
      offline = wanted;
      tell();
    },
    tell,
  };
};
