import { useTranslation } from 'react-i18next';
import { languageOf, type Language } from '../../../shared/language.ts';

/** The translate function and the current language. */
export const useTexts = () => {
  const { t, i18n } = useTranslation();
  const language: Language = languageOf(i18n.language);
  return { t, language };
};
