import { setImmediate } from 'node:timers/promises';
import type { PageId } from '../../shared/contract/page.ts';
import type { ReadStore } from '../store/port.ts';
import type { Assessor } from './assessor.ts';

export type RecheckDependencies = {
  readonly store: Pick<ReadStore, 'recognized'>;
  readonly assessor: Pick<Assessor, 'assessOne'>;
  /** Tells the listeners how pages stand now. */
  readonly tell: (ids: readonly PageId[]) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/** Works the checks of all invoices out again, after what they depend on has changed. */
export type Recheck = {
  /** Begins from the front; a run that is still under way ends. */
  readonly start: () => void;
  /** Ends what runs, and waits for it. */
  readonly stop: () => Promise<void>;
};

/** Pages that are told of together. */
const toldAtOnce = 50;

export const createRecheck = ({ store, assessor, tell, onFault }: RecheckDependencies): Recheck => {
  let run: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();

  const recheck = async (signal: AbortSignal): Promise<void> => {
    let told: PageId[] = [];
    for (const id of await store.recognized('vat-invoice')) {
      if (signal.aborted) break;
      await assessor.assessOne(id);
      told.push(id);
      if (told.length < toldAtOnce) continue;
      await tell(told);
      told = [];
      // A cached derivation is worked through without a pause: the window is answered in between.
      await setImmediate();
    }
    await tell(told);
  };

  return {
    start: () => {
      run?.abort();
      const { signal } = (run = new AbortController());
      const before = ended;
      ended = (async () => {
        await before;
        // One tick later: the change is answered first.
        await setImmediate();
        if (!signal.aborted) await recheck(signal);
      })().catch(onFault);
    },
    stop: async () => {
      run?.abort();
      await ended;
    },
  };
};
