import type { PageId } from '../../../shared/contract/page.ts';
import type { Store } from '../../store/port.ts';
import { wantsWorker, type PageJob, type PageQueue } from '../store/page-queue.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import type { PageRow } from '../../store/records/page.ts';
import { waitsForBudget } from '../../store/sql/call-budget.ts';
import { stopped } from '../../pipeline/ask-service.ts';
import { newBatch, type Batch } from '../../pipeline/batch.ts';
import type { CallOutcome, Recognizer } from '../../pipeline/recognizer.ts';
import type { Route } from '../../pipeline/routes.ts';
import { recognizePage, type ReadersOfPage, type ScanReader } from '../../pipeline/scan-intake.ts';

type PageWorkerDependencies = {
  readonly store: Store;
  readonly queue: PageQueue;
  readonly recognizer: Recognizer;
  /** Who reads a page; no route if this worker can't send it, because it has no account. */
  readonly readersFor: (page: PageRow) => Promise<ReadersOfPage & { readonly route: Route | null }>;
  /** Reads pictures on this computer. */
  readonly scans: ScanReader;
  /** Whether no call is made for a picture whose local reading is proven whole. */
  readonly skipsProven: () => boolean;
  readonly concurrency: number;
  readonly onBug: (error: unknown) => void;
  /** Whether an error is no fault of the page: its database or its disk is unavailable for now. */
  readonly isOutage: (error: unknown) => boolean;
  /** A page has ended, this many seconds after it was taken. */
  readonly onEnded?: (isFailed: boolean, seconds: number) => void;
  /** For tests: waits in milliseconds. */
  readonly lookMs?: number;
  readonly haltMs?: number;
};

/** The work of a worker since the last request for these counts. */
type WorkerCounts = { readonly pages: number; readonly failures: number };

type PageWorker = {
  readonly counts: () => WorkerCounts;
  /** Reports to the queue that this worker is alive. */
  readonly touch: () => Promise<void>;
  /** Finishes the running calls and returns the other pages. */
  readonly stop: () => Promise<void>;
};

/** How often a page is tried that fails unexpectedly. */
const mostFaults = 20;

type Running = { readonly page: PageId; readonly abort: AbortController };
type JobEnd = 'done' | 'give-back';

