import { compose, invert, type Box } from '../../shared/geometry.ts';
import { inPicturePixels, type Context2D, type CanvasFrame, type Steps } from './frame-loop.ts';
import { quadPerimeter } from './hit.ts';
import type { Overlay, QuadOverlay } from './overlay.ts';
import { countShapes, paintFaces } from './paint-faces.ts';
import { paintQuads } from './paint-quads.ts';
import { paintPicture, type PictureLevels } from './picture-levels.ts';
import type { ShapeSize } from './shapes.ts';
import { scaleOf, viewTurnOf, visibleBox, type View } from './view.ts';

/** Everything that determines an image of the stage, except the context to draw into. */
export type Scene = Omit<CanvasFrame, 'context'> & {
  readonly levels: PictureLevels | null;
  readonly overlay: Overlay | null;
};

/** A high-quality image of the stage at one view. */
export type StageImage = {
  readonly bitmap: ImageBitmap;
  readonly view: View;
  readonly stage: ShapeSize;
  readonly pixelRatio: number;
};

/** An image of the whole picture with its overlay, for the edges while the view moves. */
export type Overview = { readonly bitmap: ImageBitmap };

/** Up to this many quads are redrawn for each frame. */
const fewQuads = 40;
const mostQuads = 120;
/** The cost of quads depends on the length of their lines in CSS pixels: dashes cost most. */
const maxLineLength = 20_000;
const maxFaceShapes = 700;
const overviewSide = 2048;

const visibleItems = (scene: Scene, overlay: Overlay): Uint32Array =>
  overlay.index.within(visibleBox(scene.view, scene.stage));

/**
 * Total line length of some quads on the stage, in CSS pixels; lines far outside are counted up to the edges.
 */
const lineLength = ({ view, stage }: Scene, { quads }: QuadOverlay, items: Uint32Array): number => {
  const [scale, most] = [scaleOf(view), 2 * (stage.width + stage.height)];
  let sum = 0;
  for (const item of items) sum += Math.min(most, quadPerimeter(quads, item * 8) * scale);
  return sum;
};

/** Whether the shapes in view can be redrawn for each frame. */
export const canRedrawEachFrame = (scene: Scene, overlay: Overlay): boolean => {
  const items = visibleItems(scene, overlay);
  if (overlay.kind === 'faces') return countShapes(overlay, items) <= maxFaceShapes;
  if (items.length <= fewQuads) return true;
  return items.length <= mostQuads && lineLength(scene, overlay, items) <= maxLineLength;
};

/** Whether moving the view may show more shapes than can be redrawn for each frame. */
export const mayExceedFrameBudget = (overlay: Overlay): boolean =>
  overlay.kind === 'faces'
    ? overlay.count + (overlay.faces.pointOffsets.at(-1) ?? 0) > maxFaceShapes
    : overlay.count > fewQuads;

const paintOverlay = (frame: CanvasFrame, overlay: Overlay, items: Uint32Array): Steps =>
  overlay.kind === 'quads' ? paintQuads(frame, overlay, items) : paintFaces(frame, overlay, items);

/** Draws the picture with its shapes. */
export function* paintScene(context: Context2D, scene: Scene, fine: boolean): Steps {
  const frame: CanvasFrame = { ...scene, context };
  if (scene.levels) paintPicture(frame, scene.levels, fine);
  yield;
  if (scene.overlay) yield* paintOverlay(frame, scene.overlay, visibleItems(scene, scene.overlay));
}

/** Device rows of the picture drawn in one step: scaling twelve megapixels at once would take too long. */
const rowsPerStep = 200;

/** Draws the picture in bands. The bands meet at whole pixels, so that no seam is visible. */
function* paintPictureBands(
  { width, height }: ShapeSize,
  frame: CanvasFrame,
  levels: PictureLevels,
  fine: boolean,
): Steps {
  const { context } = frame;
  for (let top = 0; top < height; top += rowsPerStep) {
    context.save();
    context.resetTransform();
    context.beginPath();
    context.rect(0, top, width, Math.min(rowsPerStep, height - top));
    context.clip();
    paintPicture(frame, levels, fine);
    context.restore();
    yield;
  }
}

function* paintForImage(context: Context2D, scene: Scene, size: ShapeSize, fine: boolean): Steps {
  const { levels, ...rest } = scene;
  if (levels) yield* paintPictureBands(size, { ...scene, context }, levels, fine);
  yield* paintScene(context, { ...rest, levels: null }, true);
}

