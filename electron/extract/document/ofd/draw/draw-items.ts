import type { CanvasGradient, GlobalCompositeOperation, SKRSContext2D } from '@napi-rs/canvas';
import {
  applyTransform,
  boundsOf,
  compose,
  type Box,
  type Transform,
} from '../../../../../shared/geometry.ts';
import type { Clip, ImageItem, PageItem, PathItem, TextItem } from '../page-items.ts';
import type { PathStep } from '../path-data.ts';
import type { Color, Paint, Style } from '../style.ts';
import { ascent, directions, type Glyph } from '../text-layout.ts';
import { fontPixels, type PageFonts } from './fonts.ts';
import type { DrawnImage } from './images.ts';

/** The context needed for drawing items. */
export type Drawing = {
  readonly context: SKRSContext2D;
  /** From millimetres of the page to pixels of the canvas. */
  readonly view: Transform;
  readonly fonts: PageFonts;
  readonly pictures: ReadonlyMap<string, DrawnImage | null>;
  /** Called with each character, and the box on the canvas that it is drawn in. */
  readonly onGlyph?: (glyph: Glyph, item: TextItem, box: Box) => void;
};

const blends: Readonly<Record<string, GlobalCompositeOperation>> = {
  Multiply: 'multiply',
  Screen: 'screen',
  Overlay: 'overlay',
  Darken: 'darken',
  Lighten: 'lighten',
  ColorDodge: 'color-dodge',
  ColorBurn: 'color-burn',
  HardLight: 'hard-light',
  SoftLight: 'soft-light',
  Difference: 'difference',
  Exclusion: 'exclusion',
};

const setTransform = (context: SKRSContext2D, { a, b, c, d, e, f }: Transform): void =>
  context.setTransform(a, b, c, d, e, f);

const trace = (context: SKRSContext2D, steps: readonly PathStep[]): void => {
  for (const step of steps) {
    if (step.op === 'M') context.moveTo(step.x, step.y);
    else if (step.op === 'L') context.lineTo(step.x, step.y);
    else if (step.op === 'Q') context.quadraticCurveTo(step.x1, step.y1, step.x, step.y);
    else if (step.op === 'B') context.bezierCurveTo(step.x1, step.y1, step.x2, step.y2, step.x, step.y);
    else context.closePath();
  }
};

const clipTo = ({ context, view }: Drawing, { areas }: Clip): void => {
  context.beginPath();
  for (const { steps, toPage } of areas) {
    setTransform(context, compose(toPage, view));
    trace(context, steps);
  }
  context.clip();
};

