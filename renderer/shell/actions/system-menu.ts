import { menuIds, type MenuId } from '../../../shared/contract/menu.ts';
import { isEnabled, onActionsChange, runAction } from '../../state/registry.ts';
import { hasOpenDialog } from '../../ui/dialog.tsx';

export const isTextField = (element: Element | null): boolean =>
  element?.matches('textarea, input:not([type="range"], [type="checkbox"], [type="radio"])') ?? false;

/** A text field has an undo history of its own. */
const isPossible = (id: MenuId): boolean =>
  isEnabled(id) || ((id === 'undo' || id === 'redo') && isTextField(document.activeElement));

/** Tells the system's menu which actions are possible, at once and after each change. Returns what ends it. */
export const followEnabled = (tell: (ids: readonly MenuId[]) => void): (() => void) => {
  let told: string | null = null;
  const look = (): void => {
    const now = menuIds.filter(isPossible);
    if (now.join(' ') === told) return;
    told = now.join(' ');
    tell(now);
  };
  const stopFocus = new AbortController();
  const { signal } = stopFocus;
  addEventListener('focusin', look, { signal });
  // The focus has left, and has not yet arrived where it goes.
  addEventListener('focusout', () => queueMicrotask(look), { signal });
  look();
  const stopState = onActionsChange(look);
  return () => {
    stopFocus.abort();
    stopState();
  };
};

/** Runs what was chosen in the system's own menu, as its key would. */
export const chooseFromMenu = (id: MenuId): void => {
  if ((id === 'undo' || id === 'redo') && isTextField(document.activeElement)) {
    // The history of a text field cannot be reached in any other way.
    // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it
    document.execCommand(id);
    return;
  }
  // The menu does not reach what lies under a dialog.
  if (!hasOpenDialog()) void runAction(id);
};