/** Draws a scene into its own image, `fine` as in `paintPicture`. Each step completes its drawing before it ends. */
function* imageOf(scene: Scene, fine: boolean): Generator<undefined, ImageBitmap | null> {
  const [width, height] = [scene.stage.width, scene.stage.height].map((side) =>
    Math.max(1, Math.floor(side * scene.pixelRatio)),
  );
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  for (const step of paintForImage(context, scene, canvas, fine)) {
    // Reading a pixel forces the pending drawing to run now instead of all at the end.
    context.getImageData(0, 0, 1, 1);
    yield step;
  }
  return canvas.transferToImageBitmap();
}

export function* makeStageImage(scene: Scene): Generator<undefined, StageImage | null> {
  const bitmap = yield* imageOf(scene, true);
  return bitmap && { bitmap, view: scene.view, stage: scene.stage, pixelRatio: scene.pixelRatio };
}

export function* makeOverview(scene: Scene): Generator<undefined, Overview | null> {
  const { width, height } = scene.picture;
  const scale = Math.min(1, overviewSide / Math.max(width, height));
  const view = { a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 };
  const stage = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  // It is only visible while the view moves. Better smoothing would first scale the whole picture in one task.
  const bitmap = yield* imageOf({ ...scene, view, stage, pixelRatio: 1 }, false);
  return bitmap && { bitmap };
}

/** The position of a still on the stage under another view; null if the picture was rotated since. */
export const stageImagePlace = (still: StageImage, view: View): Box | null => {
  if (viewTurnOf(still.view) !== viewTurnOf(view)) return null;
  const moved = compose(invert(still.view), view);
  const near = Math.abs(moved.a - 1) < 1e-9;
  const whole = (value: number): number =>
    near ? Math.round(value * still.pixelRatio) / still.pixelRatio : value;
  const scale = near ? 1 : moved.a;
  return {
    x: whole(moved.e),
    y: whole(moved.f),
    w: still.stage.width * scale,
    h: still.stage.height * scale,
  };
};

/** The part of the stage that a box leaves free, as at most four boxes that don't overlap. */
export const leftFree = (stage: ShapeSize, box: Box | null): readonly Box[] => {
  const whole = { x: 0, y: 0, w: stage.width, h: stage.height };
  if (!box) return [whole];
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(stage.width, box.x + box.w), Math.min(stage.height, box.y + box.h)];
  if (left >= right || top >= bottom) return [whole];
  return [
    { x: 0, y: 0, w: stage.width, h: top },
    { x: 0, y: bottom, w: stage.width, h: stage.height - bottom },
    { x: 0, y: top, w: left, h: bottom - top },
    { x: right, y: top, w: stage.width - right, h: bottom - top },
  ].filter(({ w, h }) => w > 0 && h > 0);
};

const paintFree = (frame: CanvasFrame, overview: Overview, free: Box): void => {
  const { context, pixelRatio, picture } = frame;
  const [l, t] = [Math.floor(free.x * pixelRatio), Math.floor(free.y * pixelRatio)];
  const [r, b] = [Math.ceil((free.x + free.w) * pixelRatio), Math.ceil((free.y + free.h) * pixelRatio)];
  context.save();
  context.resetTransform();
  context.beginPath();
  context.rect(l, t, r - l, b - t);
  context.clip();
  inPicturePixels(frame);
  context.drawImage(overview.bitmap, 0, 0, picture.width, picture.height);
  context.restore();
};

/**
 * Draws a moving view from images made at rest: the last still where it is available, and the overview around it.
 */
export const paintMoving = (
  context: Context2D,
  scene: Scene,
  still: StageImage | null,
  overview: Overview | null,
): void => {
  const frame: CanvasFrame = { ...scene, context };
  const box = still && stageImagePlace(still, scene.view);
  context.imageSmoothingQuality = 'low';
  context.imageSmoothingEnabled = true;
  if (overview) for (const free of leftFree(scene.stage, box)) paintFree(frame, overview, free);
  if (!still || !box) return;
  const k = scene.pixelRatio;
  context.resetTransform();
  context.imageSmoothingEnabled = box.w !== still.stage.width || scene.pixelRatio !== still.pixelRatio;
  context.drawImage(still.bitmap, box.x * k, box.y * k, box.w * k, box.h * k);
};
