import i18next from 'i18next';
import { languageOf, type Language } from '../../../shared/language.ts';
import type { Settings } from '../../../shared/contract/settings.ts';

/** The language for a setting on a system with the given locale. */
export const chosenLanguage = (setting: Settings['language'], locale: string): Language =>
  setting === 'system' ? languageOf(locale) : setting;

/** The window loads only the texts of the language that it shows. */
const textsOf = async (language: Language) => {
  if (language === 'zh') return (await import('../../../shared/texts/zh.ts')).zh;
  return (await import('../../../shared/texts/en.ts')).en;
};

const markDocument = (language: Language): void => {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
};

/** Starts with the texts of one language. */
export const startTexts = async (language: Language): Promise<void> => {
  await i18next.init({
    lng: language,
    // A type holds both languages to the same keys, so no text needs a fallback.
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(language) } },
    // React escapes texts itself: a second escape would be visible.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  markDocument(language);
};

let wanted: Language | null = null;

/** Shows all texts in another language, which is loaded first. The last call wins. */
export const changeLanguage = async (language: Language): Promise<void> => {
  wanted = language;
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await textsOf(language));
  if (wanted !== language) return;
  await i18next.changeLanguage(language);
  markDocument(language);
};
