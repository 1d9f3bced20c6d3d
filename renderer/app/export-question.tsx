import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { openQuestions } from './page-list.ts';
import { useApp } from './store.ts';

/** Says what is not settled yet, and lets the user decide. */
export const ExportQuestion = ({ onAnswer }: { readonly onAnswer: (goOn: boolean) => void }) => {
  const { t } = useTexts();
  const { errors, failed, sandbox } = openQuestions(useApp((state) => state.lists[state.workspace]));
  return (
    <Dialog title={t('exports.confirmTitle')} role="alertdialog" onClose={() => onAnswer(false)}>
      <ul className="stack">
        {errors > 0 && <li>{t('exports.confirmErrors', { count: errors })}</li>}
        {failed > 0 && <li>{t('exports.confirmFailed', { count: failed })}</li>}
        {sandbox > 0 && <li>{t('exports.confirmSandbox', { count: sandbox })}</li>}
      </ul>
      <p className="muted">{t('exports.confirmText')}</p>
      <div className="dialog-actions">
        <Button onPress={() => onAnswer(false)}>{t('app.cancel')}</Button>
        <Button look="primary" autoFocus onPress={() => onAnswer(true)}>
          {t('exports.anyway')}
        </Button>
      </div>
    </Dialog>
  );
};
