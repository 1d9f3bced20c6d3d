import type { Box, ImagePoint } from '../../shared/geometry.ts';
import { createGridIndex } from './grid-index.ts';
import type { FaceOverlay, ShapePlace } from './overlay.ts';
import { faceId, type FaceShapes } from './shapes.ts';

type Bounds = [left: number, top: number, right: number, bottom: number];

/** The box of a face, widened by its points: a face without a box is known by its points, and one without both by nothing. */
const faceBounds = (faces: FaceShapes, i: number): Bounds => {
  const [x, y, w, h] = faces.boxes.subarray(i * 4, i * 4 + 4);
  const bounds: Bounds =
    Number.isNaN(x) || x === undefined || y === undefined
      ? [Infinity, Infinity, -Infinity, -Infinity]
      : [x, y, x + (w ?? 0), y + (h ?? 0)];
  for (let p = faces.pointOffsets[i]!; p < faces.pointOffsets[i + 1]!; p += 1) {
    const [px, py] = [faces.points[p * 2]!, faces.points[p * 2 + 1]!];
    if (px < bounds[0]) bounds[0] = px;
    if (py < bounds[1]) bounds[1] = py;
    if (px > bounds[2]) bounds[2] = px;
    if (py > bounds[3]) bounds[3] = py;
  }
  return bounds;
};

const defaultLabel = (faces: FaceShapes, i: number): string => {
  const score = faces.scores[i];
  const ordinal = `#${faces.index[i]}`;
  return score === undefined || Number.isNaN(score) ? ordinal : `${ordinal} ${score.toFixed(2)}`;
};

/** What stands at the box of the i-th face. */
export const faceLabel = (faces: FaceShapes, i: number): string =>
  faces.labels?.(i) ?? defaultLabel(faces, i);

/** The box as it was returned, or the bounds of the points where there was none. */
const boxOf = (faces: FaceShapes, i: number): Box | null => {
  const [x, y, w, h] = faces.boxes.subarray(i * 4, i * 4 + 4);
  if (x !== undefined && y !== undefined && w !== undefined && h !== undefined && !Number.isNaN(x))
    return { x, y, w, h };
  const [left, top, right, bottom] = faceBounds(faces, i);
  return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : null;
};

const placeOf = (faces: FaceShapes, i: number): ShapePlace | null => {
  const box = boxOf(faces, i);
  if (!box) return null;
  const { x, y, w, h } = box;
  return {
    bounds: box,
    // A face reads well at about four lines' height.
    lineHeight: h / 4,
    label: faceLabel(faces, i),
    quads: Float32Array.of(x, y, x + w, y, x + w, y + h, x, y + h),
    points: faces.points.subarray(faces.pointOffsets[i]! * 2, faces.pointOffsets[i + 1]! * 2),
  };
};

/** Lays out faces for drawing, culling and picking. */
export const createFaceOverlay = (faces: FaceShapes): FaceOverlay => {
  const bounds = new Float32Array(faces.count * 4);
  for (let i = 0; i < faces.count; i += 1) bounds.set(faceBounds(faces, i), i * 4);
  const index = createGridIndex(bounds);
  let byId: ReadonlyMap<string, number> | null = null;
  const find = (id: string): number | undefined => {
    byId ??= new Map(Array.from({ length: faces.count }, (_, i) => [faceId(faces.index[i]!), i]));
    return byId.get(id);
  };
  const area = (i: number): number => {
    const [l, t, r, b] = [bounds[i * 4]!, bounds[i * 4 + 1]!, bounds[i * 4 + 2]!, bounds[i * 4 + 3]!];
    return (r - l) * (b - t);
  };

  const pick = ({ x, y }: ImagePoint, slack: number): readonly string[] =>
    [...index.within({ x: x - slack, y: y - slack, w: 2 * slack, h: 2 * slack })]
      .sort((a, b) => area(a) - area(b) || a - b)
      .map((i) => faceId(faces.index[i]!));
  return {
    kind: 'faces',
    count: faces.count,
    index,
    faces,
    pick,
    placeOf: (id) => {
      const i = find(id);
      return i === undefined ? null : placeOf(faces, i);
    },
  };
};
