import {
  compose,
  invert,
  stagePoint,
  toImage,
  toStage,
  type Box,
  type PicturePlace,
  type StagePoint,
  type Transform,
} from '../../shared/geometry.ts';
import type { ShapeSize } from './shapes.ts';

/**
 * A view maps the picture's pixels to the stage's CSS pixels: a scale, a turn by quarters and a shift. Every
 * function here is pure and returns a new view.
 */
export type View = Transform;

/** Free space around a fitted picture, in CSS pixels. */
export const fitMargin = 16;
/** Maximum CSS pixels per pixel of the picture. */
export const largestScale = 32;

/** CSS pixels per pixel of the picture. */
export const scaleOf = (view: View): number => Math.hypot(view.a, view.b);

/** Number of clockwise quarter turns of the picture: 0 to 3. */
export const viewTurnOf = (view: View): number =>
  (Math.round(Math.atan2(view.b, view.a) / (Math.PI / 2)) + 4) % 4;

/** The bounds of the picture on the stage. */
export const pictureOnStage = (view: View, picture: ShapeSize): Box =>
  boxOnStage(view, { x: 0, y: 0, w: picture.width, h: picture.height });

/** A box of the picture on the stage. It stays upright because views turn by quarters only. */
export const boxOnStage = (view: View, box: Box): Box => {
  const one = toStage(view, { x: box.x, y: box.y });
  const other = toStage(view, { x: box.x + box.w, y: box.y + box.h });
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    w: Math.abs(other.x - one.x),
    h: Math.abs(other.y - one.y),
  };
};

/** The part of the picture plane that the stage shows, in the picture's pixels. */
export const visibleBox = (view: View, stage: ShapeSize): Box =>
  boxOnStage(invert(view), { x: 0, y: 0, w: stage.width, h: stage.height });

/** A view with the given scale and turn that maps a point of the picture to a point of the stage. */
const place = (
  scale: number,
  turn: number,
  of: { readonly x: number; readonly y: number },
  at: StagePoint,
): View => {
  const [cos = 1, sin = 0] =
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][turn] ?? [];
  const turned = { a: scale * cos, b: scale * sin, c: -scale * sin, d: scale * cos, e: 0, f: 0 };
  const from = toStage(turned, of);
  return { ...turned, e: at.x - from.x, f: at.y - from.y };
};

const middle = (size: ShapeSize): StagePoint => stagePoint(size.width / 2, size.height / 2);

/** The size of the picture after its turn. */
const turned = (picture: ShapeSize, turn: number): ShapeSize =>
  turn % 2 === 0 ? picture : { width: picture.height, height: picture.width };

const room = (length: number): number => Math.max(1, length - 2 * Math.min(fitMargin, length / 8));

const fitScale = (stage: ShapeSize, picture: ShapeSize, turn: number): number => {
  const { width, height } = turned(picture, turn);
  return Math.min(room(stage.width) / width, room(stage.height) / height, largestScale);
};

/** The smallest and largest scale for zooming. */
export const zoomLimits = (
  stage: ShapeSize,
  picture: ShapeSize,
): { readonly least: number; readonly most: number } => ({
  least: Math.min(1, fitScale(stage, picture, 0), fitScale(stage, picture, 1)) / 2,
  most: largestScale,
});

/** Fits the whole picture, centred. */
export const fitView = (stage: ShapeSize, picture: ShapeSize, turn = 0): View =>
  place(fitScale(stage, picture, turn), turn, middle(picture), middle(stage));

/** Fits the picture's width. A page higher than the stage starts at its top. */
export const fitWidth = (stage: ShapeSize, picture: ShapeSize, turn = 0): View => {
  const { width, height } = turned(picture, turn);
  const scale = Math.min(room(stage.width) / width, largestScale);
  const view = place(scale, turn, middle(picture), middle(stage));
  const spare = stage.height - height * scale;
  return spare >= 0 ? view : panBy(view, 0, -spare / 2 + Math.min(fitMargin, stage.height / 8));
};

