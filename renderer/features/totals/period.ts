import { localDay } from '../../../shared/local-day.ts';
import type { HistoryFilter } from '../../../shared/contract/history.ts';

/** Periods that one click chooses. */
export const periods = ['all', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear'] as const;
type TotalsPeriod = (typeof periods)[number];

type Days = { readonly dayFrom: string; readonly dayTo: string };

/** The days of `count` months from the first day of a month, in this computer's time zone. */
const months = (year: number, month: number, count: number): Days => ({
  dayFrom: localDay(new Date(year, month, 1)),
  dayTo: localDay(new Date(year, month + count, 0)),
});

/** The first and last day of a period; empty for all days. */
export const daysOf = (period: TotalsPeriod, today: Date): Days => {
  const [year, month] = [today.getFullYear(), today.getMonth()];
  switch (period) {
    case 'all':
      return { dayFrom: '', dayTo: '' };
    case 'thisMonth':
      return months(year, month, 1);
    case 'lastMonth':
      return months(year, month - 1, 1);
    case 'thisQuarter':
      return months(year, month - (month % 3), 3);
    case 'thisYear':
      return months(year, 0, 12);
    case 'lastYear':
      return months(year - 1, 0, 12);
    default:
      return period satisfies never;
  }
};

/** The period with exactly these days; null if there is none. */
export const periodOf = (days: Days, today: Date): TotalsPeriod | null =>
  periods.find((period) => {
    const { dayFrom, dayTo } = daysOf(period, today);
    return dayFrom === days.dayFrom && dayTo === days.dayTo;
  }) ?? null;

export const filterOfDays = ({ dayFrom, dayTo }: Days): HistoryFilter => ({
  ...(dayFrom !== '' && { dayFrom }),
  ...(dayTo !== '' && { dayTo }),
});
