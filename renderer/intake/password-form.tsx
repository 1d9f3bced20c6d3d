import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { PageId } from '../../shared/records.ts';
import { useTools } from '../app/context.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';

/** Asks for the password of a PDF. */
export const PasswordForm = ({ id }: { readonly id: PageId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [password, setPassword] = useState('');
  const [isWorking, setWorking] = useState(false);
  const open = async () => {
    setWorking(true);
    await actions.unlock(id, password);
    setPassword('');
    setWorking(false);
  };
  return (
    <Form
      className="password-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !isWorking) void open();
      }}
    >
      <TextInput
        type="password"
        label={t('intake.password')}
        hint={t('intake.passwordHint')}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" isDisabled={password === '' || isWorking}>
        {t('intake.unlock')}
      </Button>
    </Form>
  );
};
