import { allKeysOf, arePressed, isComposing, type PressedKeys } from '../../shared/contract/local-keys.ts';
import type { ChosenKeys } from '../../shared/contract/chosen-keys.ts';
import { actionsOf, isLocal, type MenuId } from '../../shared/contract/menu.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { isMac } from '../../shared/contract/shown-keys.ts';

/** Marks an element in which Tab walks the open findings instead of the controls. */
export const walkPlace = { 'data-walk': '' };
export const isInWalk = (target: Element): boolean => target.closest('[data-walk]') !== null;

/**
 * Marks an input that saves its value at a command key, before the window runs the command. It is then gone, so
 * it also carries the mark of its place.
 */
export const savesFirst = { 'data-saves-first': '', ...walkPlace };
export const isSavedFirst = (target: Element): boolean => target.matches('[data-saves-first]');

/** Marks an input that stands for something else, such as the active cell of a table: keys in it are no typing. */
export const notText = { 'data-not-text': '' };

/** Whether an element takes text, with its own undo history and clipboard. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('textarea, input:not([type="range"], [type="checkbox"], [type="radio"], [data-not-text])');

/** The window-wide action of a workspace for these keys; null if it has none. */
export const commandOf = (
  event: PressedKeys,
  platform: string,
  workspace: ServiceId,
  chosen: ChosenKeys = {},
): MenuId | null => {
  if (isComposing(event)) return null;
  const [mod, other] = isMac(platform) ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  const isPressed = (keys: string): boolean => arePressed(event, keys, mod, other);
  return (
    actionsOf(workspace).find((entry) => !isLocal(entry) && allKeysOf(entry.id, chosen).some(isPressed))
      ?.id ?? null
  );
};
