import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Actions } from './actions.ts';
import { useReview } from './review-store.ts';
import { tableField } from './shown-rows.ts';

/** Asks for values to set for pages. It offers the field of the table's active cell, or of the panel. */
export const openSetValues = (
  { openDialog }: Pick<Actions, 'openDialog'>,
  service: ServiceId,
  ids: readonly PageId[],
): void => {
  const { selected } = useReview.getState();
  const inPanel = selected?.startsWith('field:') ? selected.slice('field:'.length) : null;
  openDialog({ kind: 'set-values', service, ids, field: tableField() ?? inPanel });
};
