import type { Face } from '../../../../../shared/face/model.ts';
import { decodeFaces, encodeFaces, type FacePack } from '../../../../../shared/face/pack.ts';
import type { FaceNote } from '../../../../../shared/face/review.ts';

export const face = (index: number, over: Partial<Face> = {}): Face => ({
  index,
  score: 0.9,
  box: { x: 10 * index, y: 20, w: 40, h: 50 },
  points: [],
  attributes: null,
  ...over,
});

export const packOf = (
  faces: readonly Face[],
  notes: ReadonlyMap<number, FaceNote> = new Map(),
): FacePack => {
  const pack = decodeFaces(
    encodeFaces({ declaredCount: null, returnedCount: faces.length, faces, notes }).buffer,
  );
  if (!pack) throw new Error('No faces');
  return pack;
};
