import { useEffect } from 'react';
import { useTools } from '../../state/context.ts';
import { useApp } from '../../state/store.ts';
import { commandOf } from './keys.ts';
import { isEnabled, runCommand } from './run-command.ts';

const isTextField = (target: Element): boolean =>
  target.matches('textarea, select, input:not([type="range"], [type="checkbox"], [type="radio"])');

/** Dialogs and menus have their own keys, and what lies under them is not meant. */
const isCovered = (target: Element): boolean =>
  target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** Where Tab walks the doubtful fields: from a field, and from the list. Elsewhere it goes from control to control. */
const walksByTab = (target: Element): boolean =>
  target.matches('[data-field], .value-editor, .document-list, .document-list *') || target === document.body;

/** Keys that a text field has a meaning of its own for. */
const ofText = new Set(['undo', 'redo', 'keys', 'nextPage', 'previousPage']);

/** Runs the actions of the menus by their keys, wherever the keyboard is in the window. */
export const useCommands = (): void => {
  const { actions } = useTools();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Element) || isCovered(target)) return;
      const id = commandOf(event, useApp.getState().info?.platform ?? '');
      if (id === null || (isTextField(target) && ofText.has(id))) return;
      const isTab = id === 'nextDoubt' || id === 'previousDoubt';
      // Without doubtful fields to walk, Tab goes from control to control as ever.
      if (isTab && !(walksByTab(target) && isEnabled(id))) return;
      event.preventDefault();
      event.stopPropagation();
      void runCommand(id, actions);
    };
    const isEditor = ({ target }: KeyboardEvent) =>
      target instanceof Element && target.matches('.value-editor');
    const stop = new AbortController();
    const { signal } = stop;
    // Buttons keep Enter to themselves: the window is asked before them. What is typed is kept before all else.
    const early = (event: KeyboardEvent) => !isEditor(event) && onKeyDown(event);
    const late = (event: KeyboardEvent) => isEditor(event) && onKeyDown(event);
    addEventListener('keydown', early, { signal, capture: true });
    addEventListener('keydown', late, { signal });
    return () => stop.abort();
  }, [actions]);
};
