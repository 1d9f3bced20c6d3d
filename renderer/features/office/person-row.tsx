import { MenuTrigger, Popover } from 'react-aria-components';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { ListedPerson } from '../../../shared/contract/office.ts';
import type { Result } from '../../../shared/result.ts';
import { callOffice } from '../../state/office.ts';
import { IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { ItemMenu } from '../../ui/item-menu.tsx';
import { instantText } from './instant-text.ts';
import type { MadeLink } from './new-link-note.tsx';

type Props = {
  readonly person: ListedPerson;
  readonly onAct: (acting: Promise<Result<unknown, CommandFailure>>) => void;
  readonly onLink: (made: MadeLink) => void;
};

/** A user of the office, with an administrator's actions. */
export const PersonRow = ({ person, onAct, onLink }: Props) => {
  const { t, language } = useTexts();
  const { id, name, email, role, isOn, seenAt } = person;
  const other = role === 'reviewer' ? 'administrator' : 'reviewer';
  const makeLink = async () => {
    const link = await callOffice('passwordLink', { person: id });
    if (link.ok) onLink({ ...link.value, email });
    return link;
  };
  const items = [
    {
      id: 'role',
      label: `${t('office.role')}: ${t(`office.roles.${other}`)}`,
      run: () => onAct(callOffice('setRole', { person: id, role: other })),
    },
    {
      id: 'switch',
      label: t(isOn ? 'office.switchOff' : 'office.switchOn'),
      run: () => onAct(callOffice('switchAccount', { person: id, on: !isOn })),
    },
    { id: 'end', label: t('office.endAll'), run: () => onAct(callOffice('endSessions', { person: id })) },
    { id: 'password', label: t('office.newPassword'), run: () => onAct(makeLink()) },
  ];

  return (
    <li>
      <span>
        <strong>{name}</strong> {email}
        <br />
        <span className="hint">
          {[
            t(`office.roles.${role}`),
            ...(isOn ? [] : [t('office.off')]),
            seenAt === null ? t('office.never') : `${t('office.lastSeen')} ${instantText(seenAt, language)}`,
          ].join(' · ')}
        </span>
      </span>
      <MenuTrigger>
        <IconButton icon="menu" label={t('office.actionsFor', { name })} />
        <Popover placement="bottom end">
          <ItemMenu label={t('office.actionsFor', { name })} items={items} />
        </Popover>
      </MenuTrigger>
    </li>
  );
};
