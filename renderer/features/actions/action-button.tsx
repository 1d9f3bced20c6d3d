import type { MenuId } from '../../../shared/contract/menu.ts';
import { menuTexts } from '../../../shared/texts/menu.ts';
import { runAction } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { useShownKeys } from '../use-shown-keys.ts';

type Props = {
  readonly id: MenuId;
  /** Set if the button does not run the menu's action. */
  readonly onPress?: () => void;
  /** Instead of the action's name. */
  readonly label?: string;
};

/** The name of an action with its keys, for tooltips: `Confirm (Ctrl+Enter)`. */
export const useActionName = (): ((id: MenuId) => string) => {
  const { language } = useTexts();
  const keysOf = useShownKeys();
  return (id) => {
    const keys = keysOf(id);
    return keys === null ? menuTexts[id][language] : `${menuTexts[id][language]} (${keys})`;
  };
};

/** An action as a small button that shows its keys. */
export const ActionButton = ({ id, onPress, label }: Props) => {
  const { language } = useTexts();
  const keys = useShownKeys()(id);
  return (
    <Button small onPress={onPress ?? (() => void runAction(id))}>
      {label ?? menuTexts[id][language]}
      {keys !== null && <kbd className="keys">{keys}</kbd>}
    </Button>
  );
};
