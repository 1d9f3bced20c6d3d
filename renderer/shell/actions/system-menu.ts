import { menuIds, type MenuId } from '../../../shared/contract/menu.ts';
import { isEnabled, onActionsChange, runAction } from '../../state/registry.ts';
import { hasOpenDialog } from '../../ui/dialog.tsx';
import { isTextField } from '../../ui/keys.ts';

/** A text field has its own undo history. */
const isPossible = (id: MenuId): boolean =>
  isEnabled(id) || ((id === 'undo' || id === 'redo') && isTextField(document.activeElement));

/**
 * Reports to the system's menu which actions are enabled, now and after each change. Returns a function that
 * stops it.
 */
export const followEnabled = (tell: (ids: readonly MenuId[]) => void): (() => void) => {
  let sent: string | null = null;
  const look = (): void => {
    const now = menuIds.filter(isPossible);
    if (now.join(' ') === sent) return;
    sent = now.join(' ');
    tell(now);
  };
  const stopFocus = new AbortController();
  const { signal } = stopFocus;
  addEventListener('focusin', look, { signal });
  // On focusout, the next element does not have the focus yet.
  addEventListener('focusout', () => queueMicrotask(look), { signal });
  look();
  const stopState = onActionsChange(look);
  return () => {
    stopFocus.abort();
    stopState();
  };
};

/** Runs an action chosen in the system's menu, as its key would. */
export const chooseFromMenu = (id: MenuId): void => {
  if ((id === 'undo' || id === 'redo') && isTextField(document.activeElement)) {
    const field = document.activeElement;
    void import('../../ui/field-undo.ts').then(({ undoInField }) => undoInField(field, id === 'redo'));
    return;
  }
  // The menu does not affect content that a dialog covers.
  if (!hasOpenDialog()) void runAction(id);
};
