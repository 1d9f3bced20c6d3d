import { invoiceKey } from '../../../shared/books/invoice-key.ts';
import { periodOfList } from '../../../shared/books/match-list.ts';
import type { LedgerSide } from '../../../shared/books/match-rows.ts';
import { isInPeriod } from '../../../shared/books/period.ts';
import type { TaxList } from '../../../shared/books/tax-list.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { ReadFolder } from '../data-folder.ts';
import { ledgerInvoices } from './ledger-invoices.ts';

/** The invoices that a list may refer to: those in it, and those of its days. */
export const invoicesForList = async (
  list: TaxList,
  folder: Pick<ReadFolder, 'store'>,
  assessor: Pick<Assessor, 'open' | 'meaning'>,
): Promise<readonly LedgerSide[]> => {
  const listed = new Set(list.rows.map(({ code, number }) => invoiceKey(code, number)));
  const period = periodOfList(list);
  const invoices: LedgerSide[] = [];
  const found = ledgerInvoices(folder, assessor, ({ figures }) => {
    if (!figures || figures.number === null) return false;
    const isListed = listed.has(invoiceKey(figures.code, figures.number));
    return isListed || (period !== null && isInPeriod(period, figures.issueDate));
  });
  for await (const { row, invoice } of found) invoices.push({ page: row.id, invoice });
  return invoices;
};
