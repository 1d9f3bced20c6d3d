import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { languageOf } from '../../../shared/language.ts';

const onLanguage = (onChange: () => void): (() => void) => {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
};

/** One translate function for each language. It keeps texts without parameters, because each render uses hundreds. */
const functions = new Map<string, TFunction>();

const translateTo = (language: string): TFunction => {
  const known = functions.get(language);
  if (known) return known;
  const texts = new Map<string, unknown>();
  const translate = new Proxy(i18next.getFixedT(language), {
    apply: (lookUp, self, input: readonly unknown[]) => {
      const [key] = input;
      if (input.length > 1 || typeof key !== 'string') return Reflect.apply(lookUp, self, input);
      if (!texts.has(key)) texts.set(key, Reflect.apply(lookUp, self, input));
      return texts.get(key);
    },
  });
  functions.set(language, translate);
  return translate;
};

/** The translate function and the current language. The component renders again when the language changes. */
export const useTexts = () => {
  const current = useSyncExternalStore(onLanguage, () => i18next.language);
  return { t: translateTo(current), language: languageOf(current) };
};
