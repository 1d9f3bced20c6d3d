import { localAuthor } from '../../../shared/review/event.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Store, WriteStore } from '../../store/port.ts';
import type { PageQueue } from '../store/page-queue.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { waitsForBudget } from '../../store/sql/call-budget.ts';
import type { PageRow } from '../../store/records/page.ts';
import { stopped } from '../../pipeline/ask-service.ts';
import type { CallOutcome } from '../../pipeline/recognizer.ts';
import { isAway } from '../store/failures.ts';

type QueuedRecognizerDependencies = {
  readonly store: Store;
  readonly queue: Pick<PageQueue, 'send'>;
  /** Number of running workers; only those that make calls, if `makesCalls`. */
  readonly workers: (makesCalls: boolean) => Promise<number>;
  /**
   * Called once if no page has ended for some time and no worker is running. The process continues to wait.
   */
  readonly onNoWorker: () => void;
  /**
   * Called if a page waits for the budget of another day while no other one does. The process continues to wait.
   */
  readonly onOverBudget: (failure: Failure) => void;
  readonly onBug: (error: unknown) => void;
  /**
   * For tests: that time, and the interval for polling the ledger in addition to notifications, in
   * milliseconds.
   */
  readonly silenceMs?: number;
  readonly lookMs?: number;
};

type QueuedRecognizer = {
  /**
   * Passes a prepared page to the office's workers and waits for its end.
   * @param isNewCall a user requests a new call: no earlier response is reused, and a call that may have been billed
   * is repeated
   */
  readonly recognize: (page: PageRow, isNewCall: boolean, signal: AbortSignal) => Promise<CallOutcome>;
  readonly close: () => void;
};

const ends: Readonly<Partial<Record<PageRow['state'], CallOutcome>>> = {
  recognized: 'recognized',
  failed: 'failed',
  interrupted: 'failed',
  cancelled: 'cancelled',
};

/** Pages of this process that workers must complete. */
export const createQueuedRecognizer = (dependencies: QueuedRecognizerDependencies): QueuedRecognizer => {
  const {
    store,
    queue,
    workers,
    onNoWorker,
    onOverBudget,
    onBug,
    silenceMs = 30_000,
    lookMs = 2_000,
  } = dependencies;
  const waiting = new Map<PageId, () => void>();
  const forCalls = new Set<PageId>();
  let lastSignMs = performance.now();
  let isReported = false;
  const overBudget = new Set<PageId>();

  const wakeAll = (): void => {
    for (const wake of waiting.values()) wake();
  };
  const stopListening = store.listen((pages) => {
    const ours = pages.filter((page) => waiting.has(page));
    if (ours.length > 0) lastSignMs = performance.now();
    for (const page of ours) waiting.get(page)?.();
  }, wakeAll);

  const listenForSilence = async (): Promise<void> => {
    if (isReported || waiting.size === 0 || performance.now() - lastSignMs < silenceMs) return;
    if ((await workers(forCalls.size > 0)) > 0) {
      lastSignMs = performance.now();
      return;
    }
    isReported = true;
    onNoWorker();
  };
  // Notices may be missed, so waiting pages are polled, too.
  const timer = setInterval(() => {
    wakeAll();
    listenForSilence().catch((error: unknown) => {
      // The next look asks an unreachable database again.
      if (!isAway(error)) onBug(error);
    });
  }, lookMs);

  const endOf = async (id: PageId, signal: AbortSignal): Promise<CallOutcome | null> => {
    for (;;) {
      const changed = Promise.withResolvers<void>();
      const wake = (): void => changed.resolve();
      waiting.set(id, wake);
      signal.addEventListener('abort', wake, { once: true });
      const row = await store.page(id);
      const end = row ? ends[row.state] : 'cancelled';
      if (row?.failure && waitsForBudget(row)) {
        if (overBudget.size === 0) onOverBudget(row.failure);
        overBudget.add(id);
      } else overBudget.delete(id);
      if (!end && !signal.aborted) await changed.promise;
      signal.removeEventListener('abort', wake);
      if (end || signal.aborted) return end ?? null;
    }
  };

  /** A running call continues; its response is saved for the next request. */
  const withdraw = (id: PageId): Promise<void> =>
    store.transact(async (unit: WriteStore) => {
      await unit.setStateFrom([id], ['waiting'], 'cancelled');
    });

  return {
    recognize: async (page, isNewCall, signal) => {
      if (waiting.size === 0) lastSignMs = performance.now();
      if (!page.sandbox) forCalls.add(page.id);
      await store.transact(async (unit) => {
        const state = (await unit.page(page.id))?.state;
        // Its call may have been billed: only a user may request another one. This process waits for a running
        // call.
        if (state === undefined || state === 'calling' || (state === 'interrupted' && !isNewCall)) return;
        if (isNewCall) await unit.askAgain([page.id], localAuthor);
        else if (state !== 'waiting') await unit.setState([page.id], 'waiting');
        await queue.send(unit, [page.id]);
      });
      try {
        const end = await endOf(page.id, signal);
        if (end) return end;
        if (signal.reason !== stopped) await withdraw(page.id);
        return 'cancelled';
      } finally {
        waiting.delete(page.id);
        forCalls.delete(page.id);
        overBudget.delete(page.id);
      }
    },
    close: () => {
      clearInterval(timer);
      stopListening();
    },
  };
};
