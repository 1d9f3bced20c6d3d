import { useDeferredValue, useMemo } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import { useApp } from '../../state/store.ts';
import { countWeak, rowsOf, sortRows } from './face-rows.ts';
import { useFaceView } from '../../state/face-view.ts';

/** The threshold in force: that of the slider while it moves. */
export const useThreshold = (): number => {
  const kept = useApp((state) => state.info?.settings.faceThreshold ?? 0);
  return useFaceView((view) => view.sliding) ?? kept;
};

/** The faces that table and picture show, as positions in the order of the answer: a sort does not draw anew. */
export const useShownFaces = (pack: FacePack): Uint32Array => {
  // The slider is answered at once; ten thousand faces follow it when there is time.
  const threshold = useDeferredValue(useThreshold());
  const filter = useDeferredValue(useFaceView((view) => view.filter));
  return useMemo(() => rowsOf(pack, threshold, filter), [pack, threshold, filter]);
};

/** The shown faces in the order of the table, and how many the threshold hides. */
export const useRows = (pack: FacePack): { readonly rows: Uint32Array; readonly hidden: number } => {
  const threshold = useDeferredValue(useThreshold());
  const shown = useShownFaces(pack);
  const sort = useFaceView((view) => view.sort);
  const rows = useMemo(() => sortRows(pack, shown, sort), [pack, shown, sort]);
  const hidden = useMemo(() => countWeak(pack, threshold), [pack, threshold]);
  return { rows, hidden };
};
