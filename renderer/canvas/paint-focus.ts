import { toStage } from '../../shared/geometry.ts';
import { inStagePixels, type CanvasFrame } from './frame.ts';
import type { ShapePlace } from './overlay.ts';
import { cssColor } from './palette.ts';
import { paintTag } from './paint-tag.ts';
import { traceQuads } from './paint-quads.ts';
import { boxOnStage } from './view.ts';

/** hovered: light; selected: strong; tied: one of several shapes that a finding names. */
type Focus = 'hovered' | 'selected' | 'tied';

const looks: Readonly<Record<Focus, { readonly width: number; readonly tint: number }>> = {
  hovered: { width: 2.5, tint: 0.1 },
  selected: { width: 3.5, tint: 0.14 },
  tied: { width: 3, tint: 0.18 },
};

const paintPoints = (frame: CanvasFrame, points: Float32Array): void => {
  const { context } = frame;
  context.beginPath();
  for (let p = 0; p < points.length; p += 2) {
    const { x, y } = toStage(frame.view, { x: points[p]!, y: points[p + 1]! });
    context.moveTo(x + 3, y);
    context.arc(x, y, 3, 0, 2 * Math.PI);
  }
  context.fillStyle = cssColor(frame.palette.selected);
  context.strokeStyle = cssColor(frame.palette.casing);
  context.lineWidth = 1.5;
  context.stroke();
  context.fill();
};

/** Draws one hovered or selected shape over the others, with its label. */
export const paintFocus = (frame: CanvasFrame, place: ShapePlace, focus: Focus): void => {
  const { context, palette } = frame;
  const { width, tint } = looks[focus];
  inStagePixels(frame);
  context.setLineDash([]);
  context.lineJoin = 'round';
  traceQuads(frame, place.quads);
  context.fillStyle = cssColor(palette.selected, tint);
  context.fill();
  context.lineWidth = width + 2.5;
  context.strokeStyle = cssColor(palette.casing);
  context.stroke();
  context.lineWidth = width;
  context.strokeStyle = cssColor(palette.selected);
  context.stroke();
  if (place.points.length > 0) paintPoints(frame, place.points);
  if (place.label !== null && focus !== 'tied') {
    const { x, y } = boxOnStage(frame.view, place.bounds);
    paintTag(frame, place.label, x, y - 2, palette.selected);
  }
};
