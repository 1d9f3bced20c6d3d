import type { Bilingual, Language } from '../../shared/language.ts';

/** Fills the `{{placeholders}}` of a text in both languages. */
export const filledText = (
  text: Bilingual,
  values: Readonly<Record<string, string | number | Bilingual>>,
): Bilingual => {
  const fill = (language: Language) =>
    Object.entries(values).reduce(
      (filled, [name, value]) =>
        filled.replace(`{{${name}}}`, () => (typeof value === 'object' ? value[language] : String(value))),
      text[language],
    );
  return { zh: fill('zh'), en: fill('en') };
};
