import { create } from 'zustand';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ReadableState } from './read-store.ts';

/** Pages selected together. Without a selection, actions apply to the shown page. */
export type Selection = {
  readonly ids: ReadonlySet<PageId>;
  /** Where a range starts; null before the first click. */
  readonly anchor: PageId | null;
  /** Actions also apply to selected pages that filters hide. Every other choice of rows ends this. */
  readonly withHidden: boolean;
};

type Selections = Readonly<Record<ServiceId, Selection>>;

const nothing: Selection = { ids: new Set(), anchor: null, withHidden: false };

const store = create<Selections>(() => ({ 'vat-invoice': nothing, 'face-detect': nothing }));

export const useSelection: ReadableState<Selections> = store;

const set = (service: ServiceId, { ids, anchor }: Omit<Selection, 'withHidden'>): void =>
  store.setState({ [service]: { ids, anchor, withHidden: false } });

/** alone: only this row; range: all rows from the last one; toggle: adds or removes this row. */
type HowSelected = 'alone' | 'range' | 'toggle';

/** Ids from one to another, both inclusive, in the given order. */
const rangeOf = (order: readonly PageId[], from: PageId | null, to: PageId): readonly PageId[] => {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
  return start < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/**
 * The selection after a row was pressed.
 * @param order the ids of the rows as shown
 * @param current the shown page: the first click with Ctrl or Shift keeps it selected
 */
export const selectPage = (
  service: ServiceId,
  order: readonly PageId[],
  id: PageId,
  how: HowSelected,
  current: PageId | null = null,
): void => {
  const { ids, anchor } = store.getState()[service];
  if (how === 'alone') {
    set(service, { ids: nothing.ids, anchor: id });
    return;
  }
  const from = anchor ?? current;
  if (how === 'range') {
    set(service, { ids: new Set(rangeOf(order, from, id)), anchor: from ?? id });
    return;
  }
  const next = new Set(ids.size === 0 && current !== null && current !== id ? [current] : ids);
  if (!next.delete(id)) next.add(id);
  set(service, { ids: next, anchor: id });
};

export const selectAll = (service: ServiceId, order: readonly PageId[]): void =>
  set(service, { ids: new Set(order), anchor: order[0] ?? null });

export const clearSelection = (service: ServiceId): void => set(service, nothing);

/** Whether actions also apply to selected pages that filters hide. */
export const selectHidden = (service: ServiceId, withHidden: boolean): void =>
  store.setState((selections) => ({ [service]: { ...selections[service], withHidden } }));
