import { setImmediate } from 'node:timers/promises';
import type { PageId } from '../../shared/contract/page.ts';
import type { ReadStore } from '../store/port.ts';
import type { Assessor } from './assessor.ts';

type RecheckDependencies = {
  readonly store: Pick<ReadStore, 'recognized'>;
  readonly assessor: Pick<Assessor, 'assessOne'>;
  /** Notifies the listeners of the current state of pages. */
  readonly tell: (ids: readonly PageId[]) => Promise<void>;
  readonly onBug: (error: unknown) => void;
};

/** Updates the findings of all invoices after something that they depend on has changed. */
export type Recheck = {
  /** Starts from the beginning, after ending an earlier run. */
  readonly start: () => void;
  /** Ends the current run, and waits for it. */
  readonly stop: () => Promise<void>;
};

/** Number of pages in one notification. */
const pagesPerNotice = 50;

export const createRecheck = ({ store, assessor, tell, onBug }: RecheckDependencies): Recheck => {
  let run: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();

  const recheck = async (signal: AbortSignal): Promise<void> => {
    let updated: PageId[] = [];
    for (const id of await store.recognized('vat-invoice')) {
      if (signal.aborted) break;
      await assessor.assessOne(id);
      updated.push(id);
      if (updated.length < pagesPerNotice) continue;
      await tell(updated);
      updated = [];
      // Cached derivations involve no waiting: this lets the window's requests through.
      await setImmediate();
    }
    await tell(updated);
  };

  return {
    start: () => {
      run?.abort();
      const { signal } = (run = new AbortController());
      const before = ended;
      ended = (async () => {
        await before;
        // One tick later: the response to the change goes first.
        await setImmediate();
        if (!signal.aborted) await recheck(signal);
      })().catch(onBug);
    },
    stop: async () => {
      run?.abort();
      await ended;
    },
  };
};
