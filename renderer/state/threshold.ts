import type { FacePack } from '../../shared/face/pack.ts';
import { useFaceView } from './face-view.ts';
import { useApp } from './store.ts';

/** The current threshold of confidence; while the slider moves, its position. */
export const useThreshold = (): number => {
  const kept = useApp((state) => state.info?.settings.faceThreshold ?? 0);
  return useFaceView((view) => view.sliding) ?? kept;
};

/** Whether the threshold hides a face. */
export const isWeakAt = (pack: FacePack, i: number, threshold: number): boolean =>
  pack.scores[i]! < threshold;

/** Number of faces that the threshold hides. */
export const countWeak = (pack: FacePack, threshold: number): number => {
  let count = 0;
  for (let i = 0; i < pack.count; i += 1) if (isWeakAt(pack, i, threshold)) count += 1;
  return count;
};
