import type { Bilingual } from '../../shared/language.ts';
import { useTools } from '../features/tools.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { confirmAnyway } from './actions/window-actions.ts';

/** Asks once before an invoice with failed checks is confirmed, and lists them. */
export const ConfirmErrorsDialog = ({ messages }: { readonly messages: readonly Bilingual[] }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('batch.confirmTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{t('batch.confirmText', { count: messages.length })}</p>
      <ul className="findings">
        {messages.map((message) => (
          <li key={message.en} className="finding tone-error">
            <Icon name="error" />
            {message[language]}
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          autoFocus
          onPress={() => {
            actions.closeDialog();
            void confirmAnyway(actions);
          }}
        >
          {t('batch.confirmAnyway')}
        </Button>
      </div>
    </Dialog>
  );
};
