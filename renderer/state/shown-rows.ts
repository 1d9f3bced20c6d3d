import { useMemo } from 'react';
import { create } from 'zustand';
import type { PageId } from '../../shared/contract/page.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { arranged, useListView } from './list-view.ts';
import type { PageList } from './page-list.ts';
import { useSelection, type Selection } from './selection.ts';
import { useApp } from './store.ts';

/**
 * What the table of invoices shows: its rows in order, and the field of its active cell. Null while the list is shown
 * instead.
 */
type TableRows = {
  readonly order: readonly PageId[];
  readonly field: FieldPath | null;
  /** Cells are selected, not whole rows. */
  readonly isInCells: boolean;
};

const store = create<{ readonly table: TableRows | null }>(() => ({ table: null }));

/** The table tells what it shows; null when it is left. */
export const showTableRows = (table: TableRows | null): void => store.setState({ table });

/** The field of the table's active cell; null for none. */
export const tableField = (): FieldPath | null => store.getState().table?.field ?? null;

/** Whether cells of the table are selected, not whole rows. */
export const useIsInCells = (): boolean => store((state) => state.table?.isInCells ?? false);

const orderOf = (
  service: ServiceId,
  table: TableRows | null,
  list: PageList,
  view: Parameters<typeof arranged>[1],
): readonly PageId[] => (service === 'vat-invoice' && table ? table.order : arranged(list, view));

/** The pages that the user sees in the list or in the table, in their order. */
export const useShownIds = (service: ServiceId): readonly PageId[] => {
  const table = store((state) => state.table);
  const list = useApp((state) => state.lists[service]);
  const view = useListView((views) => views[service]);
  return useMemo(() => orderOf(service, table, list, view), [service, table, list, view]);
};

/** What actions on the selection mean. */
export type Meant = {
  /** The selected pages that are shown; with those that are not shown, if the user has chosen so. */
  readonly ids: readonly PageId[];
  /** The number of selected pages that filters hide. */
  readonly hidden: number;
};

const none: Meant = { ids: [], hidden: 0 };

/** Of the selected pages, those that actions apply to: never one that a filter hides, unless the user says so. */
export const meantOf = (
  { ids, withHidden }: Selection,
  shown: readonly PageId[],
  { byId }: Pick<PageList, 'byId'>,
): Meant => {
  if (ids.size === 0) return none;
  const seen = shown.filter((id) => ids.has(id));
  if (seen.length === ids.size) return { ids: seen, hidden: 0 };
  const places = new Set(seen);
  const hidden = [...ids].filter((id) => !places.has(id) && byId.has(id));
  return { ids: withHidden ? [...seen, ...hidden] : seen, hidden: hidden.length };
};

/** The selected pages that actions apply to. */
export const useMeant = (service: ServiceId): Meant => {
  const shown = useShownIds(service);
  const list = useApp((state) => state.lists[service]);
  const selection = useSelection((selections) => selections[service]);
  return useMemo(() => meantOf(selection, shown, list), [selection, shown, list]);
};

/** The pages that the user sees, outside of components; null if that is the whole list, empty if filters hide it. */
export const shownNow = (service: ServiceId): readonly PageId[] | null => {
  const list = useApp.getState().lists[service];
  const order = orderOf(service, store.getState().table, list, useListView.getState()[service]);
  return order.length === list.order.length ? null : order;
};

/** As `useMeant`, outside of components. */
export const meantNow = (service: ServiceId): Meant => {
  const list = useApp.getState().lists[service];
  const view = useListView.getState()[service];
  const selection = useSelection.getState()[service];
  if (selection.ids.size === 0) return none;
  return meantOf(selection, orderOf(service, store.getState().table, list, view), list);
};

/** The pages that an action on a row applies to: those that are meant if it is selected, otherwise its own. */
export const meantWith = (service: ServiceId, id: PageId): readonly PageId[] =>
  useSelection.getState()[service].ids.has(id) ? meantNow(service).ids : [id];
