import { basename } from 'node:path';
import { mostSides, type Side } from '../../shared/contract/page-commands.ts';
import { isSameInvoice } from '../../shared/invoice/checks/duplicates.ts';
import { withTrusted } from '../../shared/invoice/signer.ts';
import { success, failed } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ReviewedPage } from '../pipeline/derived.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Handlers, ReadHandlers } from './handlers.ts';
import { summaryOf, isFurtherPage } from '../pipeline/page-summary.ts';
import type { AccountStore } from '../credentials/account-store.ts';
import type { BooksReads, BooksRoom } from './books-room.ts';
import { callRecordCommands } from './call-record-commands.ts';
import type { ReadFolder } from './data-folder.ts';
import { exportCommands, type ExportCommandDependencies } from './export-commands.ts';
import { faceQueries, type FaceQueryDependencies } from './face-queries.ts';
import { originalQueries, type OriginalReads } from './originals.ts';
import { binQueries } from './bin-commands.ts';
import { deskQueries } from './desk-commands.ts';
import { dropQueries } from './intake-commands.ts';
import { lossOf, lostRow } from '../pipeline/lost-response.ts';
import type { AssessLater } from './assess-later.ts';
import type { OfficeHooks } from './office-hooks.ts';
import { detailOf, sealTextOf } from './page-detail.ts';
import { pageNotFound } from './command-failures.ts';

type PageQueryDependencies = {
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
const pageQueries = ({
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

type Dependencies = {
  readonly store: Pick<ReadStore, 'renditions'>;
  readonly assessor: Pick<Assessor, 'reviewed' | 'open' | 'extractions' | 'trustedKeys'>;
};

/** A recognized invoice with its data. */
type Opened = { readonly row: PageRow; readonly reviewed: Extract<ReviewedPage, { service: 'vat-invoice' }> };

/** The state of a seal, which the fields do not show: it may decide which file is kept. */
const sealOf = (sealed: Pick<PageRow, 'seal' | 'reader'>): Side['seal'] => {
  const text = sealTextOf(sealed);
  return text && { state: sealed.seal?.state ?? null, text };
};

const sideOf = ({ row, reviewed }: Opened): Side => ({
  page: row.id,
  name: row.name,
  number: row.page,
  reader: row.reader ?? 'service',
  hasPicture: row.picture !== null,
  review: row.figures?.review ?? 'open',
  seal: sealOf(row),
  invoice: reviewed.invoice.value,
});

/** The page first, then the pages with the same invoice. */
const duplicatesOf = ({ row, reviewed: { invoice, others } }: Opened): readonly PageId[] => {
  const same = others.filter((other) => isSameInvoice(invoice.value, other));
  // If the numbers differ, the page matches others by its seller, amount and day.
  const shown = same.length > 0 ? same : others;
  return [row.id, ...shown.map(({ pageId }) => pageId)];
};

/** Invoices next to each other: duplicates, chosen pages, or the extractions of one page. */
const sidesCommands = ({ store, assessor }: Dependencies): Pick<Handlers, 'pages.sides'> => {
  const openInvoice = async (id: PageId): Promise<Opened | null> => {
    const opened = await assessor.open(id);
    const reviewed = opened && (await assessor.reviewed(opened));
    return opened && reviewed?.service === 'vat-invoice' ? { row: opened.row, reviewed } : null;
  };

  /** The current values first, then the extraction of each other reader; a file keeps its own name. */
  const readersOf = async (opened: Opened): Promise<readonly Side[]> => {
    const { row } = opened;
    const shown = sideOf(opened);
    const files = await store.renditions(row.document);
    const nameOf = (format: string): string =>
      basename(files.find((file) => file.format === format)?.name ?? row.name);
    const others: Side[] = [];
    for (const { reader, invoice, seal: stored } of await assessor.extractions(row)) {
      const hasPicture = row.picture !== null && (reader === 'service' || reader === 'sandbox');
      if (reader === shown.reader) continue;
      const seal = sealOf({ seal: stored && withTrusted(stored, assessor.trustedKeys()), reader });
      others.push({ ...shown, reader, name: nameOf(reader), hasPicture, seal, invoice });
    }
    return [{ ...shown, name: nameOf(shown.reader) }, ...others];
  };

  return {
    'pages.sides': async (question) => {
      const first = question.of === 'pages' ? null : await openInvoice(question.id);
      if (question.of === 'readers') return success({ sides: first ? [...(await readersOf(first))] : [] });
      const ids = question.of === 'pages' ? question.ids : first ? duplicatesOf(first) : [];
      const sides: Side[] = [];
      for (const id of ids) {
        const opened = sides.length < mostSides ? await openInvoice(id) : null;
        if (opened) sides.push(sideOf(opened));
      }
      return success({ sides });
    },
  };
};

/** Searches everything that was ever recognized. */
const historyCommands = (
  store: Pick<ReadStore, 'matching' | 'search' | 'totals' | 'totalled' | 'batches'>,
): Pick<
  Handlers,
  'history.matching' | 'history.search' | 'history.totals' | 'history.totalled' | 'history.batches'
> => ({
  'history.matching': async ({ text, service, from }) =>
    success({ ids: [...(await store.matching(text, service, from))] }),
  'history.search': async ({ filter, after, limit }) => {
    const { pages, next } = await store.search(filter, after, limit);
    return success({ pages: pages.map(summaryOf), next });
  },
  'history.batches': async ({ limit }) => success({ batches: [...(await store.batches(limit))] }),
  'history.totals': async ({ filter, by }) => success(await store.totals(filter, by)),
  'history.totalled': async ({ filter, by, key, limit }) =>
    success({ pages: (await store.totalled(filter, by, key, limit)).map(summaryOf) }),
});

/** The queries of a window. Nothing here writes the ledger, a picture or a stored file. */
export type ReadDependencies = {
  readonly folder: ReadFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed' | 'joinOffers' | 'extractions' | 'trustedKeys'>;
  /** The same without the faces that a threshold hides. */
  readonly counting: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: OriginalReads;
  readonly account: AccountStore['account'];
  readonly workers: OfficeHooks['workers'];
  /** Only waits. */
  readonly runner: ExportCommandDependencies['runner'];
  /** Writes outside of the query, and only if the ledger is writable. */
  readonly assessLater: PageQueryDependencies['assessLater'];
} & Omit<BooksReads, 'folder' | 'assessor' | 'originals'> &
  Pick<FaceQueryDependencies, 'photo' | 'onBug'>;

/** The commands that don't concern the ledger at all: they get no folder. */
type ApartFromLedger = 'app' | 'settings' | 'account' | 'mailbox' | 'data';

/** Answers all commands that only read the ledger. */
export const readCommands = (
  dependencies: ReadDependencies,
  books: Pick<BooksRoom, 'queries'>,
): Omit<ReadHandlers, `${ApartFromLedger}.${string}`> => {
  const { folder, assessor, counting } = dependencies;
  const { store } = folder;
  return {
    ...pageQueries(dependencies),
    ...binQueries(store),
    ...dropQueries(store),
    ...sidesCommands({ store, assessor }),
    ...historyCommands(store),
    ...originalQueries({ store, originals: dependencies.originals }),
    ...callRecordCommands(store, dependencies.account),
    ...deskQueries(dependencies),
    ...exportCommands({ ...dependencies, assessor: counting }),
    ...faceQueries(dependencies),
    ...books.queries(dependencies),
  };
};
