import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { typedAmount } from '../typed-amount.ts';
import type { StoredBusiness } from '../../../shared/invoice/business.ts';
import type { ReaderId } from '../../../shared/invoice/extraction.ts';

/** The search fields as typed. */
export type SearchFields = {
  readonly text: string;
  readonly seller: string;
  readonly buyer: string;
  readonly number: string;
  /** Number of the invoice kind; empty for any. */
  readonly kind: string;
  /** What was traded; empty for anything. */
  readonly business: StoredBusiness | '';
  /** The reader; empty for any. */
  readonly reader: ReaderId | '';
  readonly dayFrom: string;
  readonly dayTo: string;
  readonly amountFrom: string;
  readonly amountTo: string;
  readonly state: 'any' | 'recognized' | 'failed';
};

export const noFields: SearchFields = {
  text: '',
  seller: '',
  buyer: '',
  number: '',
  kind: '',
  business: '',
  reader: '',
  dayFrom: '',
  dayTo: '',
  amountFrom: '',
  amountTo: '',
  state: 'any',
};

const wordOf = (name: 'text' | 'seller' | 'buyer' | 'number', typed: string): HistoryFilter =>
  typed.trim() === '' ? {} : { [name]: typed.trim().slice(0, 200) };

/** Builds the filter from the typed fields. Skips fields that are empty or can't be parsed. */
export const filterOf = ({
  text,
  seller,
  buyer,
  number,
  kind,
  business,
  reader,
  dayFrom,
  dayTo,
  amountFrom,
  amountTo,
  state,
}: SearchFields): HistoryFilter => {
  const from = typedAmount(amountFrom);
  const to = typedAmount(amountTo);
  return {
    ...wordOf('text', text),
    ...wordOf('seller', seller),
    ...wordOf('buyer', buyer),
    ...wordOf('number', number),
    ...(kind !== '' && { kind }),
    ...(business !== '' && { business }),
    ...(reader !== '' && { reader }),
    ...(dayFrom !== '' && { dayFrom }),
    ...(dayTo !== '' && { dayTo }),
    ...(from !== null && { amountFrom: from }),
    ...(to !== null && { amountTo: to }),
    ...(state !== 'any' && { state }),
  };
};
