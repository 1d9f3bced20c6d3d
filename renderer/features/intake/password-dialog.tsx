import { useTools } from '../tools.ts';
import type { PasswordQuestion } from '../../state/dialogs.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordForm } from './password-form.tsx';

/** A page is to be made anew from a PDF whose password Vouch has not been told since it was started. */
export const PasswordDialog = ({ service, id, treatment }: PasswordQuestion) => {
  const { t } = useTexts();
  const { actions, pictures, thumbnails } = useTools();
  const open = async (password: string) => {
    if (!(await actions.treat(service, id, treatment, password))) return;
    pictures.forget(id);
    thumbnails.forget(id);
    actions.closeDialog();
  };
  return (
    <Dialog title={t('intake.passwordTitle')} onClose={actions.closeDialog}>
      <p>{t('intake.passwordText')}</p>
      <PasswordForm onOpen={open} />
    </Dialog>
  );
};
