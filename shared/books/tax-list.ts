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
  /** 有效抵扣税额 */
  readonly deductibleTax?: Cents | null;
  /** 发票状态 and 发票风险等级, as printed. */
  readonly status: string | null;
  readonly risk?: string | null;
  /** 勾选状态; null if the list does not include it. */
  readonly ticked: boolean | null;
};

export type TaxList = {
  readonly kind: TaxListKind;
  /** Whether rows are line items, so that several may belong to one invoice. */
  readonly byLine: boolean;
  readonly rows: readonly TaxListRow[];
};

export const listStates = [
  'not-ticked',
  'voided',
  'turned-red',
  'partly-turned-red',
  'other-status',
  'risk',
] as const;
export type ListState = (typeof listStates)[number];

/** What the bureau says of an invoice that nothing need be done about. */
const normalStatus = /^(?:正常|正数|未[作红].*|非作废|有效|已开具|开具成功|蓝字.*)$/u;
const normalRisk = /^(?:正常|无风险|低风险|无|-)$/u;

/** The states of a row that require an action by the accountant: every word that is not known to be normal. */
export const statesOf = ({
  status,
  ticked,
  risk = null,
}: Pick<TaxListRow, 'status' | 'ticked' | 'risk'>): readonly ListState[] => {
  const states: ListState[] = ticked === false ? ['not-ticked'] : [];
  if (risk !== null && risk.trim() !== '' && !normalRisk.test(risk.trim())) states.push('risk');
  const word = status ?? '';
  if (/作废/.test(word) && !/[未非]作废/.test(word)) states.push('voided');
  else if (/红冲|冲红|红字冲销/.test(word) && !/未红冲|未冲红/.test(word))
    states.push(/部分/.test(word) ? 'partly-turned-red' : 'turned-red');
  else if (word.trim() !== '' && !normalStatus.test(word.trim())) states.push('other-status');
  return states;
};
