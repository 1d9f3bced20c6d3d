import { localDay } from '../../../shared/local-day.ts';

/** Today in this computer's time zone, as an ISO date. */
export const today = (): string => localDay(new Date());

/** The first and last day of the previous month, as ISO dates. */
export const lastMonth = (now: Date = new Date()): { readonly from: string; readonly to: string } => ({
  from: localDay(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  to: localDay(new Date(now.getFullYear(), now.getMonth(), 0)),
});
