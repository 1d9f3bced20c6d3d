import { MenuTrigger, Popover } from 'react-aria-components';
import { callOffice } from '../../state/claims.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { ItemMenu } from '../../ui/item-menu.tsx';

const signOut = async (): Promise<void> => {
  await callOffice('signOut', {});
  window.location.reload();
};

/** The menu of the signed-in user. Renders nothing outside an office. */
export const UserMenu = () => {
  const { t } = useTexts();
  const { actions, user } = useTools();
  if (!user) return null;
  const label = t('office.menu', { name: user.name });
  const open = (kind: 'ownSignIn' | 'users' | 'state') => ({
    id: kind,
    label: t(`office.${kind}`),
    run: () => actions.openDialog({ kind }),
  });
  return (
    <MenuTrigger>
      <Button look="quiet" aria-label={label}>
        <span className="cut user-name">{user.name}</span>
      </Button>
      <Popover placement="bottom end">
        <ItemMenu
          label={label}
          items={[
            open('ownSignIn'),
            ...(user.role === 'administrator' ? [open('users'), open('state')] : []),
            { id: 'signOut', label: t('office.signOut'), run: () => void signOut() },
          ]}
        />
      </Popover>
    </MenuTrigger>
  );
};
