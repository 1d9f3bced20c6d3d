import { setImmediate } from 'node:timers/promises';
import type { PageId } from '../../shared/contract/page.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Pages } from '../store/sqlite/pages.ts';
import type { LedgerReader } from '../store/sqlite/reader.ts';
import type { Assessor } from './assessor.ts';

export type RecheckDependencies = {
  readonly pages: Pick<Pages, 'get'>;
  readonly reader: LedgerReader;
  readonly assessor: Assessor;
  /** Tells the listeners how pages stand now. */
  readonly tell: (ids: readonly PageId[]) => void;
  readonly onFault: (error: unknown) => void;
};

/** Works the checks of all invoices out again, after what they depend on has changed. */
export type Recheck = {
  /** Begins from the front; a run that is still under way ends. */
  readonly start: () => void;
  /** Ends what runs, and waits for it. */
  readonly stop: () => Promise<void>;
};

/** Work goes on in pieces of about this many milliseconds, so that the window is answered in between. */
const pieceMs = 12;

const isChecked = (row: PageRow | null): row is PageRow =>
  row?.state === 'recognized' && row.service === 'vat-invoice';

export const createRecheck = ({ pages, reader, assessor, tell, onFault }: RecheckDependencies): Recheck => {
  let run: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();

  const recheck = async (signal: AbortSignal): Promise<void> => {
    let told: PageId[] = [];
    const ids = await reader.read('recognized', { service: 'vat-invoice' });
    if (signal.aborted) return;
    let since = performance.now();
    for (const id of ids) {
      const row = pages.get(id);
      if (isChecked(row)) {
        assessor.assess(row);
        told.push(id);
      }
      if (performance.now() - since < pieceMs) continue;
      tell(told);
      told = [];
      await setImmediate();
      if (signal.aborted) return;
      since = performance.now();
    }
    tell(told);
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
