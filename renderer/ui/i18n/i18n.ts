import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, type Language } from '../../../shared/language.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { en } from '../../../shared/texts/en.ts';
import { zh } from '../../../shared/texts/zh.ts';

/** The language that a setting stands for on a system with the locale given. */
export const chosenLanguage = (setting: Settings['language'], locale: string): Language =>
  setting === 'system' ? languageOf(locale) : setting;

/** Makes the texts ready. Both languages are small enough to be there from the start. */
export const startTexts = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    // React writes texts as text nodes: a second escape would be seen.
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