const cssOf = ({ rgb, alpha }: Color): string => {
  const [r, g, b] = rgb.map((part) => Math.round(part));
  return alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`;
};

const black = 'rgb(0,0,0)';

const fillOf = (context: SKRSContext2D, paint: Paint): string | CanvasGradient => {
  if (paint.kind === 'color') return cssOf(paint.color);
  const { from, to, isRadial, stops } = paint.shading;
  const gradient = isRadial
    ? context.createRadialGradient(from.x, from.y, from.r, to.x, to.y, Math.max(to.r, 0.001))
    : context.createLinearGradient(from.x, from.y, to.x, to.y);
  for (const { at, color } of stops) gradient.addColorStop(at, cssOf(color));
  return gradient;
};

const setLine = (context: SKRSContext2D, style: Style, scale: number): void => {
  context.lineWidth = style.lineWidth / scale;
  context.lineCap = style.cap;
  context.lineJoin = style.join;
  context.miterLimit = style.miterLimit;
  const dashes = style.dashes.map((length) => length / scale);
  context.setLineDash(dashes.some((length) => length > 0) ? dashes : []);
  context.lineDashOffset = style.dashOffset / scale;
};

const drawPath = ({ context }: Drawing, item: PathItem): void => {
  const { steps, style, isEvenOdd, isFilled, isStroked } = item;
  context.beginPath();
  trace(context, steps);
  // A filled path without a colour stays transparent.
  if (isFilled && style.fill) {
    context.fillStyle = fillOf(context, style.fill);
    context.fill(isEvenOdd ? 'evenodd' : 'nonzero');
  }
  if (isStroked && style.lineWidth > 0) {
    setLine(context, style, 1);
    context.strokeStyle = style.stroke ? fillOf(context, style.stroke) : black;
    context.stroke();
  }
};

/** Slant of an upright font that replaces an italic one. */
const slant = 0.21;
/** A glyph of a substitute font that is too wide is narrowed, but only to this share, so that it stays legible. */
const narrowest = 0.5;

const turns = [
  [1, 0, 0, 1],
  [0, 1, -1, 0],
  [-1, 0, 0, -1],
  [0, -1, 1, 0],
] as const;

/** The box of a character of this width at `fontPixels`. */
const boxOf = (width: number, toCanvas: Transform): Box => {
  const [left, right, top, bottom] = [0, width, -ascent * fontPixels, (1 - ascent) * fontPixels];
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => applyTransform(toCanvas, x, y)));
  return boundsOf(corners);
};

const drawText = (drawing: Drawing, item: TextItem, whole: Transform): void => {
  const { context, fonts } = drawing;
  const { glyphs, size, hScale, glyphTurn, readTurn } = item.layout;
  if (size === 0) return;
  const setting = fonts.settingOf(item);
  context.font = setting.font;
  const scale = size / fontPixels;
  if (item.isFilled) context.fillStyle = item.style.fill ? fillOf(context, item.style.fill) : black;
  if (item.isStroked) {
    setLine(context, item.style, scale);
    context.strokeStyle = item.style.stroke ? fillOf(context, item.style.stroke) : black;
  }
  const [a, b, c, d] = turns[glyphTurn];
  const [alongX, alongY] = directions[readTurn];
  // How much wider the glyphs of an embedded font are than the layout assumed, which does not open fonts.
  let drift = 0;
  for (const one of glyphs) {
    const { text, id, x, y, advance, isFree } = one;
    if (!isFree) drift = 0;
    const at = drift;
    const character = setting.characterOf(text, id);
    let across = scale * hScale;
    const width = fonts.widthOf(context, setting, character);
    const natural = width * across;
    if (setting.isEmbedded) drift += natural - advance;
    else if (natural > advance) across *= Math.max(narrowest, advance / natural);
    if (text.trim() === '' && id === null) continue;
    const lean = setting.isSlanted ? slant * across : 0;
    const glyph = {
      a: a * across,
      b: b * across,
      c: c * scale - a * lean,
      d: d * scale - b * lean,
      e: x + at * alongX,
      f: y + at * alongY,
    };
    setTransform(context, compose(glyph, whole));
    if (item.isFilled) context.fillText(character, 0, 0);
    if (item.isStroked) context.strokeText(character, 0, 0);
    drawing.onGlyph?.(one, item, boxOf(width, compose(glyph, whole)));
  }
};

/** A code that is enlarged by this factor or more keeps sharp edges. */
const enlarged = 2;

const drawPicture = ({ context, pictures }: Drawing, { path, size }: ImageItem, whole: Transform): void => {
  if (path === null) return;
  const picture = pictures.get(path);
  if (picture) {
    const width = Math.hypot(whole.a, whole.b);
    context.imageSmoothingEnabled = width < enlarged * picture.width;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, 1, 1);
    return;
  }
  if (size.w === 0 || size.h === 0) return;
  context.fillStyle = 'rgba(128,128,128,0.25)';
  context.fillRect(0, 0, 1, 1);
};

/** Draws objects of a page onto a canvas, in order. */
export const drawItems = (drawing: Drawing, items: readonly PageItem[]): void => {
  const { context, view } = drawing;
  for (const item of items) {
    if (item.alpha === 0) continue;
    context.save();
    for (const clip of item.clips) clipTo(drawing, clip);
    context.globalAlpha = item.alpha;
    context.globalCompositeOperation = blends[item.blend ?? ''] ?? 'source-over';
    const whole = compose(item.toPage, view);
    setTransform(context, whole);
    if (item.kind === 'path') drawPath(drawing, item);
    else if (item.kind === 'text') drawText(drawing, item, whole);
    else drawPicture(drawing, item, whole);
    context.restore();
  }
};
