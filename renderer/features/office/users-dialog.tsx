import { useState } from 'react';
import type { NewLink, ListedUser } from '../../../shared/contract/office.ts';
import { roles, type Role } from '../../../shared/contract/roles.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { instantText } from '../../ui/i18n/instant-text.ts';
import { MenuTrigger, Popover } from 'react-aria-components';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';
import { callOffice } from '../../state/claims.ts';
import { ItemMenu } from '../../ui/item-menu.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { AuditLogSection } from './audit-log-section.tsx';
import { OfficeForm } from './office-form.tsx';
import { TokensOf } from './tokens-section.tsx';

type MadeLink = NewLink & { readonly email: string };

/** A new link. It is shown once and cannot be retrieved later. */
const NewLinkNote = ({ made }: { readonly made: MadeLink }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [copied, setCopied] = useState<string | null>(null);
  const address = `${window.location.origin}/#link=${made.link}`;
  const copy = async (): Promise<void> => {
    if (await actions.copy(address)) setCopied(made.link);
  };
  return (
    <div role="status" className="office-link">
      <strong>{t('office.linkFor', { email: made.email })}</strong>
      <span className="selectable">{address}</span>
      <span className="hint">{t('office.linkText', { until: instantText(made.until, language) })}</span>
      <Button small onPress={() => void copy()}>
        {t(copied === made.link ? 'office.copied' : 'office.copy')}
      </Button>
    </div>
  );
};

type Props = {
  readonly user: ListedUser;
  readonly onAct: (acting: Promise<Result<unknown, CommandFailure>>) => void;
  readonly onLink: (made: MadeLink) => void;
  readonly onTokens: () => void;
};

/** A user of the office, with an administrator's actions. */
const UserRow = ({ user, onAct, onLink, onTokens }: Props) => {
  const { t, language } = useTexts();
  const { id, name, email, role, isOn, seenAt } = user;
  const makeLink = async () => {
    const link = await callOffice('passwordLink', { person: id });
    if (link.ok) onLink({ ...link.value, email });
    return link;
  };
  const items = [
    ...roles
      .filter((other) => other !== role)
      .map((other) => ({
        id: other,
        label: `${t('office.role')}: ${t(`office.roles.${other}`)}`,
        run: () => onAct(callOffice('setRole', { person: id, role: other })),
      })),
    {
      id: 'switch',
      label: t(isOn ? 'office.switchOff' : 'office.switchOn'),
      run: () => onAct(callOffice('switchAccount', { person: id, on: !isOn })),
    },
    { id: 'end', label: t('office.endAll'), run: () => onAct(callOffice('endSessions', { person: id })) },
    { id: 'password', label: t('office.newPassword'), run: () => onAct(makeLink()) },
    { id: 'tokens', label: t('tokens.show'), run: onTokens },
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

/** Administration of an office: users, their roles, and the audit log. */
export const UsersDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: result, reload } = useLoaded('people', () => callOffice('people', {}));
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [tokensOf, setTokensOf] = useState<ListedUser | null>(null);
  const users = result?.ok ? result.value.people : [];
  const shown = result && !result.ok ? result.failure : failure;
  const act = async (acting: Promise<Result<unknown, CommandFailure>>): Promise<void> => {
    const done = await acting;
    setFailure(done.ok ? null : done.failure);
    reload();
  };

  return (
    <Dialog wide title={t('office.users')} onClose={actions.closeDialog}>
      <ul className="office-list">
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onAct={(acting) => void act(acting)}
            onLink={setMade}
            onTokens={() => setTokensOf(user)}
          />
        ))}
      </ul>
      <div role="alert" className="form-failure">
        {shown && <FailureMessage failure={shown} />}
      </div>
      {tokensOf && <TokensOf key={tokensOf.id} person={tokensOf.id} user={tokensOf.name} />}
      <Invite onLink={setMade} />
      {made && <NewLinkNote made={made} />}
      <Locks users={users} onAct={(acting) => void act(acting)} />
      <AuditLogSection users={users} />
    </Dialog>
  );
};

type LocksProps = { readonly users: readonly ListedUser[]; readonly onAct: Props['onAct'] };

/** Sign-ins that are refused after too many failed ones. Renders nothing if there are none. */
const Locks = ({ users, onAct }: LocksProps) => {
  const { t, language } = useTexts();
  const { value: result, reload } = useLoaded('locks', () => callOffice('locks', {}));
  const locks = result?.ok ? result.value.locks : [];
  if (locks.length === 0) return null;
  const lift = async (lock: (typeof locks)[number]) => {
    const { person, address } = lock;
    const lifted = await callOffice('liftLock', { person, address });
    reload();
    return lifted;
  };
  return (
    <section className="settings-section" aria-label={t('office.locks')}>
      <h3>{t('office.locks')}</h3>
      <p className="hint">{t('office.locksText')}</p>
      <ul className="office-list">
        {locks.map((lock) => {
          const user = users.find(({ id }) => id === lock.person)?.email ?? t('office.allUsers');
          const place = lock.address ?? t('office.allAddresses');
          const until = instantText(lock.until, language);
          const line = t('office.lockLine', { user, place, until });
          return (
            <li key={`${lock.person} ${lock.address}`}>
              <span>{line}</span>
              <Button small aria-label={`${t('office.lift')}: ${line}`} onPress={() => onAct(lift(lock))}>
                {t('office.lift')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Invite = ({ onLink }: { readonly onLink: (made: MadeLink) => void }) => {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('approver');
  return (
    <section className="settings-section" aria-label={t('office.invite')}>
      <h3>{t('office.invite')}</h3>
      <p className="hint">{t('office.rolesText')}</p>
      <OfficeForm
        submit={t('office.makeLink')}
        onSubmit={() => callOffice('invite', { email, role })}
        onDone={(link) => {
          onLink({ ...link, email });
          setEmail('');
        }}
      >
        <TextInput type="email" label={t('office.email')} value={email} onChange={setEmail} />
        <Select
          label={t('office.role')}
          value={role}
          options={roles.map((one) => ({ value: one, label: t(`office.roles.${one}`) }))}
          onChange={setRole}
        />
      </OfficeForm>
    </section>
  );
};
