import { keyOf, type ChosenKeys } from './chosen-keys.ts';
import { keyParts, menuEntries } from './menu.ts';
import type { Language } from '../language.ts';
import { menuTexts } from '../texts/menu.ts';

export const isMac = (platform: string): boolean => platform === 'darwin' || /^Mac/i.test(platform);

const macSigns: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Escape: 'Esc',
  Tab: '⇥',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  '-': '−',
};
const signs: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  '-': '−',
};

/** Keys as labelled on the user's keyboard. */
export const shownKeys = (keys: string, platform: string): string => {
  const mac = isMac(platform);
  return keyParts(keys)
    .map((part) => (mac ? macSigns : signs)[part] ?? part)
    .join(mac ? '' : '+');
};

/** Keys as texts name them: with Ctrl, a function key, Tab, or a sign that stands alone. */
const inTexts =
  /Ctrl\+(?:Alt\+)?(?:Shift\+)?(?:[A-Z0-9]\b|Enter|Delete)|(?<![\w+])(?:(?:Shift\+)?F\d{1,2}|Tab|Space)\b|空格|^\?$/gu;

/**
 * A text with the user's keys in place of those that Vouch comes with; a missing key is named by its action. Only for
 * our own texts, before names are put in: a file may be called `F8.pdf`.
 */
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
