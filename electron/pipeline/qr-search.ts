import type { PageId } from '../../shared/contract/page.ts';
import type { ReadStore } from '../store/port.ts';
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
  readonly store: Pick<ReadStore, 'page'>;
  readonly assessor: Pick<Assessor, 'lookForQr' | 'needsQr'>;
  readonly look: DrawnWitness;
  /** A page's picture was searched. */
  readonly onFound: (id: PageId) => Promise<void>;
  readonly onBug: (error: unknown) => void;
};

export const createQrSearch = ({ store, assessor, look, onFound, onBug }: QrSearchDependencies): QrSearch => {
  const queue = createQueue<PageId>({
    concurrency: 1,
    idOf: (id) => id,
    groupOf: () => 'qr',
    run: async (id, signal) => {
      const page = await store.page(id);
      if (page) await assessor.lookForQr(page);
      if (page) await look.compare(page, signal);
      await onFound(id);
      return 'done';
    },
    onDropped: () => {},
    onProgress: () => {},
    onBug: (_, error) => onBug(error),
  });
  return {
    add: (pages) =>
      queue.add(pages.filter((page) => assessor.needsQr(page) || look.isNeeded(page)).map(({ id }) => id)),
    settled: queue.settled,
    stop: () => queue.stop(stopped),
  };
};
