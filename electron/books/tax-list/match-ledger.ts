import { matchList, type ListMatch, periodOfList } from '../../../shared/books/match-list.ts';
import type { LedgerSide } from '../../../shared/books/match-rows.ts';
import type { TaxList } from '../../../shared/books/tax-list.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Result } from '../../../shared/result.ts';
import type { ListFailure } from './list-failure.ts';
import { readTaxList } from './read-tax-list.ts';
import type { ReadFolder } from '../../app/data-folder.ts';
import { normalNumber } from '../../../shared/invoice/invoice-key.ts';
import { listedInvoice } from '../../store/search/listed.ts';

/** A number with and without its leading zeros: a spreadsheet, or an extraction, may have dropped them. */
const formsOf = (number: string): readonly string[] => {
  const whole = normalNumber(number) ?? number;
  const short = whole.replace(/^0+(?=\d)/u, '');
  return short === whole ? [whole] : [whole, short];
};

/**
 * The invoices that a list may refer to: those in it, and those issued in its period. Uses the stored figures
 * of the ledger, because deriving 100,000 invoices from their data takes minutes.
 */
const invoicesForList = async (
  list: TaxList,
  { store }: Pick<ReadFolder, 'store'>,
): Promise<readonly LedgerSide[]> => {
  const numbers = new Set(list.rows.flatMap(({ number }) => (number === null ? [] : formsOf(number))));
  const found = await store.listed([...numbers], periodOfList(list));
  return found.map(listedInvoice);
};

/** Reads a list of the tax bureau from a file. */
export const listFrom = (path: string): Promise<Result<TaxList, ListFailure>> => readTaxList(path);

/** Compares a list of the tax bureau with the invoices of the ledger that it may refer to. */
export const matchLedger = async (
  list: TaxList,
  folder: Pick<ReadFolder, 'store'>,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): Promise<{ readonly ledger: readonly LedgerSide[]; readonly match: ListMatch }> => {
  const ledger = await invoicesForList(list, folder);
  const match = matchList(
    list,
    ledger.map(({ invoice }) => invoice),
    [...ownCompanies],
  );
  return { ledger, match };
};
