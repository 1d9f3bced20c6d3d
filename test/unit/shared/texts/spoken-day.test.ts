import { expect, test } from 'vitest';
import { spokenDay } from '../../../../shared/texts/phrases.ts';

const now = new Date(2026, 10, 21, 8);
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).toISOString();

test('omits only the current year', () => {
  expect(spokenDay(at(2026, 5, 3), 'en', now)).toBe('3 May');
  expect(spokenDay(at(2026, 5, 3), 'zh', now)).toBe('5月3日');
  expect(spokenDay(at(2025, 5, 3), 'en', now)).toBe('3 May 2025');
  expect(spokenDay(at(2025, 5, 3), 'zh', now)).toBe('2025年5月3日');
});

test('includes the year if the current one is unknown', () => {
  expect(spokenDay(at(2026, 5, 3), 'en', null)).toBe('3 May 2026');
  expect(spokenDay(at(2026, 5, 3), 'zh', null)).toBe('2026年5月3日');
});

test("uses the user's time zone", () => {
  const lastMinute = new Date(2026, 4, 3, 23, 59);
  expect(spokenDay(lastMinute.toISOString(), 'en', now)).toBe('3 May');
});

test('returns other text unchanged', () => {
  expect(spokenDay('once', 'zh', now)).toBe('once');
});
