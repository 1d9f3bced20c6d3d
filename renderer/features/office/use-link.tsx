import { useState } from 'react';
import type { OpenedLink } from '../../../shared/contract/office.ts';
import { callOffice } from '../../state/office.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { OfficeForm } from './office-form.tsx';

type Props = { readonly secret: string; readonly link: OpenedLink; readonly onDone: () => void };

/** The form behind a link: for a new user or a new password. */
export const UseLink = ({ secret, link, onDone }: Props) => {
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
        onSubmit={async () => {
          const done = await callOffice('useLink', { link: secret, email, name, password });
          if (done.ok) onDone();
          return done;
        }}
      >
        <TextInput
          type="email"
          label={t('office.email')}
          value={email}
          onChange={setEmail}
          isReadOnly={link.email !== null}
          autoComplete="username"
        />
        {isNew && <TextInput label={t('office.name')} value={name} onChange={setName} autoComplete="name" />}
        <TextInput
          type="password"
          label={t('office.password')}
          hint={t('office.passwordHint')}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
        />
      </OfficeForm>
    </main>
  );
};
