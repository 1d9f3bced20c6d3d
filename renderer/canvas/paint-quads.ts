import { inStagePixels, type CanvasFrame, type Steps } from './frame.ts';
import type { QuadOverlay } from './overlay.ts';
import { cssColor, lineStyles } from './palette.ts';
import { tones, type Tone } from './shapes.ts';
import { scaleOf } from './view.ts';

/** One path for thousands of shapes is slow, and one path per shape is slowest: fifty is a good middle. */
const shapesPerPath = 50;
/** Above this many shapes, casing and tint are left out because they would merge. */
const mostInFull = 500;
const lineWidthPart = 0.6;
/** Sides shorter than this, in CSS pixels, show no dashes. They are drawn solid at a third of the cost. */
const dashedFrom = 24;

type Pass = 'tint' | 'casing' | 'line';

const addQuad = (frame: CanvasFrame, quads: Float32Array, at: number): void => {
  const { a, b, c, d, e, f } = frame.view;
  for (let k = 0; k < 4; k += 1) {
    const [x, y] = [quads[at + k * 2]!, quads[at + k * 2 + 1]!];
    const [sx, sy] = [a * x + c * y + e, b * x + d * y + f];
    if (k === 0) frame.context.moveTo(sx, sy);
    else frame.context.lineTo(sx, sy);
  }
  frame.context.closePath();
};

/** Shapes drawn in the same style. */
type Group = {
  readonly tone: Tone;
  readonly isLine: boolean;
  readonly isSmall: boolean;
  readonly items: number[];
};

const setStyle = ({ context, palette }: CanvasFrame, { tone, isLine, isSmall }: Group, pass: Pass): void => {
  const style = lineStyles[tone];
  const width = style.width * (isLine ? lineWidthPart : 1);
  context.lineJoin = 'round';
  context.setLineDash(pass === 'line' && !isSmall ? [...style.dash] : []);
  context.lineWidth = pass === 'casing' ? width + 2 : width;
  context.strokeStyle = cssColor(pass === 'casing' ? palette.casing : palette.tones[tone]);
  context.fillStyle = cssColor(palette.tones[tone], style.tint);
};

function* paintPass(frame: CanvasFrame, quads: Float32Array, items: readonly number[], pass: Pass): Steps {
  const { context } = frame;
  for (let from = 0; from < items.length; from += shapesPerPath) {
    context.beginPath();
    for (const item of items.slice(from, from + shapesPerPath)) addQuad(frame, quads, item * 8);
    if (pass === 'tint') context.fill();
    else context.stroke();
    yield;
  }
}

const isSmall = (quads: Float32Array, at: number, scale: number): boolean => {
  const across = Math.abs(quads[at + 2]! - quads[at]!) + Math.abs(quads[at + 3]! - quads[at + 1]!);
  const down = Math.abs(quads[at + 6]! - quads[at]!) + Math.abs(quads[at + 7]! - quads[at + 1]!);
  return Math.max(across, down) * scale < dashedFrom;
};

/** Groups the items by drawing style. */
const grouped = (overlay: QuadOverlay, items: Uint32Array, scale: number): readonly Group[] => {
  const groups = new Map<number, Group>();
  for (const item of items) {
    const small = isSmall(overlay.quads, item * 8, scale);
    const key = overlay.toneOf[item]! * 4 + overlay.isLine[item]! * 2 + (small ? 1 : 0);
    const group = groups.get(key);
    if (group) group.items.push(item);
    else {
      const tone = tones[overlay.toneOf[item]!] ?? 'unread';
      groups.set(key, { tone, isLine: overlay.isLine[item] === 1, isSmall: small, items: [item] });
    }
  }
  return [...groups.values()];
};

/** Draws quads in one step per path: first the casings and tints, then the lines. */
export function* paintQuads(frame: CanvasFrame, overlay: QuadOverlay, items: Uint32Array): Steps {
  const groups = grouped(overlay, items, scaleOf(frame.view));
  const passes: readonly Pass[] = items.length <= mostInFull ? ['tint', 'casing', 'line'] : ['line'];
  inStagePixels(frame);
  for (const pass of passes)
    for (const group of groups) {
      if (pass === 'tint' && lineStyles[group.tone].tint === 0) continue;
      setStyle(frame, group, pass);
      yield* paintPass(frame, overlay.quads, group.items, pass);
    }
  frame.context.setLineDash([]);
}

/** Adds the corners of some quads to the context, which keeps its style. */
export const traceQuads = (frame: CanvasFrame, quads: Float32Array): void => {
  frame.context.beginPath();
  for (let at = 0; at < quads.length; at += 8) addQuad(frame, quads, at);
};
