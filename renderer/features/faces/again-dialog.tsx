import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** States the cost before photos are sent again. */
export const AgainDialog = ({ ids }: { readonly ids: readonly PageId[] }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const count = ids.length;
  const calls = formatCount(count, language);
  const recognize = () => {
    actions.closeDialog();
    void actions.recognize(ids);
  };
  return (
    <Dialog
      title={t('face.againTitle', { count, photos: calls })}
      role="alertdialog"
      onClose={actions.closeDialog}
    >
      <p>{t('face.againCost', { count, calls })}</p>
      <p className="muted">{t('face.againKept')}</p>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button look="primary" autoFocus onPress={recognize}>
          {t('documents.recognizeAgain')}
        </Button>
      </div>
    </Dialog>
  );
};
