import type { PageId } from '../../shared/contract/page.ts';
import type { Store } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { stopped } from './ask-service.ts';
import type { Assessor } from './assessor.ts';
import type { DrawnWitness } from './drawn-witness.ts';
import { createQueue } from './queue.ts';

/**
 * Searches for codes, and compares drawn pages with the data of their files, one page at a time and in parallel with the
 * calls: a page is shown before its code is found.
 */
type QrSearch = {
  /** Skips pages whose picture was searched before, and compared if it was drawn from a file. */
  readonly add: (pages: readonly PageRow[]) => void;
  readonly settled: (ids?: readonly PageId[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

type QrSearchDependencies = {
  readonly store: Pick<Store, 'page' | 'transact'>;
  readonly assessor: Pick<Assessor, 'assessIn'>;
  readonly witness: DrawnWitness;
  /** Notifies the listeners of the current state of pages. */
  readonly tell: (ids: readonly PageId[]) => Promise<void>;
  readonly onBug: (error: unknown) => void;
};

export const createQrSearch = ({ store, assessor, witness, tell, onBug }: QrSearchDependencies): QrSearch => {
  const queue = createQueue<PageId>({
    concurrency: 1,
    idOf: (id) => id,
    groupOf: () => 'qr',
    run: async (id, signal) => {
      const page = await store.page(id);
      const keep = page && (await witness.read(page, signal));
      // Also if nothing is new: a page with an equal picture may have kept the code.
      const changed = await store.transact(async (unit) => {
        await keep?.(unit);
        return assessor.assessIn(unit, id);
      });
      await tell(changed);
      return 'done';
    },
    onDropped: () => {},
    onProgress: () => {},
    onBug: (_, error) => onBug(error),
  });
  return {
    add: (pages) => queue.add(pages.filter(witness.isNeeded).map(({ id }) => id)),
    settled: queue.settled,
    stop: () => queue.stop(stopped),
  };
};
