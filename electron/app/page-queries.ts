import { failed, success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { lossOf, lostRow } from '../pipeline/lost-response.ts';
import { isFurtherPage, summaryOf } from '../pipeline/page-summary.ts';
import type { AssessLater } from './assess-later.ts';
import type { ReadFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { detailOf } from './page-detail.ts';
import { pageNotFound } from './command-failures.ts';

export type PageQueryDependencies = {
  readonly folder: Pick<ReadFolder, 'store'>;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed' | 'joinOffers'>;
  /** Marks a page whose response was lost. */
  readonly assessLater: AssessLater['add'];
};

/**
 * Maximum number of the newest documents in the list of a window. Older ones that need review come after
 * them, and the history finds all.
 */
const mostListed = 1_000;

/** The list of pages, and one of them with all its data. */
export const pageQueries = ({
  folder: { store },
  assessor,
  assessLater,
}: PageQueryDependencies): Pick<Handlers, 'pages.list' | 'pages.older' | 'pages.open'> => ({
  'pages.list': async ({ service }) => {
    const rows = await store.recent(service, mostListed);
    // Further pages of joined invoices are part of the page that represents their invoice.
    return success(rows.filter((row) => !isFurtherPage(row)).map(summaryOf));
  },
  'pages.older': async ({ service, before, limit }) => {
    const older = await store.older({ service, before, documents: mostListed, pages: limit });
    return success({ pages: older.rows.map(summaryOf), before: older.before, left: older.left });
  },
  'pages.open': async ({ id }, { by }) => {
    const page = await assessor.open(id);
    if (!page) return failed(pageNotFound);
    const reviewed = await assessor.reviewed(page);
    const loss = lossOf(page.row, reviewed);
    if (!loss) return success(await detailOf(store, page, reviewed, by, await assessor.joinOffers(reviewed)));
    assessLater([id]);
    return success(await detailOf(store, { ...page, row: lostRow(page.row, loss) }, null, by));
  },
});
