import {
  isLocal,
  keyParts,
  menuEntries,
  parseKeys,
  type MenuEntry,
  type MenuId,
} from '../../shared/contract/menu.ts';

/** What of a keyboard event tells which keys are pressed. */
export type PressedKeys = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>;

/** Whether the keys belong to an input method that composes: they are letters on their way, not commands. */
export const isComposing = ({
  isComposing: composes,
  keyCode,
}: Pick<PressedKeys, 'isComposing' | 'keyCode'>) => composes || keyCode === 229;

const isMac = (platform: string): boolean => platform === 'darwin' || /^Mac/i.test(platform);

const matches = (event: PressedKeys, keys: string, platform: string): boolean => {
  const wanted = parseKeys(keys);
  const [mod, other] = isMac(platform) ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (mod !== wanted.mod || other || event.altKey !== wanted.alt) return false;
  // Which keys are pressed for a question mark is the keyboard's affair.
  if (wanted.key === '?') return event.key === '?';
  if (event.shiftKey !== wanted.shift) return false;
  // With Shift held a digit's key gives another sign.
  return /^\d$/.test(wanted.key)
    ? event.code === `Digit${wanted.key}`
    : event.key.toLowerCase() === wanted.key.toLowerCase();
};

/** The action whose keys these are wherever the keyboard is in the window; null for none. */
export const commandOf = (event: PressedKeys, platform: string): MenuId | null => {
  if (isComposing(event)) return null;
  const found = menuEntries.find(
    (entry: MenuEntry) => entry.keys !== null && !isLocal(entry) && matches(event, entry.keys, platform),
  );
  if (found) return found.id;
  // The other habit for having something again.
  return matches(event, 'Mod+Y', platform) ? 'redo' : null;
};

const macSigns: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Tab: '⇥',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  '-': '−',
};
const signs: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  '-': '−',
};

/** Keys as they stand on the user's keyboard. */
export const shownKeys = (keys: string, platform: string): string => {
  const mac = isMac(platform);
  return keyParts(keys)
    .map((part) => (mac ? macSigns : signs)[part] ?? part)
    .join(mac ? '' : '+');
};
