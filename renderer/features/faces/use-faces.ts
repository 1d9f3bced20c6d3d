import { useDeferredValue, useMemo } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import { faceRowsOf, sortFaceRows } from './face-rows.ts';
import { useFaceView } from '../../state/face-view.ts';
import { countWeak, useThreshold } from '../../state/threshold.ts';

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
