import { invoiceKey } from '../invoice/invoice-key.ts';
import type { ListMatch, MatchInvoice, Named } from './match-list.ts';
import { listStates, type ListState, type TaxList } from './tax-list.ts';
import { decimalOf } from '../invoice/money.ts';

/** Why an invoice is listed: one group of the comparison. */
export const matchGroups = [
  'only-in-list',
  'only-in-ledger',
  'differs',
  ...listStates,
] as const satisfies readonly (ListState | 'only-in-list' | 'only-in-ledger' | 'differs')[];
export type MatchGroup = (typeof matchGroups)[number];

/** A row of the comparison, for the window and the workbook. */
export type MatchRow = {
  readonly group: MatchGroup;
  readonly code: string | null;
  readonly number: string;
  readonly issueDate: string | null;
  readonly seller: string | null;
  /** With tax; a decimal with two digits. */
  readonly grossTotal: string | null;
  /** The page of the invoice; null if it is not in the ledger. */
  readonly page: number | null;
  /** For a difference: the field, and its value on either side. */
  readonly field: string | null;
  readonly list: string | null;
  readonly ledger: string | null;
};

export type LedgerSide = { readonly page: number; readonly invoice: MatchInvoice };

type Facts = Pick<MatchRow, 'issueDate' | 'seller' | 'grossTotal' | 'page'>;

/** The known data of each invoice by its key: from the ledger, or else from the list. */
const factsByKey = (list: TaxList, ledger: readonly LedgerSide[]): ReadonlyMap<string, Facts> => {
  const facts = new Map<string, Facts>();
  for (const { page, invoice } of ledger) {
    const key = invoiceKey(invoice.code, invoice.number);
    const { issueDate, seller, grossTotal } = invoice;
    if (key !== null && !facts.has(key)) facts.set(key, { issueDate, seller: seller.name, grossTotal, page });
  }
  for (const { code, number, issueDate, sellerName, net, tax, gross } of list.rows) {
    const key = invoiceKey(code, number);
    if (key === null || facts.has(key)) continue;
    // The list for deduction has no such column.
    const cents = gross ?? (net === null || tax === null ? null : net + tax);
    const grossTotal = cents === null || list.byLine ? null : decimalOf(cents);
    facts.set(key, { issueDate, seller: sellerName, grossTotal, page: null });
  }
  return facts;
};

const nothing: Facts = { issueDate: null, seller: null, grossTotal: null, page: null };

/** The rows of a comparison, group by group. */
export const matchRows = (
  list: TaxList,
  ledger: readonly LedgerSide[],
  { onlyInList, onlyInLedger, differences, flags }: ListMatch,
): readonly MatchRow[] => {
  const facts = factsByKey(list, ledger);
  const rowOf = (group: MatchGroup, { code, number }: Named): MatchRow => ({
    group,
    code,
    number,
    ...(facts.get(invoiceKey(code, number) ?? '') ?? nothing),
    field: null,
    list: null,
    ledger: null,
  });
  const rows = [
    ...onlyInList.map((named) => rowOf('only-in-list', named)),
    ...onlyInLedger.map((named) => rowOf('only-in-ledger', named)),
    ...differences.map(({ field, list: listed, ledger: printed, ...named }) => ({
      ...rowOf('differs', named),
      field,
      list: listed,
      ledger: printed,
    })),
    ...flags.map(({ state, word = null, ...named }) => ({ ...rowOf(state, named), list: word })),
  ];
  return matchGroups.flatMap((group) => rows.filter((row) => row.group === group));
};
