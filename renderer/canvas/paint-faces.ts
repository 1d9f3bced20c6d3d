import { faceLabel } from './face-overlay.ts';
import { inStagePixels, type CanvasFrame, type Steps } from './frame-loop.ts';
import type { FaceOverlay } from './overlay.ts';
import { cssColor, lineStyles, type Rgba } from './palette.ts';
import { paintTag } from './paint-quads.ts';
import {
  discOf,
  fillRect,
  type Disc,
  frameRect,
  packColor,
  rasterOf,
  stampDisc,
  type Raster,
} from './raster.ts';
import type { FaceShapes } from './shapes.ts';

/** Up to this many boxes and points, the canvas draws them; above it, code sets the pixels directly. */
const mostByCanvas = 700;
const facesPerStep = 500;
/** Writing three megapixels at once takes longer than one task may. */
const rowsPerStep = 400;
/** Only boxes at least this wide, in CSS pixels, get a label. */
const labelledFrom = 44;
/** Above this many faces in view, labels would cover the picture. */
const mostLabelled = 300;
/** Points with at least this radius, in CSS pixels, get a casing. */
const casedPointFrom = 1.2;
/** Boxes at least this large, in CSS pixels, get a casing, so that they are visible on any picture. */
const casedFrom = 9;
/** Boxes at least this large get thick lines, and a casing even among very many boxes. */
const thickFrom = 20;

type Rect = { l: number; t: number; r: number; b: number };

const smallerSide = ({ l, t, r, b }: Rect): number => Math.min(r - l, b - t);

/** The box of a face on the stage in CSS pixels, clipped to the picture; null if there is none. */
export const faceRect = (
  { view, picture }: Pick<CanvasFrame, 'view' | 'picture'>,
  faces: FaceShapes,
  i: number,
): Rect | null => {
  const [x, y] = [faces.boxes[i * 4]!, faces.boxes[i * 4 + 1]!];
  const [x0, y0] = [Math.max(0, x), Math.max(0, y)];
  const x1 = Math.min(picture.width, x + faces.boxes[i * 4 + 2]!);
  const y1 = Math.min(picture.height, y + faces.boxes[i * 4 + 3]!);
  // Written this way because every comparison with NaN is false.
  if (!(x0 <= x1 && y0 <= y1)) return null;
  const [sx0, sy0] = [view.a * x0 + view.c * y0 + view.e, view.b * x0 + view.d * y0 + view.f];
  const [sx1, sy1] = [view.a * x1 + view.c * y1 + view.e, view.b * x1 + view.d * y1 + view.f];
  return { l: Math.min(sx0, sx1), t: Math.min(sy0, sy1), r: Math.max(sx0, sx1), b: Math.max(sy0, sy1) };
};

/** Only boxes at least this large, in CSS pixels, show their points. */
const pointsFrom = 24;
/** The points of a face cover at most this part of its box; otherwise they are left out. */
const mostCovered = 0.25;

/**
 * Radius of the points of a face in CSS pixels. Points grow with their face, up to an easily visible dot.
 * 0 if they would fill the box and hide the picture.
 */
const pointRadius = (rect: Rect | null, count: number): number => {
  const side = rect ? smallerSide(rect) : 60;
  const radius = Math.min(2.5, side * 0.03);
  if (!rect) return radius;
  const area = (rect.r - rect.l) * (rect.b - rect.t);
  return side >= pointsFrom && count * Math.PI * radius ** 2 <= area * mostCovered ? radius : 0;
};

const pointsOf = (faces: FaceShapes, i: number): number =>
  faces.pointOffsets[i + 1]! - faces.pointOffsets[i]!;

/** Thick lines would hide a box that is hardly larger than they are wide. */
const lineWidth = (rect: Rect): number => (smallerSide(rect) < thickFrom ? 1 : lineStyles.face.width);

/** A low-score box is paler than a high-score one; even the lowest score stays clearly visible. */
const shade = (score: number): number =>
  Number.isNaN(score) ? 1 : 0.55 + 0.45 * Math.min(1, Math.max(0, score));

const rasterBox = (raster: Raster, frame: CanvasFrame, rect: Rect, score: number): void => {
  const { pixelRatio, palette } = frame;
  const [l, t, r, b] = [rect.l, rect.t, rect.r, rect.b].map((edge) => edge * pixelRatio);
  if (l === undefined || t === undefined || r === undefined || b === undefined) return;
  const width = Math.max(1, Math.round(lineWidth(rect) * pixelRatio));
  if (smallerSide(rect) >= thickFrom) frameRect(raster, l, t, r, b, width + 2, packColor(palette.casing));
  const [red, green, blue, alpha] = palette.tones.face;
  frameRect(raster, l, t, r, b, width, packColor([red, green, blue, Math.round(alpha * shade(score))]));
};

