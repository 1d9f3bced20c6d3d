/** From and to are ISO dates, both inclusive. */
export type Period = { readonly from: string; readonly to: string };

/** A period is based on the issue date; an invoice without one belongs to none. */
export const isInPeriod = ({ from, to }: Period, issueDate: string | null): boolean =>
  issueDate !== null && issueDate >= from && issueDate <= to;

/** The accounting month of a date: `2024-05`. */
export const monthOf = (date: string): string => date.slice(0, 7);
