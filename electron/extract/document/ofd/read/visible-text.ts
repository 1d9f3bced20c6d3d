import { compose, invert, applyTransform, identity } from '../../../../../shared/geometry.ts';
import { hiddenGlyphs } from '../../page-text/glyph-visibility.ts';
import {
  filledRegion,
  polygonsOf,
  strokedRegion,
  boxRegion,
  type Clip,
} from '../../page-text/paint-regions.ts';
import {
  leastOpaque,
  sameColour,
  type ColoursAt,
  type Paint,
  type PaintedGlyph,
} from '../../page-text/painted.ts';
import type { OfdFile } from '../document.ts';
import { decodePicture } from '../draw/images.ts';
import { OfdFailure } from '../limits.ts';
import type { ImageItem, OfdPage, PageItem, PathItem, TextItem } from '../page-items.ts';
import type { PathStep } from '../path-data.ts';
import type { Paint as StylePaint } from '../style.ts';
import { ascent, glyphCorners, type Glyph } from '../text-layout.ts';

/** A thinner line, in millimetres, hides no text. */
const leastStroke = 0.18;
/** Pixels of a picture that is looked at. */
const maxPixels = 16_000_000;

/** A path in the form in which regions are made: a code before the numbers of each step. */
const dataOf = (steps: readonly PathStep[]): Float32Array =>
  new Float32Array(
    steps.flatMap((step) => {
      if (step.op === 'M') return [0, step.x, step.y];
      if (step.op === 'L') return [1, step.x, step.y];
      if (step.op === 'B') return [2, step.x1, step.y1, step.x2, step.y2, step.x, step.y];
      return step.op === 'Q' ? [3, step.x1, step.y1, step.x, step.y] : [4];
    }),
  );

const clipOf = ({ clips }: PageItem): Clip | null => {
  let clip: Clip | null = null;
  for (const { areas } of clips) {
    const polygons = areas.flatMap(({ steps, toPage }) => polygonsOf(dataOf(steps), toPage));
    clip = { region: filledRegion(polygons, false), outer: clip };
  }
  return clip;
};

type Seen = { readonly colour: readonly [number, number, number] | null; readonly alpha: number };

/** The colour and opacity of a fill or stroke; a gradient has no single colour. */
const seenOf = (paint: StylePaint | null, otherwise: Seen): Seen => {
  if (!paint) return otherwise;
  return paint.kind === 'color'
    ? { colour: paint.color.rgb, alpha: paint.color.alpha }
    : { colour: null, alpha: 1 };
};

const black: Seen = { colour: [0, 0, 0], alpha: 1 };
const nothing: Seen = { colour: null, alpha: 0 };

const styleOf = (item: TextItem): Seen => {
  const fill = item.isFilled ? seenOf(item.style.fill, black) : nothing;
  const stroke = item.isStroked ? seenOf(item.style.stroke, black) : nothing;
  if (!item.isFilled) return stroke;
  if (!item.isStroked) return fill;
  return { colour: sameColour(fill.colour, stroke.colour), alpha: Math.max(fill.alpha, stroke.alpha) };
};

type Painted = {
  readonly glyphs: PaintedGlyph[];
  readonly paints: Paint[];
  /** The characters of the page's text objects, by what was made of them. */
  readonly sources: Map<PaintedGlyph, Glyph>;
};

const orderIn = ({ glyphs, paints }: Painted): number => glyphs.length + paints.length;

const addText = (painted: Painted, item: TextItem): void => {
  const { colour, alpha } = styleOf(item);
  const isAnnotation = item.source === 'annotation';
  const clip = clipOf(item);
  const { size, hScale } = item.layout;
  const wide = size * Math.abs(hScale) * Math.hypot(item.toPage.a, item.toPage.b);
  for (const glyph of item.layout.glyphs) {
    const [topLeft, topRight, , bottomLeft] = glyphCorners(glyph, item.layout, item.toPage);
    const down = [bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y] as const;
    const style = {
      mode: 0,
      alpha: alpha * item.alpha,
      colour,
      clip,
      isLeftOut: false,
      isAnnotation,
      // Squeezed to nothing in either direction.
      size: Math.min(Math.hypot(...down), wide),
      isVertical: false,
    };
    const made: PaintedGlyph = {
      text: glyph.text,
      order: orderIn(painted),
      x: topLeft.x + ascent * down[0],
      y: topLeft.y + ascent * down[1],
      along: [topRight.x - topLeft.x, topRight.y - topLeft.y],
      up: [-down[0], -down[1]],
      style,
    };
    painted.glyphs.push(made);
    painted.sources.set(made, glyph);
  }
};