/** Takes pages from the queue, a fixed number at a time, and completes each. */
export const createPageWorker = (dependencies: PageWorkerDependencies): PageWorker => {
  const { store, queue, recognizer, readersFor, scans, skipsProven, concurrency, onBug } = dependencies;
  const { lookMs = 2_000, haltMs = 60_000, onEnded, isOutage } = dependencies;
  const running = new Map<string, Running>();
  const ending = new Set<Promise<void>>();
  let batch: Batch = newBatch();
  let haltedUntilMs = 0;
  let standsBackUntilMs = 0;
  let stopping = false;
  let taking = false;
  let again = false;
  let pages = 0;
  let failures = 0;

  /** A cause that would affect every page, such as a refused account. The worker tries again after a while. */
  const minded = (): Batch => {
    const nowMs = performance.now();
    if (batch.halt.failure() && haltedUntilMs === 0) haltedUntilMs = nowMs + haltMs;
    if (haltedUntilMs !== 0 && nowMs >= haltedUntilMs) {
      batch = newBatch();
      haltedUntilMs = 0;
    }
    return batch;
  };

  const afterwards = async (page: PageId, outcome: CallOutcome, takenMs: number): Promise<JobEnd> => {
    if (outcome === 'held-back') {
      const row = await store.page(page);
      // It gets another job when it may call again.
      return row && waitsForBudget(row) ? 'done' : 'give-back';
    }
    if (outcome === 'cancelled') return (await store.page(page))?.state === 'waiting' ? 'give-back' : 'done';
    pages += 1;
    if (outcome === 'failed') failures += 1;
    onEnded?.(outcome === 'failed', (performance.now() - takenMs) / 1_000);
    return 'done';
  };

  const work = async ({ page: id }: PageJob, signal: AbortSignal): Promise<JobEnd> => {
    const page = await store.page(id);
    // Another worker's call: it ends, or its lease does.
    if (page?.state === 'calling') return 'give-back';
    if (!page || !wantsWorker(page)) return 'done';
    const { here, calls, route } = await readersFor(page);
    if (calls && !route) {
      // Another worker has the account. It must get the chance to take the page.
      standsBackUntilMs = performance.now() + 3 * lookMs;
      return 'give-back';
    }
    const takenMs = performance.now();
    const outcome =
      calls && route
        ? await recognizePage(page, signal, {
            scans,
            here,
            skipsProven: skipsProven(),
            call: (asked, owesReading) => recognizer.recognize(asked, route, minded(), signal, owesReading),
          })
        : await scans.recognize(page, 'alone', signal);
    return afterwards(id, outcome, takenMs);
  };

  /** A page whose processing fails again and again must end, with its reason. An outage passes, and counts as nothing. */
  const afterFault = async (job: PageJob, error: unknown): Promise<void> => {
    const faults = isOutage(error) ? job.faults : job.faults + 1;
    if (faults < mostFaults) {
      await queue.giveBack({ ...job, faults });
      return;
    }
    await giveUp(job, error instanceof Error ? error.name : typeof error);
  };

  /** The page failed, or ended its worker, at every try. */
  const giveUp = async (job: PageJob, detail: string): Promise<void> => {
    await store.transact(async (unit) => {
      // A call that is under way ends with its lease.
      if ((await unit.page(job.page))?.state === 'waiting')
        await unit.refuse(job.page, failureOf('internal', { detail }));
    });
    failures += 1;
    onEnded?.(true, 0);
    await queue.done(job);
  };

  const run = async (job: PageJob): Promise<void> => {
    const abort = new AbortController();
    running.set(job.id, { page: job.page, abort });
    if (stopping) abort.abort(stopped);
    try {
      if (job.faults >= mostFaults) {
        await giveUp(job, 'worker ended');
        return;
      }
      const end = await work(job, abort.signal);
      await (end === 'done' ? queue.done(job) : queue.giveBack(job));
    } catch (error) {
      onBug(error);
      await afterFault(job, error).catch(onBug);
    } finally {
      running.delete(job.id);
    }
  };

  const start = (job: PageJob): void => {
    const ended = run(job).finally(() => {
      ending.delete(ended);
      fill();
    });
    ending.add(ended);
  };

  const take = async (): Promise<void> => {
    do {
      again = false;
      const free = concurrency - running.size;
      const isHalted = minded().halt.failure() !== null;
      if (stopping || free < 1 || isHalted || performance.now() < standsBackUntilMs) return;
      for (const job of await queue.take(free)) start(job);
    } while (again);
  };

  /** One query to the queue at a time: requests in the meantime use the next one. */
  function fill(): void {
    again = true;
    if (taking || stopping) return;
    taking = true;
    take()
      .catch(onBug)
      .finally(() => {
        taking = false;
      });
  }

  const stopListening = [
    queue.listen(fill),
    store.listen((changed, by) => {
      if (by === 'this') return;
      for (const { page, abort } of running.values())
        if (changed.includes(page)) void cancelIfWanted(page, abort).catch(onBug);
    }),
  ];

  /** A user has cancelled the page: the worker stops waiting for its call. */
  async function cancelIfWanted(page: PageId, abort: AbortController): Promise<void> {
    const row = await store.page(page);
    if (!row || row.state === 'cancelled') abort.abort();
  }

  const timer = setInterval(fill, lookMs);
  fill();

  return {
    counts: () => {
      const counted = { pages, failures };
      [pages, failures] = [0, 0];
      return counted;
    },
    touch: () => queue.touch([...running.keys()]),
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      for (const end of stopListening) end();
      for (const { abort } of running.values()) abort.abort(stopped);
      while (ending.size > 0) await Promise.all(ending);
    },
  };
};
