import type { CanvasFrame } from './frame.ts';
import { cssColor, type Rgba } from './palette.ts';

const height = 16;
const padding = 4;
const font = '600 11px system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif';

const canRedrawEachFrame = ([r, g, b]: Rgba): boolean => 0.299 * r + 0.587 * g + 0.114 * b > 150;

/**
 * Draws a short text on a tag in the tone's colour, with its lower left corner at (x, y) in CSS pixels of the
 * stage. The tag moves as little as needed to be wholly on the stage.
 */
export const paintTag = (
  { context, stage }: CanvasFrame,
  text: string,
  x: number,
  y: number,
  color: Rgba,
): void => {
  context.font = font;
  const width = context.measureText(text).width + 2 * padding;
  const left = Math.max(0, Math.min(x, stage.width - width));
  const top = Math.max(0, Math.min(y, stage.height) - height);
  context.fillStyle = cssColor(color);
  context.beginPath();
  context.roundRect(left, top, width, height, 3);
  context.fill();
  context.fillStyle = canRedrawEachFrame(color) ? '#000' : '#fff';
  context.textBaseline = 'middle';
  context.fillText(text, left + padding, top + height / 2 + 0.5);
};
