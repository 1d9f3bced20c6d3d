import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

type Props = { readonly service: ServiceId; readonly ids: readonly PageId[] };

/** Asks before pages leave the list. */
export const RemoveDialog = ({ service, ids }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const name = useApp((state) => state.lists[service].byId.get(ids[0] ?? 0)?.name ?? '');
  return (
    <Dialog title={t('documents.removeTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p>
        {ids.length === 1
          ? t('documents.removeOne', { name })
          : t('documents.removeText', { count: ids.length })}
      </p>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="danger"
          autoFocus
          onPress={() => {
            actions.closeDialog();
            void actions.remove(ids);
          }}
        >
          {t('documents.remove')}
        </Button>
      </div>
    </Dialog>
  );
};
