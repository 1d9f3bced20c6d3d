import type { Cents } from '../invoice/money.ts';

/** The type of a tax bureau list. */
type TaxListKind = 'full' | 'deduction';

/** A row of a tax bureau list; null if the list has no such column or the cell is empty. */
export type TaxListRow = {
  /** Row of the sheet, from 1. */
  readonly row: number;
  readonly code: string | null;
  /** 8 or 20 digits; null if the cell has no number, or a spreadsheet has rounded it. */
  readonly number: string | null;
  /** ISO date. */
  readonly issueDate: string | null;
  readonly sellerName: string | null;
  readonly sellerTaxId: string | null;
  readonly buyerTaxId: string | null;
  readonly net: Cents | null;
  readonly tax: Cents | null;
  readonly gross: Cents | null;
  /** Name of the kind, as printed. */
  readonly kind: string | null;
  /** 发票状态, as printed. */
  readonly status: string | null;
  /** 勾选状态; null if the list does not include it. */
  readonly ticked: boolean | null;
};

export type TaxList = {
  readonly kind: TaxListKind;
  /** Whether rows are line items, so that several may belong to one invoice. */
  readonly byLine: boolean;
  readonly rows: readonly TaxListRow[];
};

const listStates = ['not-ticked', 'voided', 'turned-red', 'partly-turned-red'] as const;
export type ListState = (typeof listStates)[number];

/** The states of a row that require an action by the accountant. */
export const statesOf = ({ status, ticked }: Pick<TaxListRow, 'status' | 'ticked'>): readonly ListState[] => {
  const states: ListState[] = ticked === false ? ['not-ticked'] : [];
  const word = status ?? '';
  if (/作废/.test(word) && !/[未非]作废/.test(word)) states.push('voided');
  else if (/红冲|冲红|红字冲销/.test(word) && !/未红冲|未冲红/.test(word))
    states.push(/部分/.test(word) ? 'partly-turned-red' : 'turned-red');
  return states;
};
