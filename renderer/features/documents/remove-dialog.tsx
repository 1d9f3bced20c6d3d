import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

type Props = { readonly service: ServiceId; readonly ids: readonly PageId[] };

export const RemoveDialog = ({ service, ids }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const name = useApp((state) => state.lists[service].byId.get(ids[0] ?? 0)?.name ?? '');
  // Until it is known, and after a failure, which is shown below, nothing can be removed.
  const { value: books } = useLoaded(ids, () => actions.booksOf(ids));
  const kept = books?.kept ?? 0;
  return (
    <Dialog title={t('documents.removeTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p>
        {ids.length === 1
          ? t('documents.removeOne', { name })
          : t('documents.removeText', { count: ids.length })}
      </p>
      {kept > 0 && <p role="alert">{t('documents.removeKept', { count: kept })}</p>}
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          // A new button, so that it takes the focus when it is enabled.
          key={books === null ? 'asking' : 'known'}
          look="danger"
          autoFocus={books !== null && kept === 0}
          isDisabled={books === null || kept > 0}
          onPress={() => {
            actions.closeDialog();
            void actions.ask('pages.remove', { ids: [...ids] });
          }}
        >
          {t('documents.remove')}
        </Button>
      </div>
    </Dialog>
  );
};
