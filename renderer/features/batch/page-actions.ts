import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { directExport } from '../../state/export-form.ts';
import { mostSides } from '../../../shared/contract/page-commands.ts';
import { confirmPages } from '../../state/open-errors.ts';
import { mostJoined } from '../../../shared/review/event.ts';
import type { Actions } from '../../state/actions.ts';
import { useReview } from '../../state/review-store.ts';
import { tableField, useMeant } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import type { IconName } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

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

/** An action on several pages for the toolbar and the context menu. */
type PageAction = {
  readonly id:
    | 'set'
    | 'compare'
    | 'confirm'
    | 'aside'
    | 'again'
    | 'export'
    | 'tag'
    | 'join'
    | 'split'
    | 'remove';
  readonly icon: IconName;
  readonly label: string;
  readonly run: (ids: readonly PageId[]) => void;
};

/** The actions on several pages, in order. */
export const usePageActions = (service: ServiceId): readonly PageAction[] => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const selected = useMeant(service).ids;
  const current = useApp((state) => state.current[service]);
  const byId = useApp((state) => state.lists[service].byId);
  const count = selected.length;
  // Without a selection, a context menu applies to the shown page.
  const meant = count === 0 && current !== null ? [current] : selected;
  const hasJoined = meant.some((id) => (byId.get(id)?.joined.length ?? 0) > 0);
  const isInvoice = service === 'vat-invoice';
  const offered: readonly (PageAction & { readonly isHere: boolean })[] = [
    {
      id: 'confirm',
      icon: 'check',
      label: t('batch.confirm'),
      isHere: true,
      run: (ids) => void confirmPages(actions, service, ids),
    },
    {
      id: 'aside',
      icon: 'aside',
      label: t('batch.aside'),
      isHere: true,
      run: (ids) => void actions.asidePages(service, ids),
    },
    {
      id: 'again',
      icon: 'again',
      label: t('batch.again'),
      isHere: true,
      run: (ids) => void actions.recognize(ids),
    },
    {
      id: 'export',
      icon: 'export',
      label: t('batch.export'),
      isHere: true,
      run: (ids) =>
        void actions.exportPages(service, language, directExport('xlsx', useApp.getState().exportForm), ids),
    },
    {
      id: 'set',
      icon: 'edit',
      label: t('batch.set'),
      isHere: isInvoice,
      run: (ids) => openSetValues(actions, service, ids),
    },
    {
      id: 'tag',
      icon: 'tag',
      label: t('batch.tag'),
      isHere: isInvoice,
      run: (ids) => actions.openDialog({ kind: 'tag', service, ids }),
    },
    {
      id: 'compare',
      icon: 'columns',
      label: t('batch.compare'),
      isHere: isInvoice && count >= 2 && count <= mostSides,
      run: (ids) => actions.openDialog({ kind: 'sides', service, question: { of: 'pages', ids: [...ids] } }),
    },
    {
      id: 'join',
      icon: 'joined',
      label: t('batch.join'),
      isHere: isInvoice && count >= 2 && count <= mostJoined,
      run: (ids) => void actions.joinPages(service, ids),
    },
    {
      id: 'split',
      icon: 'split',
      label: t('batch.split'),
      isHere: hasJoined,
      run: (ids) => void actions.splitPages(service, ids),
    },
    {
      id: 'remove',
      icon: 'remove',
      label: t('batch.remove'),
      isHere: true,
      run: (ids) => actions.openDialog({ kind: 'remove', service, ids }),
    },
  ];
  return offered.filter(({ isHere }) => isHere);
};
