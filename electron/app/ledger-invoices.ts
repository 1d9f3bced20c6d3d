import { setImmediate } from 'node:timers/promises';
import type { ReaderId, Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder } from './data-folder.ts';

/** An invoice of the ledger, with the user's corrections in place. */
export type LedgerInvoice = {
  readonly row: PageRow;
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly reader: ReaderId;
};

/** So many rows are looked at before others have their turn. */
const piece = 64;

/**
 * The invoices of the ledger, oldest first, without those that were set aside.
 * @param isWanted asked before an invoice is worked out, which takes longer than its row
 */
export async function* ledgerInvoices(
  folder: DataFolder,
  assessor: Pick<Assessor, 'meaning'>,
  isWanted: (row: PageRow) => boolean,
): AsyncGenerator<LedgerInvoice> {
  const { pages } = folder.ledger;
  for (const [index, id] of pages.recognized('vat-invoice').entries()) {
    if (index % piece === piece - 1) await setImmediate();
    const row = pages.get(id);
    if (!row || row.figures?.review === 'aside' || !isWanted(row)) continue;
    const meaning = assessor.meaning(row);
    if (meaning?.service !== 'vat-invoice') continue;
    const { value, ticket } = meaning.invoice;
    yield { row, invoice: value, ticket, reader: row.reader ?? (row.sandbox ? 'sandbox' : 'service') };
  }
}
