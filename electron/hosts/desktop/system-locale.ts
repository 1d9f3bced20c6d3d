type Languages = { readonly getPreferredSystemLanguages: () => string[]; readonly getLocale: () => string };

/**
 * The language that the user has set for the system: the first one that Vouch has. `getLocale` alone knows
 * only the languages that the package contains, and returns English for Traditional Chinese.
 */
export const systemLocale = (app: Languages): string => {
  const preferred = app.getPreferredSystemLanguages();
  return preferred.find((tag) => /^(?:zh|en)\b/iu.test(tag)) ?? preferred[0] ?? app.getLocale();
};
