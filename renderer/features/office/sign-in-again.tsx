import { useState } from 'react';
import { Modal, ModalOverlay, Dialog as AriaDialog, Heading } from 'react-aria-components';
import { callOffice } from '../../state/claims.ts';
import { signedInAgain, useSession } from '../../state/session.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { Button } from '../../ui/button.tsx';
import { useTools } from '../tools.ts';
import { OfficeForm, Password } from './office-form.tsx';

/**
 * Over the window of a user whose session has ended. The window keeps what the user typed, and continues after the
 * sign-in.
 */
export const SignInAgain = () => {
  const { t } = useTexts();
  const { user } = useTools();
  const ended = useSession((state) => state.ended);
  const [password, setPassword] = useState('');
  if (ended === null || !user) return null;
  return (
    <ModalOverlay className="backdrop" isOpen isKeyboardDismissDisabled>
      <Modal className="modal">
        <AriaDialog className="dialog" role="alertdialog">
          <div className="dialog-head">
            <Heading slot="title" level={2}>
              {t('office.againTitle')}
            </Heading>
          </div>
          <div className="dialog-body">
            <p>{t(`office.ends.${ended}`)}</p>
            <p className="hint">{t('office.againText')}</p>
            <OfficeForm
              submit={t('office.signIn')}
              onSubmit={() => callOffice('signIn', { email: user.email, password })}
              onDone={({ person }) => {
                setPassword('');
                signedInAgain(person);
              }}
            >
              <TextInput
                type="email"
                label={t('office.email')}
                value={user.email}
                onChange={() => undefined}
                isReadOnly
                autoComplete="username"
              />
              <Password label={t('office.password')} value={password} onChange={setPassword} />
            </OfficeForm>
            <Button look="quiet" onPress={() => window.location.reload()}>
              {t('office.asOther')}
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};
