import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import type { OpenedLink, SessionEnd } from '../../../shared/contract/office.ts';
import { callOffice } from '../../state/claims.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the user chooses it now. */
  readonly isNew?: boolean;
};

/** The password of a user of the office. */
export const Password = ({ isNew = false, ...rest }: Props) => {
  const { t } = useTexts();
  return (
    <TextInput
      {...rest}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && { hint: t('office.passwordHint') })}
    />
  );
};

type OfficeFormProps<Value> = {
  readonly submit: string;
  readonly children: ReactNode;
  /** Submits the form. The form shows a failure below its fields. */
  readonly onSubmit: () => Promise<Result<Value, CommandFailure>>;
  readonly onDone: (value: Value) => void;
};

/** A form that submits to the office and shows why the office refused it. */
export const OfficeForm = <Value,>({ submit, children, onSubmit, onDone }: OfficeFormProps<Value>) => {
  const { t } = useTexts();
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isUnderWay) return;
    setUnderWay(true);
    setFailure(null);
    const done = await onSubmit();
    setUnderWay(false);
    if (done.ok) onDone(done.value);
    else setFailure(done.failure);
  };
  return (
    <form className="office-form" onSubmit={(event) => void send(event)}>
      {children}
      <div role="alert" className="form-failure">
        {failure && <FailureMessage failure={failure} />}
      </div>
      <Button type="submit" look="primary">
        {submit}
      </Button>
      <span role="status" className="hint">
        {isUnderWay && t('office.waiting')}
      </span>
    </form>
  );
};

type EmailProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFixed?: boolean;
};

const Email = ({ value, onChange, isFixed = false }: EmailProps) => {
  const { t } = useTexts();
  return (
    <TextInput
      type="email"
      label={t('office.email')}
      value={value}
      onChange={onChange}
      isReadOnly={isFixed}
      autoComplete="username"
    />
  );
};

type SignInProps = {
  /** Why the last session of this browser has ended; null if there was none. */
  readonly ended: SessionEnd | null;
  readonly onDone: () => void;
};

/** The sign-in form of an office. */
export const SignIn = ({ ended, onDone }: SignInProps) => {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <main className="entrance">
      <h1>{t('office.signInTitle')}</h1>
      {ended && <p role="status">{t(`office.ends.${ended}`)}</p>}
      <OfficeForm
        submit={t('office.signIn')}
        onSubmit={() => callOffice('signIn', { email, password })}
        onDone={onDone}
      >
        <Email value={email} onChange={setEmail} />
        <Password label={t('office.password')} value={password} onChange={setPassword} />
      </OfficeForm>
    </main>
  );
};

type LinkProps = { readonly secret: string; readonly link: OpenedLink; readonly onDone: () => void };

/** The form behind a link: for a new user or a new password. */
export const UseLink = ({ secret, link, onDone }: LinkProps) => {
  const { t } = useTexts();
  const [email, setEmail] = useState(link.email ?? '');
  const [name, setName] = useState(link.name ?? '');
  const [password, setPassword] = useState('');
  const isNew = link.kind !== 'password';
  return (
    <main className="entrance">
      <h1>{t(`office.${link.kind}Title`)}</h1>
      <p>{t(`office.${link.kind}Text`)}</p>
      <OfficeForm
        submit={t(isNew ? 'office.make' : 'office.setPassword')}
        onSubmit={() => callOffice('useLink', { link: secret, email, name, password })}
        onDone={onDone}
      >
        <Email value={email} onChange={setEmail} isFixed={link.email !== null} />
        {isNew && <TextInput label={t('office.name')} value={name} onChange={setName} autoComplete="name" />}
        <Password isNew label={t('office.password')} value={password} onChange={setPassword} />
      </OfficeForm>
    </main>
  );
};
