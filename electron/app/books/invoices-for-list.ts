import { normalNumber } from '../../../shared/books/invoice-key.ts';
import { periodOfList } from '../../../shared/books/match-list.ts';
import type { LedgerSide } from '../../../shared/books/match-rows.ts';
import type { TaxList } from '../../../shared/books/tax-list.ts';
import { listedInvoice } from '../../store/search/listed.ts';
import type { ReadFolder } from '../data-folder.ts';

/** A number with and without its leading zeros: a spreadsheet, or an extraction, may have dropped them. */
const formsOf = (number: string): readonly string[] => {
  const whole = normalNumber(number) ?? number;
  const short = whole.replace(/^0+(?=\d)/u, '');
  return short === whole ? [whole] : [whole, short];
};

/**
 * The invoices that a list may refer to: those in it, and those of its days. The ledger's stored figures are
 * enough: deriving 100,000 invoices from their data takes minutes.
 */
export const invoicesForList = async (
  list: TaxList,
  { store }: Pick<ReadFolder, 'store'>,
): Promise<readonly LedgerSide[]> => {
  const numbers = new Set(list.rows.flatMap(({ number }) => (number === null ? [] : formsOf(number))));
  const found = await store.listed([...numbers], periodOfList(list));
  return found.map(listedInvoice);
};
