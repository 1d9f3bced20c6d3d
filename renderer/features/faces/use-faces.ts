import { useDeferredValue, useMemo } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import { useApp } from '../../state/store.ts';
import { countWeak, faceRowsOf, sortFaceRows } from './face-rows.ts';
import { useFaceView } from '../../state/face-view.ts';

/** The current threshold; while the slider moves, its position. */
export const useThreshold = (): number => {
  const kept = useApp((state) => state.info?.settings.faceThreshold ?? 0);
  return useFaceView((view) => view.sliding) ?? kept;
};

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
  const sort = useFaceView((view) => view.sort);
  const rows = useMemo(() => sortFaceRows(pack, shown, sort), [pack, shown, sort]);
  const hidden = useMemo(() => countWeak(pack, threshold), [pack, threshold]);
  return { rows, hidden };
};
