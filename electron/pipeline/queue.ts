/** How a job ended, for the counts. */
export type JobEnd = 'done' | 'failed' | 'cancelled';

/** The jobs of one group by state, announced ones included, counted since the group last ran empty. */
export type Counts = {
  readonly total: number;
  readonly finished: number;
  readonly failed: number;
  readonly running: number;
};

type QueueOptions<Job> = {
  readonly concurrency: number;
  /** Two jobs with the same id are one: the second is dropped while the first waits or runs. */
  readonly idOf: (job: Job) => number;
  readonly groupOf: (job: Job) => string;
  /** Does the work. A rejection is a bug: it goes to `onBug`, and the other jobs continue. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<JobEnd>;
  /** A job that was stopped while it waited. */
  readonly onDropped: (job: Job) => void;
  /** A job has run, and the jobs that take its place have begun. */
  readonly onEnd?: (job: Job) => void;
  readonly onProgress: (group: string, counts: Counts) => void;
  readonly onBug: (job: Job, error: unknown) => void;
  /**
   * A job that broke off after the queue was stopped, because its resources were closed. The next start resumes it.
   */
  readonly onBrokenOff?: (job: Job, error: unknown) => void;
};

/** Runs jobs first come, first served, a fixed number at a time; a failure never stops the others. */
type Queue<Job> = {
  readonly add: (jobs: readonly Job[]) => void;
  /** More jobs of a group are about to be added: its run is not complete before they are. */
  readonly expect: (group: string, jobs: number) => void;
  readonly cancel: (ids: readonly number[] | 'all') => void;
  /** Forgets waiting jobs without calling `onDropped`. */
  readonly letGo: (isMeant: (job: Job) => boolean) => void;
  /** While paused nothing starts; running jobs continue. */
  readonly setPaused: (paused: boolean) => void;
  readonly isPaused: () => boolean;
  /**
   * Ends for good: waiting jobs are forgotten, running jobs are aborted with the reason, and nothing starts
   * any more.
   */
  readonly stop: (reason: unknown) => Promise<void>;
  readonly setConcurrency: (concurrency: number) => void;
  readonly has: (id: number) => boolean;
  /** Resolves when nothing waits or runs; with ids, only those jobs count. */
  readonly settled: (ids?: readonly number[]) => Promise<void>;
};

const none: Counts = { total: 0, finished: 0, failed: 0, running: 0 };

export const createQueue = <Job>(options: QueueOptions<Job>): Queue<Job> => {
  let { concurrency } = options;
  // A Map keeps insertion order and can remove a single job at once.
  const waiting = new Map<number, Job>();
  const running = new Map<number, AbortController>();
  const counts = new Map<string, Counts>();
  const expected = new Map<string, number>();
  const watchers = new Set<() => void>();
  let stopped = false;
  let paused = false;

  const count = (group: string, change: (counts: Counts) => Counts): void => {
    const changed = change(counts.get(group) ?? none);
    const coming = expected.get(group) ?? 0;
    const empty = changed.finished === changed.total && changed.running === 0 && coming === 0;
    counts.set(group, empty ? none : changed);
    options.onProgress(group, { ...changed, total: changed.total + coming });
  };

  const ended = (group: string, end: JobEnd, ran: boolean): void => {
    count(group, ({ total, finished, failed, running: under }) => ({
      total,
      finished: finished + 1,
      failed: failed + Number(end === 'failed'),
      running: under - Number(ran),
    }));
  };

  const work = async (job: Job, controller: AbortController): Promise<void> => {
    let end: JobEnd = 'failed';
    try {
      end = await options.run(job, controller.signal);
    } catch (error) {
      const report = (stopped && options.onBrokenOff) || options.onBug;
      report(job, error);
    }
    running.delete(options.idOf(job));
    ended(options.groupOf(job), end, true);
    start();
    options.onEnd?.(job);
    for (const watcher of watchers) watcher();
  };

  const start = (): void => {
    for (const [id, job] of waiting) {
      if (paused || running.size >= concurrency) return;
      waiting.delete(id);
      const controller = new AbortController();
      running.set(id, controller);
      count(options.groupOf(job), (before) => ({ ...before, running: before.running + 1 }));
      void work(job, controller);
    }
  };

  const drop = (id: number): void => {
    const job = waiting.get(id);
    if (job === undefined) return;
    waiting.delete(id);
    options.onDropped(job);
    ended(options.groupOf(job), 'cancelled', false);
  };

  const isPending = (ids?: readonly number[]): boolean =>
    ids === undefined
      ? waiting.size + running.size > 0
      : ids.some((id) => waiting.has(id) || running.has(id));

  const settled = async (ids?: readonly number[]): Promise<void> => {
    if (!isPending(ids)) return;
    await new Promise<void>((resolve) => {
      const watcher = (): void => {
        if (isPending(ids)) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
    });
  };

  return {
    add: (jobs) => {
      if (stopped) return;
      const added = new Map<string, number>();
      for (const job of jobs) {
        const id = options.idOf(job);
        if (waiting.has(id) || running.has(id)) continue;
        waiting.set(id, job);
        const group = options.groupOf(job);
        added.set(group, (added.get(group) ?? 0) + 1);
      }
      for (const [group, more] of added)
        count(group, (before) => ({ ...before, total: before.total + more }));
      start();
    },
    expect: (group, jobs) => {
      if (stopped || jobs === (expected.get(group) ?? 0)) return;
      expected.set(group, jobs);
      count(group, (before) => before);
    },
    cancel: (ids) => {
      const named = ids === 'all' ? [...waiting.keys(), ...running.keys()] : ids;
      // Waiting jobs are stopped first. Otherwise, the place of a stopped job could go to a job that must also
      // stop.
      for (const id of named) drop(id);
      for (const id of named) running.get(id)?.abort();
      for (const watcher of watchers) watcher();
    },
    letGo: (isMeant) => {
      for (const [id, job] of waiting) {
        if (!isMeant(job)) continue;
        waiting.delete(id);
        ended(options.groupOf(job), 'cancelled', false);
      }
      for (const watcher of watchers) watcher();
    },
    setPaused: (wanted) => {
      paused = wanted;
      start();
    },
    isPaused: () => paused,
    setConcurrency: (wanted) => {
      concurrency = wanted;
      start();
    },
    has: (id) => waiting.has(id) || running.has(id),
    settled,
    stop: async (reason) => {
      stopped = true;
      waiting.clear();
      for (const watcher of watchers) watcher();
      for (const controller of running.values()) controller.abort(reason);
      await settled();
    },
  };
};
