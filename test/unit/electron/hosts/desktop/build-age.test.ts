import { expect, test } from 'vitest';
import { ageLine } from '../../../../../electron/hosts/desktop/build-age.ts';

const on = (day: string): Date => new Date(`${day}T12:00:00Z`);

test('names the day of the build, and after 90 days says that Chromium is old', () => {
  expect(ageLine('2026-01-01', on('2026-01-02'), 'en')).toBe('Built on 2026-01-01');
  expect(ageLine('2026-01-01', on('2026-04-01'), 'en')).toBe('Built on 2026-01-01');
  expect(ageLine('2026-01-01', on('2026-04-02'), 'en')).toMatch(
    /^Built on 2026-01-01\nThis build is 91 days old: its Chromium lacks .* newer package/u,
  );
  expect(ageLine('2026-01-01', on('2026-04-02'), 'zh')).toMatch(/91 天.*Chromium.*新版本/u);
});

test('a clock that is behind the build makes nothing old', () => {
  expect(ageLine('2026-01-01', on('2020-01-01'), 'en')).toBe('Built on 2026-01-01');
});
