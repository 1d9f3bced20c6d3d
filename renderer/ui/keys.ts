import {
  isLocal,
  keyParts,
  menuEntries,
  parseKeys,
  type MenuEntry,
  type MenuId,
} from '../../shared/contract/menu.ts';

/** The parts of a keyboard event that identify the pressed keys. */
export type PressedKeys = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>;

/** Whether an input method is composing: the keys are then letters, not commands. */
export const isComposing = ({
  isComposing: composes,
  keyCode,
}: Pick<PressedKeys, 'isComposing' | 'keyCode'>) => composes || keyCode === 229;

const isMac = (platform: string): boolean => platform === 'darwin' || /^Mac/i.test(platform);

const matches = (event: PressedKeys, keys: string, platform: string): boolean => {
  const wanted = parseKeys(keys);
  const [mod, other] = isMac(platform) ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (mod !== wanted.mod || other || event.altKey !== wanted.alt) return false;
  // Which keys produce a question mark depends on the keyboard.
  if (wanted.key === '?') return event.key === '?';
  if (event.shiftKey !== wanted.shift) return false;
  // With Shift, a digit's key produces another character.
  return /^\d$/.test(wanted.key)
    ? event.code === `Digit${wanted.key}`
    : event.key.toLowerCase() === wanted.key.toLowerCase();
};

/** The window-wide action for these keys; null if there is none. */
export const commandOf = (event: PressedKeys, platform: string): MenuId | null => {
  if (isComposing(event)) return null;
  const found = menuEntries.find(
    (entry: MenuEntry) => entry.keys !== null && !isLocal(entry) && matches(event, entry.keys, platform),
  );
  if (found) return found.id;
  // Ctrl+Y (or Cmd+Y) also redoes.
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

/** Keys as labelled on the user's keyboard. */
export const shownKeys = (keys: string, platform: string): string => {
  const mac = isMac(platform);
  return keyParts(keys)
    .map((part) => (mac ? macSigns : signs)[part] ?? part)
    .join(mac ? '' : '+');
};
