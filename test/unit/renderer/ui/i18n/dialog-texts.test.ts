import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDialogTexts, changeLanguage, startTexts } from '../../../../../renderer/ui/i18n/i18n.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: '' } }));
afterEach(() => vi.unstubAllGlobals());

test('texts of dialogs come with the first dialog, and with each language after it', async () => {
  await startTexts('en');
  expect(i18next.exists('settings.appId')).toBe(false);
  // The language changes while the first dialog loads.
  const change = changeLanguage('zh');
  await addDialogTexts();
  await change;
  // Both parts have texts below `books`.
  for (const key of ['settings.title', 'books.archive.title', 'books.verify.title'])
    expect(i18next.t(key as 'settings.title'), key).toMatch(/\p{Script=Han}/u);
  await changeLanguage('en');
  expect(i18next.t('settings.title')).toBe('Settings');
  expect(i18next.t('books.verify.title')).toBe('Verification');
});
