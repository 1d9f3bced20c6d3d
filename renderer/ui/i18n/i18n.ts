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

/** The texts that only dialogs show. */
const dialogTextsOf = async (language: Language) => {
  if (language === 'zh') return (await import('../../../shared/texts/dialogs-zh.ts')).dialogsZh;
  return (await import('../../../shared/texts/dialogs-en.ts')).dialogsEn;
};

let isWithDialogs = false;

/** Adds the texts of a language that the window needs. Both parts have texts of some subjects, such as `books`. */
const addTexts = async (language: Language): Promise<void> => {
  const parts = await Promise.all([textsOf(language), isWithDialogs && dialogTextsOf(language)]);
  for (const part of parts) if (part) i18next.addResourceBundle(language, 'translation', part, true);
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
  await addTexts(language);
  if (wanted !== language) return;
  await i18next.changeLanguage(language);
  markDocument(language);
};

/** Adds the texts that only dialogs show; from then on, another language comes with its own. */
export const addDialogTexts = async (): Promise<void> => {
  isWithDialogs = true;
  const shown = languageOf(i18next.language);
  await Promise.all([addTexts(shown), wanted !== null && wanted !== shown && addTexts(wanted)]);
};
