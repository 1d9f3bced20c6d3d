import { menuEntries, type MenuId } from '../../../shared/contract/menu.ts';
import { useTools } from '../../state/context.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { shownKeys } from './keys.ts';
import { runCommand } from './run-command.ts';

type Props = {
  readonly id: MenuId;
  /** Where it does something else than the action of the menu would now. */
  readonly onPress?: () => void;
};

/** An action of the menus as a small button that shows its key. */
export const CommandButton = ({ id, onPress }: Props) => {
  const { language } = useTexts();
  const { actions } = useTools();
  const platform = useApp((state) => state.info?.platform ?? '');
  const entry = menuEntries.find((known) => known.id === id);
  return (
    <Button small onPress={onPress ?? (() => void runCommand(id, actions))}>
      {entry?.text[language]}
      {entry?.keys && <kbd className="keys">{shownKeys(entry.keys, platform)}</kbd>}
    </Button>
  );
};
