import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, type Language } from '../../../shared/language.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { en } from '../../../shared/texts/en.ts';
import { zh } from '../../../shared/texts/zh.ts';

/** The language for a setting on a system with the given locale. */
export const chosenLanguage = (setting: Settings['language'], locale: string): Language =>
  setting === 'system' ? languageOf(locale) : setting;

/** Loads the texts. Both languages are small enough to be bundled. */
export const startTexts = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    // React escapes texts itself: a second escape would be visible.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
};

/** Shows all texts in another language. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
};
