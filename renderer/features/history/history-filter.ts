import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { StoredBusiness } from '../../../shared/invoice/business.ts';
import type { ReaderId } from '../../../shared/invoice/extraction.ts';

/** What the search fields say. */
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
  /** Null for an open end. */
  readonly amountFrom: string | null;
  readonly amountTo: string | null;
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
  amountFrom: null,
  amountTo: null,
  state: 'any',
};

const wordOf = (name: 'text' | 'seller' | 'buyer' | 'number', typed: string): HistoryFilter =>
  typed.trim() === '' ? {} : { [name]: typed.trim().slice(0, 200) };

/** Builds the filter from the fields. Skips those that are empty. */
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
    ...(amountFrom !== null && { amountFrom }),
    ...(amountTo !== null && { amountTo }),
    ...(state !== 'any' && { state }),
  };
};
