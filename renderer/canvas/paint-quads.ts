import { type CanvasFrame, inStagePixels, type Steps } from './frame-loop.ts';
import { cssColor, type Rgba, lineStyles } from './palette.ts';
import type { Overlay, QuadOverlay, ShapePlace } from './overlay.ts';
import { tones, type ShapeSize, type Tone } from './shapes.ts';
import { scaleOf, boxOnStage } from './view.ts';
import { toStage, type Box } from '../../shared/geometry.ts';

const height = 16;
const padding = 4;
const font = '600 11px system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif';

const canRedrawEachFrame = ([r, g, b]: Rgba): boolean => 0.299 * r + 0.587 * g + 0.114 * b > 150;

const widthOf = (context: CanvasFrame['context'], text: string): number => {
  context.font = font;
  return context.measureText(text).width + 2 * padding;
};

/** The area that two boxes share. */
const shared = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y));

/** Free space between a shape and its tag, in CSS pixels. */
const gap = 3;

/** Free space between a tag and the corner of the stage. */
const cornerGap = 8;

/**
 * The left edge and the top of a tag for a shape, all in CSS pixels of the stage: above it, right, left or below, or in
 * a corner of the stage, wherever it first covers none of the lines. If it covers one everywhere, it covers the least
 * of them.
 */
export const tagPlace = (
  shape: Box,
  tag: { readonly w: number; readonly h: number },
  lines: readonly Box[],
  stage: ShapeSize,
): { readonly x: number; readonly y: number } => {
  const middle = shape.y + (shape.h - tag.h) / 2;
  const wanted = [
    { x: shape.x, y: shape.y - tag.h - gap },
    { x: shape.x + shape.w + gap, y: middle },
    { x: shape.x - tag.w - gap, y: middle },
    { x: shape.x, y: shape.y + shape.h + gap },
    { x: cornerGap, y: cornerGap },
    { x: stage.width - tag.w - cornerGap, y: cornerGap },
    { x: cornerGap, y: stage.height - tag.h - cornerGap },
  ];
  const places = wanted.map(({ x, y }) => {
    const box = {
      x: Math.max(0, Math.min(x, stage.width - tag.w)),
      y: Math.max(0, Math.min(y, stage.height - tag.h)),
      ...tag,
    };
    // Moved back onto the stage, it may cover its own shape.
    const covered = [shape, ...lines].reduce((sum, line) => sum + shared(box, line), 0);
    return { box, covered };
  });
  const least = Math.min(...places.map(({ covered }) => covered));
  return (places.find(({ covered }) => covered === least) ?? { box: shape }).box;
};

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
  const width = widthOf(context, text);
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

/** Draws one hovered or selected shape over the others, with its label, which covers no other shape. */
export const paintFocus = (frame: CanvasFrame, overlay: Overlay, place: ShapePlace, focus: Focus): void => {
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
    const lines = overlay.linesAround(place).map((box) => boxOnStage(frame.view, box));
    const tag = { w: widthOf(context, place.label), h: height };
    const { x, y } = tagPlace(boxOnStage(frame.view, place.bounds), tag, lines, frame.stage);
    paintTag(frame, place.label, x, y + height, palette.selected);
  }
};
