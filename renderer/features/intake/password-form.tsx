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
  /** The notice about the last try: it goes with the next one. */
  const answer = useRef<number | null>(null);
  const open = async () => {
    setWorking(true);
    if (answer.current !== null) actions.dismiss(answer.current);
    const before = useApp.getState().notices.at(-1)?.id ?? 0;
    await onOpen(password);
    // Others may have come meanwhile; that of the try is the last.
    const last = useApp.getState().notices.at(-1);
    answer.current = last && last.id > before ? last.id : null;
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
        describedBy={hint}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" isDisabled={password === ''} isPending={isWorking}>
        {t('intake.unlock')}
      </Button>
      <p id={hint} className="hint" style={{ flexBasis: '100%' }}>
        {t('intake.passwordHint')}
      </p>
    </Form>
  );
};