const isOpaque = ({ blend }: PageItem, alpha: number): boolean =>
  alpha >= leastOpaque && (blend === null || blend === 'Normal');

const addPath = (painted: Painted, item: PathItem): void => {
  const { steps, style, isFilled, isStroked, isEvenOdd, toPage } = item;
  const polygons = polygonsOf(dataOf(steps), toPage);
  if (polygons.length === 0) return;
  const common = { clip: clipOf(item), picture: null, isAnnotation: item.source === 'annotation' };
  // A filled path without a colour stays transparent.
  const fill = isFilled ? seenOf(style.fill, nothing) : nothing;
  if (isOpaque(item, fill.alpha * item.alpha))
    painted.paints.push({
      ...common,
      order: orderIn(painted),
      region: filledRegion(polygons, isEvenOdd),
      colour: fill.colour,
    });
  const stroke = isStroked ? seenOf(style.stroke, black) : nothing;
  const width = style.lineWidth * Math.sqrt(Math.abs(toPage.a * toPage.d - toPage.b * toPage.c));
  if (width >= leastStroke && isOpaque(item, stroke.alpha * item.alpha))
    painted.paints.push({
      ...common,
      order: orderIn(painted),
      region: strokedRegion(polygons, width),
      colour: stroke.colour,
    });
};

const addPicture = (painted: Painted, item: ImageItem): void => {
  const { path, toPage } = item;
  if (path === null || !isOpaque(item, item.alpha)) return;
  painted.paints.push({
    order: orderIn(painted),
    region: boxRegion([0, 0, 1, 1], toPage),
    clip: clipOf(item),
    colour: null,
    picture: { source: path, matrix: toPage, isStencil: false },
    isAnnotation: item.source === 'annotation',
  });
};

const openColours = async (
  { parts }: OfdFile,
  paints: readonly Paint[],
): Promise<ReadonlyMap<Paint, ColoursAt>> => {
  const opened = new Map<Paint, ColoursAt>();
  for (const paint of paints) {
    const { source = null, matrix = identity } = paint.picture ?? {};
    if (typeof source !== 'string' || matrix.a * matrix.d === matrix.b * matrix.c) continue;
    try {
      const bytes = parts.read(source);
      const picture = bytes && (await decodePicture(bytes, maxPixels));
      if (!picture) continue;
      const { createCanvas } = await import('@napi-rs/canvas');
      const { width, height } = picture;
      const context = createCanvas(width, height).getContext('2d');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      // The picture's first row is at the top of the unit square.
      const toPixel = compose(invert(matrix), { a: width, b: 0, c: 0, d: height, e: 0, f: 0 });
      opened.set(paint, (x, y) => {
        const place = applyTransform(toPixel, x, y);
        const column = Math.min(width - 1, Math.max(0, Math.floor(place.x)));
        const row = Math.min(height - 1, Math.max(0, Math.floor(place.y)));
        const at = (row * width + column) * 4;
        return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
      });
    } catch (error) {
      if (!(error instanceof OfdFailure)) throw error;
    }
  }
  return opened;
};

/** The characters of a page's text that can't be seen on it. */
export const hiddenOnPage = async (file: OfdFile, { box, items }: OfdPage): Promise<ReadonlySet<Glyph>> => {
  const painted: Painted = { glyphs: [], paints: [], sources: new Map() };
  for (const item of items)
    if (item.kind === 'text') addText(painted, item);
    else if (item.kind === 'path') addPath(painted, item);
    else addPicture(painted, item);
  const list = { ...painted, pictures: [], isWhole: true };
  const hidden = await hiddenGlyphs(list, [0, 0, box.w, box.h], (paints) => openColours(file, paints));
  return new Set(
    [...hidden].flatMap(([glyph, by]) => {
      const source = painted.sources.get(glyph);
      return by !== null && source ? [source] : [];
    }),
  );
};
