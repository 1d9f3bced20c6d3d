import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { booksMenu, windowMenu, type MenuEntry } from '../../../shared/contract/menu.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { useKeysHere } from '../../features/use-shown-keys.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { runAction, useDisabledActions, useOfferedActions } from '../../state/registry.ts';

/** An action in a menu or in the search of all actions, with its key. */
export const ActionItem = ({
  entry: { id },
  onAction,
}: {
  readonly entry: MenuEntry;
  readonly onAction: () => void;
}) => {
  const { language } = useTexts();
  const keys = useKeysHere()(id);
  return (
    <MenuItem id={id} className="menu-item with-keys" textValue={menuTexts[id][language]} onAction={onAction}>
      <span>{menuTexts[id][language]}</span>
      {keys !== null && <kbd className="keys">{keys}</kbd>}
    </MenuItem>
  );
};

/** The entries that this host, account and user have, as items of a menu that run them. */
const itemsOf = (entries: readonly MenuEntry[], offered: ReadonlySet<string>) =>
  entries
    .filter(({ id }) => offered.has(id))
    .map((entry) => <ActionItem key={entry.id} entry={entry} onAction={() => void runAction(entry.id)} />);

/** What is done with read invoices: vouchers, archive, tax bureau list, verification, print. */
export const BooksButton = () => {
  const { language } = useTexts();
  const disabled = useDisabledActions();
  const offered = useOfferedActions();
  const label = menuGroupTexts.books[language];
  return (
    <MenuTrigger>
      <Button>
        {label}
        <Icon name="chevron" />
      </Button>
      <Popover placement="bottom end" className="menu-popover">
        <Menu className="menu books-menu" aria-label={label} disabledKeys={disabled}>
          {itemsOf(booksMenu, offered)}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};

export const MenuButton = () => {
  const { t, language } = useTexts();
  const workspace = useApp((state) => state.workspace);
  const disabled = useDisabledActions();
  const offered = useOfferedActions();
  return (
    <MenuTrigger>
      <IconButton icon="menu" label={t('commands.menu')} />
      <Popover placement="bottom end" className="menu-popover">
        <Menu className="menu main-menu" aria-label={t('commands.menu')} disabledKeys={disabled}>
          {windowMenu(workspace).map((group) => (
            <MenuSection key={group.id} className="menu-section">
              <Header className="menu-head">{menuGroupTexts[group.id][language]}</Header>
              {itemsOf(group.entries, offered)}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
