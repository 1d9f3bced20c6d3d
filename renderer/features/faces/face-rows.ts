import {
  attributeCount,
  attributeNames,
  valueCount,
  type AttributeName,
} from '../../../shared/face/attributes.ts';
import type { Face } from '../../../shared/face/model.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { imagePoint, type ImagePoint } from '../../../shared/geometry.ts';
import type { FaceShapes } from '../../canvas/shapes.ts';
import type { AttributeFilter, FaceFilter, FaceSort, SortKey } from '../../state/face-view.ts';
import { isWeakAt } from '../../state/panel-view.ts';

/** Below this width or height recognition is not documented to work (face-detect.md, Image requirement). */
const leastSize = 30;

export const attributeAt = (pack: FacePack, i: number, name: AttributeName): number =>
  pack.attributes[i * attributeCount + attributeNames.indexOf(name)] ?? NaN;

export const scoreAt = (pack: FacePack, i: number): number | null => {
  const score = pack.scores[i] ?? NaN;
  return Number.isNaN(score) ? null : score;
};

export const hasBox = (pack: FacePack, i: number): boolean => !Number.isNaN(pack.boxes[i * 4] ?? NaN);

/** Box and points of a face, as objects. */
export const facePlaceOf = (pack: FacePack, i: number): Pick<Face, 'box' | 'points'> => {
  const { boxes, points, pointOffsets } = pack;
  const at = i * 4;
  const box = { x: boxes[at]!, y: boxes[at + 1]!, w: boxes[at + 2]!, h: boxes[at + 3]! };
  const own: ImagePoint[] = [];
  for (let k = pointOffsets[i]!; k < pointOffsets[i + 1]!; k += 1)
    own.push(imagePoint(points[k * 2]!, points[k * 2 + 1]!));
  return { box: hasBox(pack, i) ? box : null, points: own };
};

/** The smaller side of a face's box; NaN without one. */
const smallerSide = ({ boxes }: FacePack, i: number): number =>
  Math.min(boxes[i * 4 + 2] ?? NaN, boxes[i * 4 + 3] ?? NaN);

export const isSmall = (pack: FacePack, i: number): boolean => smallerSide(pack, i) < leastSize;

export const noteAt = (pack: FacePack, i: number) => pack.notes.get(pack.index[i] ?? 0);

const isExcluded = (pack: FacePack, i: number): boolean => (noteAt(pack, i)?.excluded ?? null) !== null;

const isMarked = (pack: FacePack, i: number): boolean => {
  const note = noteAt(pack, i);
  if (!hasBox(pack, i) || isSmall(pack, i)) return true;
  return note !== undefined && (note.byHand || isExcluded(pack, i) || Object.keys(note.corrected).length > 0);
};

const meets = (value: number, name: AttributeName, wanted: AttributeFilter): boolean => {
  if (wanted === 'not-asked') return Number.isNaN(value);
  if (wanted !== 'other') return value === wanted;
  return !Number.isNaN(value) && !(Number.isInteger(value) && value >= 0 && value < valueCount(name));
};

const passes = (pack: FacePack, i: number, { attributes, atLeast, only }: FaceFilter): boolean => {
  if (only === 'excluded' && !isExcluded(pack, i)) return false;
  if (only === 'marked' && !isMarked(pack, i)) return false;
  // A comparison with NaN is false: a face without a box is never too small.
  if (smallerSide(pack, i) < atLeast) return false;
  for (const name of attributeNames) {
    const wanted = attributes[name];
    if (wanted !== undefined && !meets(attributeAt(pack, i, name), name, wanted)) return false;
  }
  return true;
};

const keysOf = (pack: FacePack, by: SortKey): Float64Array => {
  const keys = new Float64Array(pack.count);
  for (let i = 0; i < pack.count; i += 1) {
    if (by === 'index') keys[i] = pack.index[i]!;
    else if (by === 'score') keys[i] = pack.scores[i]!;
    else if (by === 'size') keys[i] = pack.boxes[i * 4 + 2]! * pack.boxes[i * 4 + 3]!;
    else keys[i] = attributeAt(pack, i, by);
  }
  return keys;
};

/** The visible faces: positions in the pack, in the service's order. */
export const faceRowsOf = (pack: FacePack, threshold: number, filter: FaceFilter): Uint32Array => {
  const rows = new Uint32Array(pack.count);
  let length = 0;
  for (let i = 0; i < pack.count; i += 1) {
    if (isWeakAt(pack, i, threshold) || !passes(pack, i, filter)) continue;
    rows[length] = i;
    length += 1;
  }
  return rows.subarray(0, length);
};

/** The same faces sorted. Unknown values come last in both directions. */
export const sortFaceRows = (
  pack: FacePack,
  rows: Uint32Array,
  { by, isDescending }: FaceSort,
): Uint32Array => {
  if (by === 'index' && !isDescending) return rows;
  const keys = keysOf(pack, by);
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [keys[one]!, keys[other]!];
    if (Number.isNaN(a) || Number.isNaN(b))
      return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    return sign * (a - b) || one - other;
  });
};

/** Shapes of some faces, in the service's order. Excluded faces are not drawn. */
export const shapesOf = (
  pack: FacePack,
  rows: Uint32Array,
  label: (position: number, room: number) => string,
): FaceShapes => {
  const shown = pack.notes.size === 0 ? rows : rows.filter((i) => !isExcluded(pack, i));
  const labels = (k: number, room: number): string => label(shown[k] ?? 0, room);
  // All faces: reuse the arrays without a copy.
  if (shown.length === pack.count) return { ...arraysOf(pack), labels };
  let pointCount = 0;
  for (const i of shown) pointCount += pack.pointOffsets[i + 1]! - pack.pointOffsets[i]!;
  const boxes = new Float32Array(shown.length * 4);
  const scores = new Float32Array(shown.length);
  const index = new Float64Array(shown.length);
  const points = new Float32Array(pointCount * 2);
  const pointOffsets = new Uint32Array(shown.length + 1);
  let at = 0;
  // Indexed, without views of the arrays: twenty thousand of them would burden the garbage collector.
  for (let k = 0; k < shown.length; k += 1) {
    const i = shown[k]!;
    for (let side = 0; side < 4; side += 1) boxes[k * 4 + side] = pack.boxes[i * 4 + side]!;
    scores[k] = pack.scores[i]!;
    index[k] = pack.index[i]!;
    const end = pack.pointOffsets[i + 1]! * 2;
    for (let from = pack.pointOffsets[i]! * 2; from < end; from += 1) {
      points[at] = pack.points[from]!;
      at += 1;
    }
    pointOffsets[k + 1] = at / 2;
  }
  return { count: shown.length, boxes, scores, index, points, pointOffsets, labels };
};

const arraysOf = ({ count, boxes, scores, index, points, pointOffsets }: FacePack): FaceShapes => ({
  count,
  boxes,
  scores,
  index,
  points,
  pointOffsets,
});