const stampPoints = (
  raster: Raster,
  { view, pixelRatio }: CanvasFrame,
  faces: FaceShapes,
  i: number,
  disc: Disc | null,
  color: number,
): void => {
  for (let p = faces.pointOffsets[i]!; p < faces.pointOffsets[i + 1]!; p += 1) {
    const [px, py] = [faces.points[p * 2]!, faces.points[p * 2 + 1]!];
    const x = (view.a * px + view.c * py + view.e) * pixelRatio;
    const y = (view.b * px + view.d * py + view.f) * pixelRatio;
    if (disc) stampDisc(raster, disc, x, y, color);
    else fillRect(raster, Math.floor(x), Math.floor(y), Math.floor(x) + 1, Math.floor(y) + 1, color);
  }
};

const rasterPoints = (
  raster: Raster,
  frame: CanvasFrame,
  faces: FaceShapes,
  i: number,
  radius: number,
): void => {
  if (radius === 0) return;
  const { pixelRatio, palette } = frame;
  if (radius >= casedPointFrom)
    stampPoints(raster, frame, faces, i, discOf((radius + 1) * pixelRatio), packColor(palette.casing));
  const disc = radius * pixelRatio > 0.75 ? discOf(radius * pixelRatio) : null;
  stampPoints(raster, frame, faces, i, disc, packColor(palette.tones.face));
};

function* paintByPixels(frame: CanvasFrame, { faces }: FaceOverlay, items: Uint32Array): Steps {
  const [width, height] = [frame.stage.width, frame.stage.height].map((side) =>
    Math.max(1, Math.floor(side * frame.pixelRatio)),
  );
  if (width === undefined || height === undefined) return;
  const image = new ImageData(width, height);
  const raster = rasterOf(image);
  for (const [at, i] of items.entries()) {
    const rect = faceRect(frame, faces, i);
    if (rect) rasterBox(raster, frame, rect, faces.scores[i]!);
    rasterPoints(raster, frame, faces, i, pointRadius(rect, pointsOf(faces, i)));
    if (at % facesPerStep === facesPerStep - 1) yield;
  }
  const layer = new OffscreenCanvas(width, height);
  const context = layer.getContext('2d', { willReadFrequently: true });
  for (let top = 0; top < height; top += rowsPerStep) {
    context?.putImageData(image, 0, 0, 0, top, width, rowsPerStep);
    yield;
  }
  frame.context.resetTransform();
  frame.context.imageSmoothingEnabled = false;
  frame.context.drawImage(layer, 0, 0);
  yield;
}

const strokeBox = (
  { context }: CanvasFrame,
  { l, t, r, b }: Rect,
  width: number,
  color: Rgba,
  part = 1,
): void => {
  context.lineWidth = width;
  context.strokeStyle = cssColor(color, part);
  context.strokeRect(l, t, r - l, b - t);
};

const fillPoints = (frame: CanvasFrame, faces: FaceShapes, i: number, radius: number): void => {
  if (radius === 0) return;
  const { context, view, palette } = frame;
  context.beginPath();
  for (let p = faces.pointOffsets[i]!; p < faces.pointOffsets[i + 1]!; p += 1) {
    const [px, py] = [faces.points[p * 2]!, faces.points[p * 2 + 1]!];
    const [x, y] = [view.a * px + view.c * py + view.e, view.b * px + view.d * py + view.f];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  if (radius >= casedPointFrom) {
    context.lineWidth = 2;
    context.strokeStyle = cssColor(palette.casing);
    context.stroke();
  }
  context.fillStyle = cssColor(palette.tones.face);
  context.fill();
};

const paintByCanvas = (frame: CanvasFrame, { faces }: FaceOverlay, items: Uint32Array): void => {
  const { context, palette } = frame;
  inStagePixels(frame);
  context.setLineDash([]);
  for (const i of items) {
    const rect = faceRect(frame, faces, i);
    if (rect && smallerSide(rect) >= casedFrom) strokeBox(frame, rect, lineWidth(rect) + 2, palette.casing);
    if (rect) strokeBox(frame, rect, lineWidth(rect), palette.tones.face, shade(faces.scores[i]!));
    fillPoints(frame, faces, i, pointRadius(rect, pointsOf(faces, i)));
  }
};

function* paintLabels(frame: CanvasFrame, { faces }: FaceOverlay, items: Uint32Array): Steps {
  if (items.length > mostLabelled) return;
  inStagePixels(frame);
  for (const i of items) {
    const rect = faceRect(frame, faces, i);
    if (!rect || rect.r - rect.l < labelledFrom) continue;
    paintTag(frame, faceLabel(faces, i, rect.r - rect.l), rect.l, rect.t, frame.palette.tones.face);
    yield;
  }
}

/** Total number of boxes and points of some faces. */
export const countShapes = ({ faces }: FaceOverlay, items: Uint32Array): number => {
  let sum = items.length;
  for (const i of items) sum += pointsOf(faces, i);
  return sum;
};

/** Draws faces with their points and labels in steps. */
export function* paintFaces(frame: CanvasFrame, overlay: FaceOverlay, items: Uint32Array): Steps {
  if (countShapes(overlay, items) <= mostByCanvas) paintByCanvas(frame, overlay, items);
  else yield* paintByPixels(frame, overlay, items);
  yield* paintLabels(frame, overlay, items);
}
