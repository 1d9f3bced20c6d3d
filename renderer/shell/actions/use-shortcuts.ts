import { useEffect } from 'react';
import { notInText } from '../../../shared/contract/chosen-keys.ts';
import { chosenKeys, localKeyOf } from '../../state/keys.ts';
import type { MenuId } from '../../../shared/contract/menu.ts';
import { useApp } from '../../state/store.ts';
import { commandOf, isInWalk, isSavedFirst, isTextField } from '../../ui/keys.ts';
import { isEnabled, runAction } from '../../state/registry.ts';

/** Dialogs and menus handle their own keys; shortcuts don't affect content that they cover. */
const isCovered = (target: Element): boolean =>
  target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** In a field or in the list, Tab moves through the open findings. Elsewhere it moves between controls. */
const walksByTab = (target: Element): boolean => isInWalk(target) || target === document.body;

/** A list of choices takes letters, too. */
const isTyping = (target: Element): boolean => isTextField(target) || target.matches('select');

/** Actions that a held key does not repeat: each would be about another page or value than the first. */
const onceAKey: ReadonlySet<string> = new Set(['confirm', 'confirmClean', 'aside', 'reopen']);
const onceALocalKey = ['accept', 'remove'] as const;

const pressedCommand = (event: KeyboardEvent): MenuId | null => {
  const { info, workspace } = useApp.getState();
  return commandOf(event, info?.platform ?? '', workspace, chosenKeys());
};

const isHeld = (event: KeyboardEvent, target: Element): boolean => {
  if (!event.repeat) return false;
  const id = pressedCommand(event);
  return (
    (id !== null && onceAKey.has(id)) || (!isTyping(target) && localKeyOf(event, onceALocalKey) !== null)
  );
};

/** Runs actions by their keys, wherever the focus is in the window. */
export const useShortcuts = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Element) || isCovered(target)) return;
      const id = pressedCommand(event);
      if (id === null || (isTyping(target) && notInText.has(id))) return;
      const isTab = event.key === 'Tab';
      // Without open findings, Tab moves between controls as usual.
      if (isTab && !(walksByTab(target) && isEnabled(id))) return;
      event.preventDefault();
      event.stopPropagation();
      void runAction(id);
    };
    const isEditor = ({ target }: KeyboardEvent) => target instanceof Element && isSavedFirst(target);
    const stop = new AbortController();
    const { signal } = stop;
    // Buttons handle Enter, so the window listens before them. A value editor saves first.
    const early = (event: KeyboardEvent) => {
      // It selects rows, or the text of a field, and never the text of the whole window.
      if (!isTextField(event.target) && localKeyOf(event, ['selectAll']) !== null) event.preventDefault();
      if (event.target instanceof Element && isHeld(event, event.target)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (!isEditor(event)) onKeyDown(event);
    };
    const late = (event: KeyboardEvent) => isEditor(event) && onKeyDown(event);
    addEventListener('keydown', early, { signal, capture: true });
    addEventListener('keydown', late, { signal });
    return () => stop.abort();
  }, []);
};
