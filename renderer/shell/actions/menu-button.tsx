import {
  Header,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { menuGroups } from '../../../shared/contract/menu.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { runAction, useDisabledActions } from '../../state/registry.ts';
import { shownKeys } from '../../ui/keys.ts';

export const MenuButton = () => {
  const { t, language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const disabled = useDisabledActions();
  return (
    <MenuTrigger>
      <IconButton icon="menu" label={t('commands.menu')} />
      <Popover placement="bottom end" className="menu-popover">
        <Menu className="menu main-menu" aria-label={t('commands.menu')} disabledKeys={disabled}>
          {menuGroups.map((group) => (
            <MenuSection key={group.id} className="menu-section">
              <Header className="menu-head">{menuGroupTexts[group.id][language]}</Header>
              {group.entries.map(({ id, keys }) => (
                <MenuItem
                  key={id}
                  id={id}
                  className="menu-item with-keys"
                  textValue={menuTexts[id][language]}
                  onAction={() => void runAction(id)}
                >
                  <Text slot="label">{menuTexts[id][language]}</Text>
                  {keys !== null && <Keyboard className="keys">{shownKeys(keys, platform)}</Keyboard>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
