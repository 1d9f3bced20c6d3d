import type { Box, ImagePoint } from '../../shared/geometry.ts';
import { createGridIndex, type GridIndex } from './grid-index.ts';
import type { FaceOverlay, ShapePlace } from './overlay.ts';
import { readingHeight } from './reveal.ts';
import { faceId, type FaceShapes } from './shapes.ts';

/**
 * Left, top, right, bottom of each face: its box widened by its points. A face without a box is located by
 * its points. A face with neither has NaN bounds.
 */
const boundsOfFaces = (faces: FaceShapes): Float32Array => {
  const bounds = new Float32Array(faces.count * 4);
  for (let i = 0; i < faces.count; i += 1) {
    const at = i * 4;
    const [x, y] = [faces.boxes[at]!, faces.boxes[at + 1]!];
    const boxed = !Number.isNaN(x);
    let left = boxed ? x : Infinity;
    let top = boxed ? y : Infinity;
    let right = boxed ? x + faces.boxes[at + 2]! : -Infinity;
    let bottom = boxed ? y + faces.boxes[at + 3]! : -Infinity;
    const end = faces.pointOffsets[i + 1]! * 2;
    for (let p = faces.pointOffsets[i]! * 2; p < end; p += 2) {
      const px = faces.points[p]!;
      const py = faces.points[p + 1]!;
      if (px < left) left = px;
      if (px > right) right = px;
      if (py < top) top = py;
      if (py > bottom) bottom = py;
    }
    bounds[at] = left;
    bounds[at + 1] = top;
    bounds[at + 2] = right;
    bounds[at + 3] = bottom;
  }
  return bounds;
};

/** Truncated, not rounded: a label never overstates the score. */
const defaultLabel = (faces: FaceShapes, i: number): string => {
  const score = faces.scores[i];
  const ordinal = `#${faces.index[i]}`;
  return score === undefined || Number.isNaN(score)
    ? ordinal
    : `${ordinal} ${(Math.floor(score * 100 + 1e-6) / 100).toFixed(2)}`;
};

/**
 * Label for the box of the i-th face. `room` is the width of the box on the stage, in CSS pixels; a focused
 * face may use any width.
 */
export const faceLabel = (faces: FaceShapes, i: number, room: number): string =>
  faces.labels?.(i, room) ?? defaultLabel(faces, i);

/** The returned box, or the bounds of the points if there is no box. */
const boxOf = (faces: FaceShapes, bounds: Float32Array, i: number): Box | null => {
  const [x = NaN, y = NaN, w = NaN, h = NaN] = faces.boxes.subarray(i * 4, i * 4 + 4);
  if (!Number.isNaN(x)) return { x, y, w, h };
  const [left = 0, top = 0, right = -1, bottom = -1] = bounds.subarray(i * 4, i * 4 + 4);
  return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : null;
};

const placeOf = (faces: FaceShapes, bounds: Float32Array, i: number): ShapePlace | null => {
  const box = boxOf(faces, bounds, i);
  if (!box) return null;
  const { x, y, w, h } = box;
  return {
    bounds: box,
    // A face is readable at about two text lines' height. A small one is shown at its own pixels: more would only
    // blur it, and the view would jump from one face to the next.
    lineHeight: Math.max(h / 2, readingHeight),
    label: faceLabel(faces, i, Infinity),
    quads: Float32Array.of(x, y, x + w, y, x + w, y + h, x, y + h),
    points: faces.points.subarray(faces.pointOffsets[i]! * 2, faces.pointOffsets[i + 1]! * 2),
  };
};

const area = (bounds: Float32Array, i: number): number => {
  const [l, t, r, b] = [bounds[i * 4]!, bounds[i * 4 + 1]!, bounds[i * 4 + 2]!, bounds[i * 4 + 3]!];
  return (r - l) * (b - t);
};

/**
 * Lays out faces for drawing, culling and picking. The work is done on first use, so that opening a photo
 * stays fast.
 */
export const createFaceOverlay = (faces: FaceShapes): FaceOverlay => {
  let made: { readonly bounds: Float32Array; readonly index: GridIndex } | null = null;
  const layout = () => {
    if (made) return made;
    const bounds = boundsOfFaces(faces);
    made = { bounds, index: createGridIndex(bounds) };
    return made;
  };
  let byId: ReadonlyMap<string, number> | null = null;
  const find = (id: string): number | undefined => {
    byId ??= new Map(Array.from({ length: faces.count }, (_, i) => [faceId(faces.index[i]!), i]));
    return byId.get(id);
  };
  const pick = ({ x, y }: ImagePoint, slack: number): readonly string[] => {
    const { bounds, index } = layout();
    return [...index.within({ x: x - slack, y: y - slack, w: 2 * slack, h: 2 * slack })]
      .sort((a, b) => area(bounds, a) - area(bounds, b) || a - b)
      .map((i) => faceId(faces.index[i]!));
  };
  return {
    kind: 'faces',
    count: faces.count,
    get index() {
      return layout().index;
    },
    faces,
    pick,
    placeOf: (id) => {
      const i = find(id);
      return i === undefined ? null : placeOf(faces, layout().bounds, i);
    },
    // No text stands over a face.
    linesAround: () => [],
  };
};
