import { localDay, twoDigits } from '../../shared/local-day.ts';

/** Periods that one click chooses. */
export const periods = [
  'all',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const;
export type Period = (typeof periods)[number];

/** Both ends belong to it; empty for an open end. ISO dates. */
export type Days = { readonly dayFrom: string; readonly dayTo: string };

/** The days of some months from a month on, counted from 0, in this computer's time zone. */
export const daysOfMonths = (year: number, month: number, count: number): Days => ({
  dayFrom: localDay(new Date(year, month, 1)),
  dayTo: localDay(new Date(year, month + count, 0)),
});

export const daysOf = (period: Period, today: Date): Days => {
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const quarter = month - (month % 3);
  switch (period) {
    case 'all':
      return { dayFrom: '', dayTo: '' };
    case 'thisMonth':
      return daysOfMonths(year, month, 1);
    case 'lastMonth':
      return daysOfMonths(year, month - 1, 1);
    case 'thisQuarter':
      return daysOfMonths(year, quarter, 3);
    case 'lastQuarter':
      return daysOfMonths(year, quarter - 3, 3);
    case 'thisYear':
      return daysOfMonths(year, 0, 12);
    case 'lastYear':
      return daysOfMonths(year - 1, 0, 12);
    default:
      return period satisfies never;
  }
};

/** The period with exactly these days; null if there is none. */
export const periodOf = (days: Days, today: Date): Period | null =>
  periods.find((period) => {
    const { dayFrom, dayTo } = daysOf(period, today);
    return dayFrom === days.dayFrom && dayTo === days.dayTo;
  }) ?? null;

/** The days of a month such as `2024-07`, or of a quarter such as `2024-Q3`; null for another text. */
export const daysNamed = (name: string): Days | null => {
  const [, year, month, quarter] = /^(\d{4})-(?:(\d{2})|Q([1-4]))$/u.exec(name) ?? [];
  if (month !== undefined) return daysOfMonths(Number(year), Number(month) - 1, 1);
  return quarter === undefined ? null : daysOfMonths(Number(year), (Number(quarter) - 1) * 3, 3);
};

const quarterOf = (month: string): string =>
  `${month.slice(0, 4)}-Q${Math.ceil(Number(twoDigits(month.slice(5))) / 3)}`;
const newestFirst = (names: Iterable<string>): readonly string[] => [...names].toSorted().toReversed();

/** The quarters and months of some ISO dates, each once, the newest first. */
export const periodsIn = (
  days: readonly (string | null)[],
): { readonly quarters: readonly string[]; readonly months: readonly string[] } => {
  const months = new Set<string>();
  for (const day of days) if (day !== null && /^\d{4}-\d{2}-\d{2}$/u.test(day)) months.add(day.slice(0, 7));
  return {
    quarters: newestFirst(new Set([...months].map(quarterOf))),
    months: newestFirst(months),
  };
};
