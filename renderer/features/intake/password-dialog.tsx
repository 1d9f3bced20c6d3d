import { useTools } from '../tools.ts';
import type { PasswordQuestion } from '../../state/dialogs.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordForm } from './password-form.tsx';

/** Asks for a PDF's password in order to render one of its pages again. Vouch forgets passwords at exit. */
export const PasswordDialog = ({ service, id, treatment, was }: PasswordQuestion) => {
  const { t } = useTexts();
  const { actions, pictures, thumbnails } = useTools();
  const open = async (password: string) => {
    if (!(await actions.treat(service, id, treatment, was, password))) return;
    pictures.forget(id);
    thumbnails.forget(id);
    actions.finishDialog('password');
  };
  return (
    <Dialog title={t('intake.passwordTitle')} onClose={actions.closeDialog}>
      <p>{t('intake.passwordText')}</p>
      <PasswordForm onOpen={open} />
    </Dialog>
  );
};
