import { menuEntries, type MenuId } from '../../../shared/contract/menu.ts';
import { menuTexts } from '../../../shared/texts/menu.ts';
import { runAction } from '../../state/registry.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { shownKeys } from '../../ui/keys.ts';

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
  const platform = useApp((state) => state.info?.platform ?? '');
  return (id) => {
    const entry = menuEntries.find((known) => known.id === id);
    if (!entry) return '';
    const name = menuTexts[id][language];
    return entry.keys ? `${name} (${shownKeys(entry.keys, platform)})` : name;
  };
};

/** An action as a small button that shows its keys. */
export const ActionButton = ({ id, onPress, label }: Props) => {
  const { language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const entry = menuEntries.find((known) => known.id === id);
  return (
    <Button small onPress={onPress ?? (() => void runAction(id))}>
      {label ?? menuTexts[id][language]}
      {entry?.keys && <kbd className="keys">{shownKeys(entry.keys, platform)}</kbd>}
    </Button>
  );
};
