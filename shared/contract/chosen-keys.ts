import { z } from 'zod';
import { isLocal, menuGroups, parseKeys, type MenuEntry } from './menu.ts';

/** Keys that the user has chosen, by the ids of actions; null for none. The other actions keep theirs. */
export type ChosenKeys = Readonly<Record<string, string | null>>;

/** The key of an action: the user's, or the one that it comes with. */
export const keyOf = ({ id, keys }: MenuEntry, chosen: ChosenKeys): string | null => {
  const own = chosen[id];
  return own === undefined ? keys : own;
};

const named =
  'F(?:[1-9]|1\\d|2[0-4])|Enter|Space|Tab|Delete|Insert|Backspace|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right)';
const keyPattern = new RegExp(
  `^(?:Mod\\+)?(?:Alt\\+)?(?:Shift\\+)?(?:[A-Z0-9]|${named}|[-+,.;'/[\\]\\\\=?])$`,
  'u',
);

/** Keys of the system and of browsers, and those that move the focus or work in every text field. */
const reserved = /^(?:Mod\+[ACHMNQRTVWX]|Mod\+Shift\+[NRTW]|(?:Alt\+)?F4|F5|F1[12])$/u;
/** Keys that edit a text, or move in it, on one of the systems. */
const editing =
  /^(?:Mod\+(?:Shift\+)?[YZ]|(?:Mod\+|Alt\+)(?:Shift\+)?(?:Backspace|Delete|Insert|Home|End|Arrow(?:Up|Down|Left|Right)))$/u;
/** Window-wide actions that a text field keeps the keys of. */
export const notInText: ReadonlySet<string> = new Set(['undo', 'redo', 'keys', 'nextPage', 'previousPage']);
const moving = /^(?:Shift\+)?(?:Enter|Escape|Tab|Arrow(?:Up|Down|Left|Right))$/u;

const groupOf = new Map<string, string>(
  menuGroups.flatMap(({ id, entries }) => entries.map((entry: MenuEntry) => [entry.id, id] as const)),
);

/** The group of the menus that an action is in. */
export const groupOfAction = ({ id }: MenuEntry): string => groupOf.get(id) ?? '';

/**
 * Whether an action can have these keys. A sign alone is typing, except in the table of the faces, where nothing is
 * typed, and over the picture, where the other keys are the window's.
 */
export const canHave = (entry: MenuEntry, keys: string): boolean => {
  if (keys === entry.keys) return true;
  if (!keyPattern.test(keys) || reserved.test(keys) || moving.test(keys)) return false;
  if (editing.test(keys) && !isLocal(entry) && !notInText.has(entry.id)) return false;
  const { mod, alt, key } = parseKeys(keys);
  const place = isLocal(entry) ? groupOfAction(entry) : null;
  if (place === 'picture' || (place === 'face' && key.length === 1)) return !mod && !alt;
  // On its own, a key of the keyboard's main part types or moves within the text.
  return mod || alt || /^F\d+$/u.test(key) || (isLocal(entry) && /^(?:Insert|Delete)$/u.test(key));
};

const mostChosen = 200;

/** Ids of actions that this version does not know are kept, and mean nothing. */
export const chosenKeysSchema = z
  .record(z.string().max(40), z.string().max(40).nullable())
  .refine((chosen) => Object.keys(chosen).length <= mostChosen)
  .refine((chosen) =>
    menuGroups.every(({ entries }) =>
      entries.every((entry: MenuEntry) => {
        const keys = keyOf(entry, chosen);
        return keys === null || canHave(entry, keys);
      }),
    ),
  );
