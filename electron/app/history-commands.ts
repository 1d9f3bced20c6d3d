import { success } from '../../shared/result.ts';
import type { ReadStore } from '../store/port.ts';
import type { Handlers } from './handlers.ts';
import { summaryOf } from '../pipeline/page-summary.ts';

/** Searches everything that was ever recognized. */
export const historyCommands = (
  store: Pick<ReadStore, 'search' | 'totals' | 'totalled' | 'batches'>,
): Pick<Handlers, 'history.search' | 'history.totals' | 'history.totalled' | 'history.batches'> => ({
  'history.search': async ({ filter, after, limit }) => {
    const { pages, next } = await store.search(filter, after, limit);
    return success({ pages: pages.map(summaryOf), next });
  },
  'history.batches': async ({ limit }) => success({ batches: [...(await store.batches(limit))] }),
  'history.totals': async ({ filter, by }) => success(await store.totals(filter, by)),
  'history.totalled': async ({ filter, by, key, limit }) =>
    success({ pages: (await store.totalled(filter, by, key, limit)).map(summaryOf) }),
});
