import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { PageList } from '../../state/page-list.ts';
import { useDeferredValue, useMemo } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import { faceRowsOf, sortFaceRows } from './face-rows.ts';
import { useFaceView } from '../../state/face-view.ts';
import { countWeak, useThreshold } from '../../state/panel-view.ts';

const isStale = ({ state, asked }: PageSummary, settings: Settings): boolean =>
  state === 'recognized' &&
  asked !== null &&
  (asked.points !== settings.facePoints || asked.attributes !== settings.faceAttributes);

/** Photos recognized with other options than the current ones. */
export const stalePhotos = (list: PageList, settings: Settings): readonly PageId[] =>
  list.order.filter((id) => {
    const page = list.byId.get(id);
    return page !== undefined && isStale(page, settings);
  });

/** The number of photos among these whose recognition is billed: the demo's are not. */
export const countBilled = ({ byId }: PageList, ids: readonly PageId[]): number =>
  ids.filter((id) => byId.get(id)?.sandbox === false).length;

/**
 * The faces that table and picture show, as positions in the service's order: sorting does not redraw the
 * picture.
 */
export const useShownFaces = (pack: FacePack): Uint32Array => {
  // The slider responds at once; ten thousand faces follow with low priority.
  const threshold = useDeferredValue(useThreshold());
  const filter = useDeferredValue(useFaceView((view) => view.filter));
  return useMemo(() => faceRowsOf(pack, threshold, filter), [pack, threshold, filter]);
};

/** The visible faces in table order, and the number that the threshold hides. */
export const useRows = (pack: FacePack): { readonly rows: Uint32Array; readonly hidden: number } => {
  const threshold = useDeferredValue(useThreshold());
  const shown = useShownFaces(pack);
  // The header shows a new order at once.
  const sort = useDeferredValue(useFaceView((view) => view.sort));
  const rows = useMemo(() => sortFaceRows(pack, shown, sort), [pack, shown, sort]);
  const hidden = useMemo(() => countWeak(pack, threshold), [pack, threshold]);
  return { rows, hidden };
};
