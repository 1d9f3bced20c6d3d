import { matchList, type ListMatch } from '../../../shared/books/match-list.ts';
import type { LedgerSide } from '../../../shared/books/match-rows.ts';
import type { TaxList } from '../../../shared/books/tax-list.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Result } from '../../../shared/result.ts';
import type { ListFailure } from '../../intake/tax-list/list-failure.ts';
import { readTaxList } from '../../intake/tax-list/read-tax-list.ts';
import type { ReadFolder } from '../data-folder.ts';
import { invoicesForList } from './invoices-for-list.ts';

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
