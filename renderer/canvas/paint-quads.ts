import { inStagePixels, type Frame, type Steps } from './frame.ts';
import type { QuadOverlay } from './overlay.ts';
import { cssColor, lineStyles } from './palette.ts';
import { tones, type Tone } from './shapes.ts';

/** One path of very many shapes costs more than many paths, and one path each costs most: fifty is the middle. */
const shapesPerPath = 50;
/** Above so many, casing and tint are left out: they would only run together. */
const mostInFull = 1500;
const lineWidthPart = 0.6;

type Pass = 'tint' | 'casing' | 'line';

const addQuad = (frame: Frame, quads: Float32Array, at: number): void => {
  const { a, b, c, d, e, f } = frame.view;
  for (let k = 0; k < 4; k += 1) {
    const [x, y] = [quads[at + k * 2]!, quads[at + k * 2 + 1]!];
    const [sx, sy] = [a * x + c * y + e, b * x + d * y + f];
    if (k === 0) frame.context.moveTo(sx, sy);
    else frame.context.lineTo(sx, sy);
  }
  frame.context.closePath();
};

const setStyle = ({ context, palette }: Frame, tone: Tone, pass: Pass, line: boolean): void => {
  const style = lineStyles[tone];
  const width = style.width * (line ? lineWidthPart : 1);
  context.lineJoin = 'round';
  context.setLineDash(pass === 'line' ? [...style.dash] : []);
  context.lineWidth = pass === 'casing' ? width + 2 : width;
  context.strokeStyle = cssColor(pass === 'casing' ? palette.casing : palette.tones[tone]);
  context.fillStyle = cssColor(palette.tones[tone], style.tint);
};

function* paintPass(frame: Frame, quads: Float32Array, items: readonly number[], pass: Pass): Steps {
  const { context } = frame;
  for (let from = 0; from < items.length; from += shapesPerPath) {
    context.beginPath();
    for (const item of items.slice(from, from + shapesPerPath)) addQuad(frame, quads, item * 8);
    if (pass === 'tint') context.fill();
    else context.stroke();
    yield;
  }
}

/** The items by tone, the shapes apart from the lines within them. */
const grouped = (overlay: QuadOverlay, items: Uint32Array): ReadonlyMap<number, readonly number[]> => {
  const groups = new Map<number, number[]>();
  for (const item of items) {
    const key = overlay.toneOf[item]! * 2 + overlay.isLine[item]!;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Draws quads as they are, in as many steps as there are paths: first what lies under the lines, then the lines. */
export function* paintQuads(frame: Frame, overlay: QuadOverlay, items: Uint32Array): Steps {
  const groups = grouped(overlay, items);
  const passes: readonly Pass[] = items.length <= mostInFull ? ['tint', 'casing', 'line'] : ['line'];
  inStagePixels(frame);
  for (const pass of passes)
    for (const [key, group] of groups) {
      const tone = tones[key >> 1] ?? 'unread';
      if (pass === 'tint' && lineStyles[tone].tint === 0) continue;
      setStyle(frame, tone, pass, key % 2 === 1);
      yield* paintPass(frame, overlay.quads, group, pass);
    }
  frame.context.setLineDash([]);
}

/** Draws the corners of some quads with the context's own style. */
export const traceQuads = (frame: Frame, quads: Float32Array): void => {
  frame.context.beginPath();
  for (let at = 0; at < quads.length; at += 8) addQuad(frame, quads, at);
};
