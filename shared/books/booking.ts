export type Booking = {
  /** Voucher word and number: `记`, 12. */
  readonly word: string;
  readonly number: number;
  /** Posting date (ISO). */
  readonly date: string;
  /** Accounting period: `2024-05`. */
  readonly period: string;
};

/** `记-12` */
export const voucherName = ({ word, number }: Pick<Booking, 'word' | 'number'>): string =>
  `${word}-${String(number)}`;
