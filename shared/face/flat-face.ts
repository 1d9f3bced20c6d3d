import { attributeCount, attributeNames, attributeNumber } from './attributes.ts';
import type { Face } from './model.ts';

type Numbers = { [at: number]: number };

/**
 * Arrays with consecutive numbers per face: x, y, w, h in `boxes`, attributes in the order of
 * `attributeNames`.
 */
type FlatFaces = {
  readonly index: Numbers;
  readonly scores: Numbers;
  readonly boxes: Numbers;
  readonly attributes: Numbers;
};

/** Writes everything except the points of a face at its index. NaN represents null. */
export const setFaceAt = (
  arrays: FlatFaces,
  i: number,
  { index, score, box, attributes }: Pick<Face, 'index' | 'score' | 'box' | 'attributes'>,
): void => {
  arrays.index[i] = index;
  arrays.scores[i] = score ?? NaN;
  arrays.boxes[i * 4] = box?.x ?? NaN;
  arrays.boxes[i * 4 + 1] = box?.y ?? NaN;
  arrays.boxes[i * 4 + 2] = box?.w ?? NaN;
  arrays.boxes[i * 4 + 3] = box?.h ?? NaN;
  for (let k = 0; k < attributeCount; k += 1) {
    const name = attributeNames[k];
    if (name) arrays.attributes[i * attributeCount + k] = attributeNumber(attributes, name);
  }
};
