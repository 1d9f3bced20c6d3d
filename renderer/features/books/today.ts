import { twoDigits } from '../../../shared/two-digits.ts';

/** Today in this computer's time zone, as an ISO date. */
export const today = (now: Date = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');

/** The first and last day of the previous month, as ISO dates. */
export const lastMonth = (now: Date = new Date()): { readonly from: string; readonly to: string } => ({
  from: today(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  to: today(new Date(now.getFullYear(), now.getMonth(), 0)),
});
