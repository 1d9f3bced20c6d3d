import { canHave, groupOfAction, keyOf, type ChosenKeys } from './chosen-keys.ts';
import { allKeysOf, localKeys, type LocalKey, type LocalPlace, type PressedKeys } from './local-keys.ts';
import { isLocal, menuEntries, type MenuEntry, type MenuId } from './menu.ts';

/** What has some keys already: an action that can give them up, or a part of the window whose keys are fixed. */
export type KeyOwner =
  | { readonly kind: 'action'; readonly id: MenuId }
  | { readonly kind: 'fixed'; readonly place: LocalPlace; readonly id: LocalKey };

/** The parts of the window in which the local keys of a group work. */
const placesOfGroup: Readonly<Partial<Record<string, readonly LocalPlace[]>>> = {
  lines: ['cells'],
  review: ['cells'],
  picture: ['picture'],
  file: ['list', 'table'],
  face: ['list'],
};

const workspaceOf = (entry: MenuEntry): string | null => ('only' in entry ? entry.only : null);

/** Whether two actions can be meant at one place. */
const meet = (one: MenuEntry, other: MenuEntry): boolean => {
  const [here, there] = [workspaceOf(one), workspaceOf(other)];
  if (here !== null && there !== null && here !== there) return false;
  return !isLocal(one) || !isLocal(other) || groupOfAction(one) === groupOfAction(other);
};

const isFixedFor = (entry: MenuEntry, place: LocalPlace): boolean =>
  !isLocal(entry) || (placesOfGroup[groupOfAction(entry)] ?? []).includes(place);

/**
 * What has these keys where they would start another action; null for nothing. An action's own key belongs to it, also
 * where it means something else in a part of the window.
 */
export const ownerOf = (entry: MenuEntry, keys: string, chosen: ChosenKeys): KeyOwner | null => {
  for (const { place, entries } of localKeys)
    for (const fixed of entries)
      if (keys !== entry.keys && isFixedFor(entry, place) && fixed.keys.some((key) => key === keys))
        return { kind: 'fixed', place, id: fixed.id };
  const other = menuEntries.find(
    (known) => known.id !== entry.id && meet(entry, known) && allKeysOf(known.id, chosen).includes(keys),
  );
  return other ? { kind: 'action', id: other.id } : null;
};

/** The keys after another action gave some up, which keeps its main key if they were others. */
const givenUp = (chosen: ChosenKeys, entry: MenuEntry, keys: string | null): ChosenKeys => {
  const owner = keys === null ? null : ownerOf(entry, keys, chosen);
  const other = owner?.kind === 'action' ? menuEntries.find(({ id }) => id === owner.id) : undefined;
  const left = other === undefined ? null : keyOf(other, chosen);
  return { ...chosen, ...(other && { [other.id]: left === keys ? null : left }) };
};

/** The keys after a choice, which an action that had them gives up. */
export const withKey = (chosen: ChosenKeys, entry: MenuEntry, keys: string | null): ChosenKeys => {
  const after = { ...givenUp(chosen, entry, keys), [entry.id]: keys };
  if (keys !== entry.keys) return after;
  // It is no choice, unless another action has its second key.
  const { [entry.id]: _, ...rest } = after;
  return allKeysOf(entry.id).some((known) => ownerOf(entry, known, rest)?.kind === 'action') ? after : rest;
};

/** The keys after an action got back all keys that it comes with, which other actions give up. */
export const withoutChoice = (chosen: ChosenKeys, entry: MenuEntry): ChosenKeys => {
  const { [entry.id]: _, ...own } = chosen;
  return allKeysOf(entry.id).reduce<ChosenKeys>((kept, keys) => givenUp(kept, entry, keys), own);
};

const signs: Readonly<Partial<Record<string, string>>> = { ' ': 'Space' };
const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock']);

/**
 * The pressed keys in the notation of the menus; null while only modifiers are held, or for keys that no action can have.
 */
export const keysOfPress = (event: PressedKeys, entry: MenuEntry, isMac: boolean): string | null => {
  if (modifiers.has(event.key)) return null;
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (other) return null;
  const digit = /^Digit(?<digit>\d)$/u.exec(event.code)?.groups?.['digit'];
  const plain = signs[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  // With Shift, a digit's key types another sign.
  const key = event.shiftKey && digit !== undefined ? digit : plain;
  const isSign = key.length === 1 && !/[A-Z0-9]/u.test(key) && !mod && !event.altKey;
  const keys = [
    ...(mod ? ['Mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && !isSign ? ['Shift'] : []),
    key,
  ].join('+');
  return canHave(entry, keys) ? keys : null;
};
