import { expect, test } from 'vitest';
import { daysNamed, daysOf, periodOf, periods, periodsIn } from '../../../../renderer/features/periods.ts';

// The first month of a year: months and quarters before it lie in the year before.
const today = new Date(2025, 0, 31, 12);

test.each([
  ['all', '', ''],
  ['thisMonth', '2025-01-01', '2025-01-31'],
  ['lastMonth', '2024-12-01', '2024-12-31'],
  ['thisQuarter', '2025-01-01', '2025-03-31'],
  ['lastQuarter', '2024-10-01', '2024-12-31'],
  ['thisYear', '2025-01-01', '2025-12-31'],
  ['lastYear', '2024-01-01', '2024-12-31'],
] as const)('%s', (period, dayFrom, dayTo) => {
  expect(daysOf(period, today)).toEqual({ dayFrom, dayTo });
  expect(periodOf({ dayFrom, dayTo }, today)).toBe(period);
});

test('names the months and quarters of dates', () => {
  expect(periodsIn(['2024-02-29', null, '2024-04-01', '7月', '2023-12-31', '2024-02-01'])).toEqual({
    quarters: ['2024-Q2', '2024-Q1', '2023-Q4'],
    months: ['2024-04', '2024-02', '2023-12'],
  });
  expect(daysNamed('2024-02')).toEqual({ dayFrom: '2024-02-01', dayTo: '2024-02-29' });
  expect(daysNamed('2024-Q4')).toEqual({ dayFrom: '2024-10-01', dayTo: '2024-12-31' });
  for (const other of [...periods, 'own', '2024', '2024-Q5']) expect(daysNamed(other)).toBeNull();
  expect(periodOf({ dayFrom: '2024-01-02', dayTo: '' }, today)).toBeNull();
});
