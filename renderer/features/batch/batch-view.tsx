import type { ServiceId } from '../../../shared/services/service.ts';
import { showBatchAs, useBatchView } from '../../state/batch-view.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Segments } from '../../ui/choices.tsx';

/** Switches between single documents and the table of all. */
export const BatchViewSwitch = () => {
  const { t } = useTexts();
  const view = useBatchView((batch) => batch.view);
  return (
    <Segments
      label={t('batch.view')}
      value={view}
      options={[
        { value: 'documents', label: t('batch.documents') },
        { value: 'table', label: t('batch.table') },
      ]}
      onChange={showBatchAs}
    />
  );
};

/** Whether a workspace shows its table. Faces have an overview of their own. */
export const useIsTable = (service: ServiceId): boolean =>
  useBatchView((batch) => batch.view === 'table') && service === 'vat-invoice';
