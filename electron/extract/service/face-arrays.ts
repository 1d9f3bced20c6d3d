import { setImmediate } from 'node:timers/promises';
import type { Transferable } from 'node:worker_threads';
import {
  attributeCount,
  attributeNames,
  attributesOf,
  type AttributeName,
} from '../../../shared/face/attributes.ts';
import { setFaceAt } from '../../../shared/face/flat-face.ts';
import { areCounted, type Face, type DecodedFaces } from '../../../shared/face/model.ts';
import type { FlatPoints } from '../../../shared/face/pack.ts';
import { imagePoint, type ImagePoint } from '../../../shared/geometry.ts';

/**
 * An extraction of faces in flat arrays. Sending ten thousand faces with points between threads as objects
 * would take longer than decoding them. NaN represents null.
 */
export type FaceArrays = {
  readonly declaredCount: number | null;
  readonly index: Float64Array<ArrayBuffer>;
  readonly scores: Float64Array<ArrayBuffer>;
  /** x, y, w, h of each face. */
  readonly boxes: Float64Array<ArrayBuffer>;
  /** In the order of `attributeNames`; undefined for a face without attributes. */
  readonly attributes: Float64Array<ArrayBuffer>;
  readonly hasAttributes: Uint8Array<ArrayBuffer>;
  /** Points of face i run from offsets[i] up to offsets[i + 1], counted in points. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly points: Float64Array<ArrayBuffer>;
  /** The ordinal of each point; empty if the ordinals of every face are 1, 2, 3 and so on. */
  readonly pointNumbers: Float64Array<ArrayBuffer>;
};

export const toArrays = ({ declaredCount, faces }: DecodedFaces): FaceArrays => {
  const count = faces.length;
  const pointCount = faces.reduce((sum, { points }) => sum + points.length, 0);
  const hasGaps = faces.some(({ pointNumbers }) => pointNumbers !== undefined);
  const arrays = {
    index: new Float64Array(count),
    scores: new Float64Array(count),
    boxes: new Float64Array(count * 4),
    attributes: new Float64Array(count * attributeCount),
    hasAttributes: new Uint8Array(count),
    offsets: new Uint32Array(count + 1),
    points: new Float64Array(2 * pointCount),
    pointNumbers: new Float64Array(hasGaps ? pointCount : 0),
  };
  let at = 0;
  for (const [i, face] of faces.entries()) {
    setFaceAt(arrays, i, face);
    arrays.hasAttributes[i] = Number(face.attributes !== null);
    if (hasGaps) arrays.pointNumbers.set(face.pointNumbers ?? face.points.map((_, k) => k + 1), at / 2);
    for (const { x, y } of face.points) {
      arrays.points[at] = x;
      arrays.points[at + 1] = y;
      at += 2;
    }
    arrays.offsets[i + 1] = at / 2;
  }
  return { declaredCount, ...arrays };
};

/** The buffers to transfer to another thread. */
export const buffersOf = (arrays: FaceArrays): readonly Transferable[] => {
  const { index, scores, boxes, attributes, hasAttributes, offsets, points, pointNumbers } = arrays;
  return [index, scores, boxes, attributes, hasAttributes, offsets, points, pointNumbers].map(
    ({ buffer }) => buffer,
  );
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const numbersAt = ({ pointNumbers, offsets }: FaceArrays, i: number): Pick<Face, 'pointNumbers'> => {
  const numbers = pointNumbers.subarray(offsets[i] ?? 0, offsets[i + 1] ?? 0);
  return areCounted(numbers) ? {} : { pointNumbers: [...numbers] };
};

/** Points become objects only on access, because most operations on faces don't use them. */
const faceAt = (arrays: FaceArrays, i: number): Face => {
  const { boxes } = arrays;
  const x = boxes[i * 4] ?? NaN;
  const box = { x, y: boxes[i * 4 + 1] ?? NaN, w: boxes[i * 4 + 2] ?? NaN, h: boxes[i * 4 + 3] ?? NaN };
  const attribute = (name: AttributeName): number =>
    arrays.attributes[i * attributeCount + attributeNames.indexOf(name)] ?? NaN;
  return {
    index: arrays.index[i] ?? NaN,
    score: orNull(arrays.scores[i] ?? NaN),
    box: Number.isNaN(x) ? null : box,
    attributes: arrays.hasAttributes[i] ? attributesOf(attribute) : null,
    ...(arrays.pointNumbers.length > 0 ? numbersAt(arrays, i) : {}),
    get points() {
      const points: ImagePoint[] = [];
      for (let at = arrays.offsets[i] ?? 0; at < (arrays.offsets[i + 1] ?? 0); at += 1)
        points.push(imagePoint(arrays.points[at * 2] ?? NaN, arrays.points[at * 2 + 1] ?? NaN));
      return points;
    },
  };
};

/** The points of each face by its ordinal, x before y, in flat arrays. */
export const flatPointsOf = (arrays: FaceArrays): FlatPoints => {
  let places: ReadonlyMap<number, number> | null = null;
  return (index) => {
    places ??= new Map(Array.from(arrays.index, (own, at) => [own, at]));
    const i = places.get(index);
    return i === undefined
      ? null
      : arrays.points.subarray((arrays.offsets[i] ?? 0) * 2, (arrays.offsets[i + 1] ?? 0) * 2);
  };
};

/**
 * Ten thousand faces are created in slices of about this many milliseconds, so that other work can run in
 * between.
 */
const pieceMs = 4;
/** Number of faces between two checks of the clock. */
const facesAtOnce = 200;

/** Restores the extraction that the arrays were made from. */
export const fromArrays = async (arrays: FaceArrays): Promise<DecodedFaces> => {
  const { declaredCount, index } = arrays;
  const faces: Face[] = [];
  let since = performance.now();
  while (faces.length < index.length) {
    const end = Math.min(index.length, faces.length + facesAtOnce);
    for (let i = faces.length; i < end; i += 1) faces.push(faceAt(arrays, i));
    if (performance.now() - since < pieceMs && faces.length < index.length) continue;
    await setImmediate();
    since = performance.now();
  }
  return { declaredCount, faces };
};
