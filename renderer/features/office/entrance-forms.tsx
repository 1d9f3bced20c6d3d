import { useState } from 'react';
import type { OpenedLink } from '../../../shared/contract/office.ts';
import { callOffice } from '../../state/office.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { OfficeForm } from './office-form.tsx';
import { Password } from './password.tsx';

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

/** The sign-in form of an office. */
export const SignIn = ({ onDone }: { readonly onDone: () => void }) => {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <main className="entrance">
      <h1>{t('office.signInTitle')}</h1>
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
