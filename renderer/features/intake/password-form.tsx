import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export const PasswordForm = ({ onOpen }: { readonly onOpen: (password: string) => Promise<unknown> }) => {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [isWorking, setWorking] = useState(false);
  const open = async () => {
    setWorking(true);
    await onOpen(password);
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
      <Button type="submit" look="primary" isDisabled={password === ''} isPending={isWorking}>
        {t('intake.unlock')}
      </Button>
    </Form>
  );
};
