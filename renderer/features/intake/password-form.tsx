import { useId, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useTools } from '../tools.ts';

export const PasswordForm = ({ onOpen }: { readonly onOpen: (password: string) => Promise<unknown> }) => {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [isWorking, setWorking] = useState(false);
  const { actions } = useTools();
  const hint = useId();
  /** What the last try was answered: the next one is no longer about it. */
  const answers = useRef<readonly number[]>([]);
  const open = async () => {
    setWorking(true);
    answers.current.forEach((id) => actions.dismiss(id));
    const before = new Set(useApp.getState().notices.map(({ id }) => id));
    await onOpen(password);
    answers.current = useApp.getState().notices.flatMap(({ id }) => (before.has(id) ? [] : [id]));
    setPassword('');
    setWorking(false);
  };
  return (
    <Form
      className="password-form"
      aria-describedby={hint}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !isWorking) void open();
      }}
    >
      <TextInput type="password" label={t('intake.password')} value={password} onChange={setPassword} />
      <Button type="submit" look="primary" isDisabled={password === ''} isPending={isWorking}>
        {t('intake.unlock')}
      </Button>
      <p id={hint} className="hint" style={{ flexBasis: '100%' }}>
        {t('intake.passwordHint')}
      </p>
    </Form>
  );
};
