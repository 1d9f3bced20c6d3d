import { stagePoint, type Box } from '../../shared/geometry.ts';
import type { ShapeSize } from './shapes.ts';
import { boxOnStage, clampView, panBy, scaleAbout, scaleOf, type View } from './view.ts';

/** Line heights on the stage, in CSS pixels: lines below `readableHeight` are enlarged to `readingHeight`. */
export const readingHeight = 30;
const readableHeight = 16;
/** Free space around a revealed box, as a fraction of the stage. */
const around = 0.12;

const lies = (inner: Box, stage: ShapeSize, mx: number, my: number): boolean =>
  inner.x >= mx &&
  inner.y >= my &&
  inner.x + inner.w <= stage.width - mx &&
  inner.y + inner.h <= stage.height - my;

/** The scale at which a line of this height is easy to read and the whole box still fits. */
const readingScale = (scale: number, stage: ShapeSize, shown: Box, lineHeight: number): number => {
  const roomy = Math.min(
    (stage.width * (1 - 2 * around)) / Math.max(shown.w, 1e-6),
    (stage.height * (1 - 2 * around)) / Math.max(shown.h, 1e-6),
  );
  const shownLine = Math.max(lineHeight * scale, 1e-6);
  const wanted = shownLine < readableHeight ? readingHeight / shownLine : 1;
  return scale * Math.min(wanted, roomy);
};

/** Margin at the edges of the stage within which a box still counts as visible. */
const edges = (stage: ShapeSize): readonly [number, number] => [stage.width * 0.04, stage.height * 0.04];

/** Whether a box of the picture is completely visible. */
export const isInSight = (view: View, stage: ShapeSize, box: Box): boolean =>
  lies(boxOnStage(view, box), stage, 0, 0);

/**
 * A view that keeps a box of the picture visible after the stage changed. It moves as little as possible and
 * shrinks only if the box does not fit.
 */
export const keepInSight = (view: View, stage: ShapeSize, picture: ShapeSize, box: Box): View => {
  const { x, y, w, h } = boxOnStage(view, box);
  const [mx, my] = edges(stage);
  const room = Math.min((stage.width - 2 * mx) / w, (stage.height - 2 * my) / h);
  if (room < 1) return revealBox(view, stage, picture, box, Infinity);
  const dx = Math.max(0, mx - x) - Math.max(0, x + w - stage.width + mx);
  const dy = Math.max(0, my - y) - Math.max(0, y + h - stage.height + my);
  return dx === 0 && dy === 0 ? view : clampView(panBy(view, dx, dy), stage, picture);
};

/**
 * A view that shows a box of the picture completely and at reading size. If the view already does so, it
 * stays unchanged, so that stepping through fields moves the picture as little as possible.
 * @param box in the picture's pixels
 * @param lineHeight height of one text line, in the picture's pixels
 */
export const revealBox = (
  view: View,
  stage: ShapeSize,
  picture: ShapeSize,
  box: Box,
  lineHeight: number,
): View => {
  const scale = scaleOf(view);
  const shown = boxOnStage(view, box);
  const [mx, my] = edges(stage);
  const wanted = readingScale(scale, stage, shown, lineHeight);
  if (wanted === scale && lies(shown, stage, mx, my)) return view;
  const centre = stagePoint(shown.x + shown.w / 2, shown.y + shown.h / 2);
  const scaled = scaleAbout(view, centre, wanted / scale);
  const moved = panBy(scaled, stage.width / 2 - centre.x, stage.height / 2 - centre.y);
  return clampView(moved, stage, picture);
};
