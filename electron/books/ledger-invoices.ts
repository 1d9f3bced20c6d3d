import { booksAuthor, type BooksChange } from '../../shared/books/books-state.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { KeptFile } from '../pipeline/page-intake.ts';
import type { Store } from '../store/port.ts';
import type { ReaderId, Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ReadFolder } from '../app/data-folder.ts';

/**
 * Records the changes of all invoices in one unit. Concurrent edits of a page don't interfere.
 * @param hold keeps a stored file that a change refers to
 */
export const noteBooks = (
  { store }: { readonly store: Store },
  changes: ReadonlyMap<PageId, BooksChange>,
  hold?: KeptFile['hold'],
): Promise<void> =>
  store.transact(async (unit) => {
    await hold?.(unit);
    await unit.appendAll(new Map([...changes].map(([page, change]) => [page, [change]])), booksAuthor);
  });

/** An invoice of the ledger, with the user's corrections applied. */
export type LedgerInvoice = {
  readonly row: PageRow;
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly reader: ReaderId;
  /** The rows of all its pages in their order: more than one for a joined invoice. */
  readonly pages: readonly PageRow[];
};

const rowsPerQuery = 64;

type Reads = Pick<Assessor, 'open' | 'reviewed'>;

const invoiceOf = async (
  id: PageId,
  { store }: Pick<ReadFolder, 'store'>,
  assessor: Reads,
): Promise<LedgerInvoice | null> => {
  const opened = await assessor.open(id);
  const reviewed = opened && (await assessor.reviewed(opened));
  if (!opened || reviewed?.service !== 'vat-invoice') return null;
  const { row } = opened;
  const { value, ticket } = reviewed.invoice;
  const pages = row.joined.length > 0 ? await store.pages(row.joined) : [row];
  return { row, invoice: value, ticket, reader: row.reader ?? (row.sandbox ? 'sandbox' : 'service'), pages };
};

/**
 * The invoices of the ledger, oldest first, without those that were set aside.
 * @param isWanted called before an invoice is derived, which takes longer than loading its row
 */
export async function* ledgerInvoices(
  folder: Pick<ReadFolder, 'store'>,
  assessor: Reads,
  isWanted: (row: PageRow) => boolean,
): AsyncGenerator<LedgerInvoice> {
  const ids = await folder.store.recognized('vat-invoice');
  for (let from = 0; from < ids.length; from += rowsPerQuery) {
    for (const row of await folder.store.pages(ids.slice(from, from + rowsPerQuery))) {
      if (row.figures?.review === 'aside' || !isWanted(row)) continue;
      const found = await invoiceOf(row.id, folder, assessor);
      if (found) yield found;
    }
  }
}

/**
 * The recognized invoices among some pages, in their order; null means the whole ledger without those set
 * aside.
 */
export async function* invoicesOf(
  folder: Pick<ReadFolder, 'store'>,
  assessor: Reads,
  ids: readonly PageId[] | null,
): AsyncGenerator<LedgerInvoice> {
  if (ids === null) {
    yield* ledgerInvoices(folder, assessor, () => true);
    return;
  }
  const seen = new Set<PageId>();
  for (let from = 0; from < ids.length; from += rowsPerQuery) {
    for (const row of await folder.store.pages(ids.slice(from, from + rowsPerQuery))) {
      if (row.state !== 'recognized' || row.service !== 'vat-invoice') continue;
      const found = await invoiceOf(row.id, folder, assessor);
      if (!found || seen.has(found.row.id)) continue;
      seen.add(found.row.id);
      yield found;
    }
  }
}
