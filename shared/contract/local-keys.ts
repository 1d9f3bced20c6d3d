import { keyOf, type ChosenKeys } from './chosen-keys.ts';
import { menuEntries, parseKeys, type MenuEntry, type MenuId } from './menu.ts';

/** The parts of a keyboard event that identify the pressed keys. */
export type PressedKeys = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
};

const arrows = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'] as const;

/** Keys that work in one part of the window and are in no menu. The list of keys shows them by their place. */
export const localKeys = [
  {
    place: 'cells',
    entries: [
      { id: 'arrows', keys: arrows },
      { id: 'edit', keys: ['Enter', 'F2'] },
      { id: 'escape', keys: ['Escape'] },
      { id: 'paste', keys: ['Mod+V'] },
    ],
  },
  {
    place: 'list',
    entries: [
      { id: 'move', keys: ['ArrowUp', 'ArrowDown'] },
      { id: 'toggle', keys: ['Space'] },
      { id: 'selectAll', keys: ['Mod+A'] },
      { id: 'clear', keys: ['Escape'] },
    ],
  },
  {
    place: 'table',
    entries: [
      { id: 'copy', keys: ['Mod+C'] },
      { id: 'empty', keys: ['Delete', 'Backspace'] },
      { id: 'fillDown', keys: ['Mod+D'] },
      { id: 'fill', keys: ['Mod+Enter'] },
      { id: 'columnMenu', keys: ['Mod+Shift+L'] },
      { id: 'narrower', keys: ['Alt+Shift+ArrowLeft'] },
      { id: 'wider', keys: ['Alt+Shift+ArrowRight'] },
      { id: 'columnLeft', keys: ['Mod+Shift+ArrowLeft'] },
      { id: 'columnRight', keys: ['Mod+Shift+ArrowRight'] },
    ],
  },
  {
    place: 'picture',
    entries: [
      { id: 'pan', keys: arrows },
      { id: 'grab', keys: ['Space'] },
    ],
  },
] as const;

type LocalEntry = (typeof localKeys)[number]['entries'][number];
export type LocalKey = LocalEntry['id'];
/** A part of the window with keys of its own. */
export type LocalPlace = (typeof localKeys)[number]['place'];

/** Other keys of the same commands, which the list of keys does not show. */
const alsoKeys: Readonly<Partial<Record<string, string>>> = {
  redo: 'Mod+Y',
  deleteLine: 'Mod+Backspace',
  toggle: 'Mod+Space',
  zoomIn: '=',
  zoomOut: '_',
};

const entryOf = new Map<string, MenuEntry>(menuEntries.map((entry) => [entry.id, entry]));
const fixedKeys = new Map<string, readonly string[]>(
  localKeys.flatMap(({ entries }) => entries.map(({ id, keys }: LocalEntry) => [id, keys] as const)),
);

/** All keys of a command. One whose key the user has chosen has no other. */
export const allKeysOf = (id: MenuId | LocalKey, chosen: ChosenKeys = {}): readonly string[] => {
  const entry = entryOf.get(id);
  const own = entry ? keyOf(entry, chosen) : null;
  const keys = own === null ? (fixedKeys.get(id) ?? []) : [own];
  const also = chosen[id] === undefined ? alsoKeys[id] : undefined;
  return [...keys, ...(also === undefined ? [] : [also])];
};

const charOf = (key: string): string => (key === 'Space' ? ' ' : key.toLowerCase());

/** Whether these keys are pressed. `mod` and `other` are Control and Command, depending on the system. */
export const arePressed = (event: PressedKeys, keys: string, mod: boolean, other: boolean): boolean => {
  const wanted = parseKeys(keys);
  const key = charOf(wanted.key);
  if (mod !== wanted.mod || other || event.altKey !== wanted.alt) return false;
  // On some keyboards, a single sign takes Shift.
  const isSign = key.length === 1 && !wanted.mod && !wanted.alt && !wanted.shift;
  if (!isSign && event.shiftKey !== wanted.shift) return false;
  // With Shift, a digit's key produces another character.
  return wanted.shift && /^\d$/.test(key) ? event.code === `Digit${key}` : event.key.toLowerCase() === key;
};

/** Whether an input method is composing: the keys are then letters, not commands. */
export const isComposing = (event: Pick<PressedKeys, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/**
 * The command of a part of the window whose keys are pressed; null for none. Control and Command are equal there.
 */
export const localKeyOf = <Id extends MenuId | LocalKey>(
  event: PressedKeys,
  ids: readonly Id[],
  chosen: ChosenKeys = {},
): Id | null => {
  if (isComposing(event)) return null;
  const mod = event.ctrlKey || event.metaKey;
  return ids.find((id) => allKeysOf(id, chosen).some((keys) => arePressed(event, keys, mod, false))) ?? null;
};

/** Whether the key of a command is released, whatever else is held. */
export const isReleased = (
  { key }: Pick<PressedKeys, 'key'>,
  id: MenuId | LocalKey,
  chosen: ChosenKeys = {},
): boolean => allKeysOf(id, chosen).some((keys) => charOf(parseKeys(keys).key) === key.toLowerCase());