/** What a view shows of a picture, for another picture. */
export const placeOf = (view: View, stage: ShapeSize, picture: ShapeSize): PicturePlace => {
  const { x, y } = toImage(invert(view), middle(stage));
  const zoom = scaleOf(view) / fitScale(stage, picture, viewTurnOf(view));
  return { zoom, x: x / picture.width, y: y / picture.height };
};

/** The view that shows this of a picture. */
export const viewAt = (kept: PicturePlace, stage: ShapeSize, picture: ShapeSize, turn = 0): View => {
  if (kept === 'page') return fitView(stage, picture, turn);
  if (kept === 'width') return fitWidth(stage, picture, turn);
  if ('area' in kept) {
    const { x, y, w, h } = kept.area;
    const scale = fitScale(stage, { width: Math.max(1, w), height: Math.max(1, h) }, turn);
    return place(scale, turn, { x: x + w / 2, y: y + h / 2 }, middle(stage));
  }
  const of = { x: kept.x * picture.width, y: kept.y * picture.height };
  return place(fitScale(stage, picture, turn) * kept.zoom, turn, of, middle(stage));
};

export const panBy = (view: View, dx: number, dy: number): View => ({
  ...view,
  e: view.e + dx,
  f: view.f + dy,
});

/** Scales by a factor around a fixed point of the stage. */
export const scaleAbout = (view: View, about: StagePoint, factor: number): View =>
  compose(view, {
    a: factor,
    b: 0,
    c: 0,
    d: factor,
    e: about.x * (1 - factor),
    f: about.y * (1 - factor),
  });

/** Zooms by a factor at a point of the stage, within the limits. */
export const zoomAt = (
  view: View,
  stage: ShapeSize,
  picture: ShapeSize,
  about: StagePoint,
  factor: number,
): View => {
  const { least, most } = zoomLimits(stage, picture);
  const scale = scaleOf(view);
  return scaleAbout(view, about, Math.min(most, Math.max(least, scale * factor)) / scale);
};

/**
 * Scales to this many CSS pixels per pixel of the picture, within the limits, around the middle of the stage.
 */
export const zoomTo = (view: View, stage: ShapeSize, picture: ShapeSize, scale: number): View => {
  const { least, most } = zoomLimits(stage, picture);
  const centre = middle(stage);
  const within = Math.min(most, Math.max(least, scale));
  return place(within, viewTurnOf(view), toImage(invert(view), centre), centre);
};

/** Turns clockwise by quarters around the middle of the stage. */
export const turnBy = (view: View, stage: ShapeSize, quarters: number): View => {
  const centre = middle(stage);
  const of = toImage(invert(view), centre);
  return place(scaleOf(view), (((viewTurnOf(view) + quarters) % 4) + 4) % 4, of, centre);
};

/**
 * Keeps the view within bounds: the scale within its limits, and the middle of the stage over the picture.
 */
export const clampView = (view: View, stage: ShapeSize, picture: ShapeSize): View => {
  const { least, most } = zoomLimits(stage, picture);
  const scale = scaleOf(view);
  const within = Math.min(most, Math.max(least, scale));
  const scaled = within === scale ? view : scaleAbout(view, middle(stage), within / scale);
  const { x, y, w, h } = pictureOnStage(scaled, picture);
  const centre = middle(stage);
  const dx = Math.min(0, centre.x - x) + Math.max(0, centre.x - x - w);
  const dy = Math.min(0, centre.y - y) + Math.max(0, centre.y - y - h);
  return dx === 0 && dy === 0 ? scaled : panBy(scaled, dx, dy);
};

/** Keeps the same point in the middle when the stage is resized. */
export const resized = (view: View, before: ShapeSize, after: ShapeSize): View =>
  panBy(view, (after.width - before.width) / 2, (after.height - before.height) / 2);

/** Aligns the picture's origin to whole device pixels, so that at 1:1 every pixel is drawn unchanged. */
export const snapped = (view: View, pixelRatio: number): View => ({
  ...view,
  e: Math.round(view.e * pixelRatio) / pixelRatio,
  f: Math.round(view.f * pixelRatio) / pixelRatio,
});

export const sameView = (one: View, other: View): boolean =>
  one.a === other.a &&
  one.b === other.b &&
  one.c === other.c &&
  one.d === other.d &&
  one.e === other.e &&
  one.f === other.f;
