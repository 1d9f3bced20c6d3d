import { useState } from 'react';
import { callOffice } from '../../state/office.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { OfficeForm } from './office-form.tsx';

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
        onSubmit={async () => {
          const done = await callOffice('signIn', { email, password });
          if (done.ok) onDone();
          return done;
        }}
      >
        <TextInput
          type="email"
          label={t('office.email')}
          value={email}
          onChange={setEmail}
          autoComplete="username"
        />
        <TextInput
          type="password"
          label={t('office.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
      </OfficeForm>
    </main>
  );
};
