import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useTools } from '../features/tools.ts';
import type { WaitingFiles } from '../state/dialogs.ts';

/** Asks how to recognize the added files if there is no account. */
export const AskDialog = ({ files }: WaitingFiles) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('ask.title')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{t('ask.text', { count: files.length })}</p>
      <div className="choices">
        <div className="choice">
          <Button autoFocus onPress={() => void actions.answerSandbox()}>
            {t('ask.sandbox')}
          </Button>
          <p className="muted">{t('ask.sandboxText')}</p>
        </div>
        <div className="choice">
          <Button onPress={actions.enterAccount}>{t('ask.account')}</Button>
          <p className="muted">{t('ask.accountText')}</p>
        </div>
      </div>
    </Dialog>
  );
};
