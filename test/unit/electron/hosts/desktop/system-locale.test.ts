import { expect, test } from 'vitest';
import { systemLocale } from '../../../../../electron/hosts/desktop/system-proxy.ts';
import { languageOf } from '../../../../../shared/language.ts';

test.each([
  // The package has no Traditional Chinese, so Chromium's own choice is English.
  [['zh-Hant-TW', 'en-US'], 'en-US', 'zh'],
  [['zh-HK'], 'en-US', 'zh'],
  [['de-DE', 'zh-CN', 'en'], 'de', 'zh'],
  [['en-GB', 'zh-CN'], 'en-GB', 'en'],
  [['fr-FR'], 'en-US', 'en'],
  // A system without a list.
  [[], 'zh-CN', 'zh'],
])('with system languages %j and locale %s, uses %s', (preferred, locale, language) => {
  const app = { getPreferredSystemLanguages: () => preferred, getLocale: () => locale };
  expect(languageOf(systemLocale(app))).toBe(language);
});
