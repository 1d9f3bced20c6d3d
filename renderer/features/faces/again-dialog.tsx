import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countBilled } from './use-faces.ts';

/** States the cost before photos are sent again. */
export const AgainDialog = ({ ids }: { readonly ids: readonly PageId[] }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const billed = useApp((state) => countBilled(state.lists['face-detect'], ids));
  const count = ids.length;
  const recognize = () => {
    actions.closeDialog();
    void actions.recognize(ids);
  };
  return (
    <Dialog
      title={t('face.againTitle', { count, photos: formatCount(count, language) })}
      role="alertdialog"
      onClose={actions.closeDialog}
    >
      <p>
        {billed === 0
          ? t('face.againDemo')
          : t('face.againCost', { count: billed, calls: formatCount(billed, language) })}
      </p>
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
