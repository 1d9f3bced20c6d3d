import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { callOffice } from '../../state/office.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

const signOut = async (): Promise<void> => {
  await callOffice('signOut', {});
  window.location.reload();
};

/** The menu of the signed-in user. Renders nothing outside an office. */
export const PersonMenu = () => {
  const { t } = useTexts();
  const { actions, person } = useTools();
  if (!person) return null;
  return (
    <MenuTrigger>
      <Button look="quiet" aria-label={t('office.menu', { name: person.name })}>
        <span className="cut person-name">{person.name}</span>
      </Button>
      <Popover placement="bottom end">
        <Menu
          className="menu"
          aria-label={t('office.menu', { name: person.name })}
          onAction={(key) => {
            if (key === 'signOut') void signOut();
            else actions.openDialog({ kind: key === 'people' ? 'people' : 'ownSignIn' });
          }}
        >
          <MenuItem id="ownSignIn" className="menu-item">
            {t('office.ownSignIn')}
          </MenuItem>
          {person.role === 'administrator' && (
            <MenuItem id="people" className="menu-item">
              {t('office.people')}
            </MenuItem>
          )}
          <MenuItem id="signOut" className="menu-item">
            {t('office.signOut')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
