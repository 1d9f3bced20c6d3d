import type { HistoryFilter } from '../../../shared/contract/history.ts';

/** What stands in the fields of a search, as it was typed. */
export type SearchFields = {
  readonly text: string;
  readonly seller: string;
  readonly buyer: string;
  readonly number: string;
  /** Number of the kind of invoice; empty for any. */
  readonly kind: string;
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
  dayFrom: '',
  dayTo: '',
  amountFrom: '',
  amountTo: '',
  state: 'any',
};

/** An amount as it is typed: separators and width make no difference. Null for what is none. */
export const typedAmount = (text: string): string | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\s,¥]/g, '')
    .replace(/\.$/, '');
  return /^-?\d{1,13}(\.\d{1,2})?$/.test(plain) ? plain : null;
};

export const isBadAmount = (text: string): boolean => text.trim() !== '' && typedAmount(text) === null;

const wordOf = (name: 'text' | 'seller' | 'buyer' | 'number', typed: string): HistoryFilter =>
  typed.trim() === '' ? {} : { [name]: typed.trim().slice(0, 200) };

/** The filter for what was typed; a field that is empty or says nothing that can be compared is left out. */
export const filterOf = ({
  text,
  seller,
  buyer,
  number,
  kind,
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
    ...(dayFrom !== '' && { dayFrom }),
    ...(dayTo !== '' && { dayTo }),
    ...(from !== null && { amountFrom: from }),
    ...(to !== null && { amountTo: to }),
    ...(state !== 'any' && { state }),
  };
};
