import { expect, test } from 'vitest';
import { localDay } from '../../../shared/local-day.ts';

test('writes the day of this computer’s clock, also where it is another day in UTC', () => {
  for (const hour of [0, 7, 12, 23]) expect(localDay(new Date(2024, 4, 3, hour, 59))).toBe('2024-05-03');
  expect(localDay(new Date(2024, 11, 31))).toBe('2024-12-31');
});
