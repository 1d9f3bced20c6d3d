import type { Face } from '../../shared/face/model.ts';
import type { FaceShapes } from '../../renderer/canvas/shapes.ts';

/** Packs faces into the flat arrays that the canvas uses. */
export const packFaces = (faces: readonly Face[], labels?: (i: number) => string): FaceShapes => {
  const pointCount = faces.reduce((sum, face) => sum + face.points.length, 0);
  const boxes = new Float32Array(faces.length * 4);
  const scores = new Float32Array(faces.length);
  const points = new Float32Array(pointCount * 2);
  const pointOffsets = new Uint32Array(faces.length + 1);
  const index = new Float64Array(faces.length);
  let at = 0;
  let i = 0;
  for (const face of faces) {
    const { box } = face;
    boxes[i * 4] = box?.x ?? NaN;
    boxes[i * 4 + 1] = box?.y ?? NaN;
    boxes[i * 4 + 2] = box?.w ?? NaN;
    boxes[i * 4 + 3] = box?.h ?? NaN;
    scores[i] = face.score ?? NaN;
    index[i] = face.index;
    for (const { x, y } of face.points) {
      points[at * 2] = x;
      points[at * 2 + 1] = y;
      at += 1;
    }
    i += 1;
    pointOffsets[i] = at;
  }
  return { count: faces.length, boxes, scores, points, pointOffsets, index, ...(labels ? { labels } : {}) };
};
