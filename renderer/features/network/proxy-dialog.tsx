import { useState } from 'react';
import { Form } from 'react-aria-components';
import { proxyLoginSchema, type ProxyQuestion } from '../../../shared/contract/proxy-question.ts';
import { proxyLoginWords } from '../../../shared/texts/proxy-login.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** Asks for the login of a proxy, which the program keeps for its run only. */
export const ProxyDialog = ({ id, proxy, isWrong }: ProxyQuestion) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const words = proxyLoginWords[language];
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const login = proxyLoginSchema.safeParse({ user, password });
  const cancel = () => void actions.answerProxy(id, null);
  return (
    <Dialog title={words.title} role="alertdialog" onClose={cancel}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (login.success) void actions.answerProxy(id, login.data);
        }}
      >
        <p>{words.text(proxy)}</p>
        {isWrong && (
          <p className="tone-error" role="alert">
            {words.wrong}
          </p>
        )}
        <TextInput
          label={words.user}
          value={user}
          error={user.includes(':') ? words.colon : null}
          onChange={setUser}
        />
        <TextInput type="password" label={words.password} value={password} onChange={setPassword} />
        <p className="hint">{words.kept}</p>
        <div className="dialog-actions">
          <Button onPress={cancel}>{t('app.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={!login.success}>
            {words.logIn}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
