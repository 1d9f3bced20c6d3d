import { keyOf, type ChosenKeys } from '../../shared/contract/chosen-keys.ts';
import { menuEntries, type MenuId } from '../../shared/contract/menu.ts';
import type { Language } from '../../shared/language.ts';
import { menuTexts } from '../../shared/texts/menu.ts';
import { useChosenKeys } from '../state/keys.ts';
import { useApp } from '../state/store.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { shownKeys } from '../ui/keys.ts';

/** The key of an action as the user has it, in the signs of the user's keyboard; null for none. */
export const useShownKeys = (): ((id: MenuId) => string | null) => {
  const platform = useApp((state) => state.info?.platform ?? '');
  const chosen = useChosenKeys();
  return (id) => {
    const entry = menuEntries.find((known) => known.id === id);
    const keys = entry ? keyOf(entry, chosen) : null;
    return keys === null ? null : shownKeys(keys, platform);
  };
};

/** Keys as texts name them: with Ctrl, a function key, Tab, or a sign that stands alone. */
const inTexts =
  /Ctrl\+(?:Alt\+)?(?:Shift\+)?(?:[A-Z0-9]\b|Enter|Delete)|(?<![\w+])(?:(?:Shift\+)?F\d{1,2}|Tab|Space)\b|空格|^\?$/gu;

/** A text with the user's keys in place of those that Vouch comes with; a missing key is named by its action. */
export const withKeys = (text: string, language: Language, platform: string, chosen: ChosenKeys): string =>
  text.replaceAll(inTexts, (named) => {
    const entry = menuEntries.find(
      ({ keys }) => keys === named.replace('Ctrl', 'Mod').replace('空格', 'Space'),
    );
    if (!entry) return named;
    const keys = keyOf(entry, chosen);
    if (keys === entry.keys && named === '空格') return named;
    return keys === null ? `“${menuTexts[entry.id][language].replace('…', '')}”` : shownKeys(keys, platform);
  });

/** Puts the user's keys into a text. */
export const useWithKeys = (): ((text: string) => string) => {
  const { language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const chosen = useChosenKeys();
  return (text) => withKeys(text, language, platform, chosen);
};
