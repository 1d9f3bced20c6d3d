import { success } from '../../shared/result.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { summaryOf } from './page-summary.ts';

/** Looks through everything that was ever read. */
export const historyCommands = ({
  ledger,
}: Pick<DataFolder, 'ledger'>): Pick<Handlers, 'history.search' | 'history.totals' | 'history.batches'> => ({
  'history.search': ({ filter, after, limit }) => {
    const { ids, next } = ledger.history.search(filter, after, limit);
    const pages = ids.map((id) => ledger.pages.get(id)).filter((page) => page !== null);
    return Promise.resolve(success({ pages: pages.map(summaryOf), next }));
  },
  'history.batches': ({ limit }) => Promise.resolve(success({ batches: [...ledger.recentBatches(limit)] })),
  'history.totals': ({ filter }) => Promise.resolve(success({ rows: [...ledger.history.totals(filter)] })),
});
