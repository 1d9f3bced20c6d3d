import type { SeveralToConfirm } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** More documents than these are only counted. */
const mostNamed = 8;

/** Asks once before several invoices are confirmed of which some have failed checks, and names those. */
export const ConfirmSeveralDialog = ({ service, pages, withErrors }: SeveralToConfirm) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const named = pages.filter(({ id }) => withErrors.includes(id));
  const others = pages.filter(({ id }) => !withErrors.includes(id));
  const confirm = (chosen: typeof pages): void => {
    actions.closeDialog();
    void actions.reviewPages(service, chosen, 'confirmed');
  };
  return (
    <Dialog title={t('batch.confirmTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{t('batch.confirmSeveral', { count: withErrors.length, all: pages.length })}</p>
      <ul className="findings">
        {named.slice(0, mostNamed).map(({ id, name, findings }) => (
          <li key={id} className="finding tone-error">
            <Icon name="error" />
            {t('batch.confirmNamed', { name, count: findings.error })}
          </li>
        ))}
        {withErrors.length > mostNamed && (
          <li className="finding">{t('batch.confirmMore', { count: withErrors.length - mostNamed })}</li>
        )}
      </ul>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        {others.length > 0 && (
          <Button onPress={() => confirm(others)}>
            {t('batch.confirmOthers', { count: others.length })}
          </Button>
        )}
        <Button look="primary" autoFocus onPress={() => confirm(pages)}>
          {t('batch.confirmAll', { count: pages.length })}
        </Button>
      </div>
    </Dialog>
  );
};
