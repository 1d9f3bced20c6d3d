import { success } from '../../shared/result.ts';
import type { LedgerReader } from '../store/sqlite/reader.ts';
import type { Handlers } from './handlers.ts';
import { summaryOf } from '../pipeline/page-summary.ts';
import type { ReadAside } from './read-aside.ts';

/** Looks through everything that was ever read. */
export const historyCommands = (
  reader: LedgerReader,
  aside: Pick<ReadAside, 'search'>,
): Pick<Handlers, 'history.search' | 'history.totals' | 'history.totalled' | 'history.batches'> => ({
  'history.search': async (question) => {
    const { pages, next } = await aside.search(question);
    return success({ pages: pages.map(summaryOf), next });
  },
  'history.batches': async (question) => success({ batches: [...(await reader.read('batches', question))] }),
  'history.totals': async (question) => success(await reader.read('totals', question)),
  'history.totalled': async (question) =>
    success({ pages: (await reader.read('totalled', question)).map(summaryOf) }),
});
