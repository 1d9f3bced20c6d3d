import type { MenuId } from '../../../shared/contract/menu.ts';
import type { Actions } from '../../state/actions.ts';
import { runCommand } from './run-command.ts';

export const isTextField = (element: Element | null): boolean =>
  element?.matches('textarea, input:not([type="range"], [type="checkbox"], [type="radio"])') ?? false;

/** Does what was chosen in the system's own menu, as the key for it would. */
export const chooseFromMenu = (id: MenuId, actions: Actions): void => {
  if ((id === 'undo' || id === 'redo') && isTextField(document.activeElement)) {
    // What is being typed is the field's own affair, and there is no other way to reach its history.
    // oxlint-disable-next-line typescript/no-deprecated -- nothing stands in its place
    document.execCommand(id);
    return;
  }
  // What lies under a dialog is not meant.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  void runCommand(id, actions);
};
