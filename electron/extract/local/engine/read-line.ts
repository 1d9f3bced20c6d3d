import type { Quad } from '../../../../shared/geometry.ts';
import type { Glyph, ReadLine } from '../read-lines.ts';
import { readSteps, scoreOf } from './ctc.ts';
import { projectQuad, type Homography } from '../../../../shared/homography.ts';
import { directionWidth, lineHeight, type Models } from './models.ts';
import { cropSampling, sampleInto, type Normalization, type Pyramid } from './raster.ts';

const normalization: Normalization = {
  gain: [2 / 255, 2 / 255, 2 / 255],
  offset: [-1, -1, -1],
};

/** Widths of a line for the recognizer. Only a few, because the runtime keeps memory for each. */
const [leastWidth, mostWidth] = [64, 3200];
const widthStep = (width: number): number => (width <= 640 ? 32 : width <= 1280 ? 64 : 256);
const paddedWidth = (width: number): number => {
  const step = widthStep(width);
  return Math.max(leastWidth, Math.ceil(width / step) * step);
};

const lengthOf = (
  { x, y }: { readonly x: number; readonly y: number },
  to: { x: number; y: number },
): number => Math.hypot(to.x - x, to.y - y);

const sidesOf = ([tl, tr, br, bl]: Quad): { readonly along: number; readonly across: number } => ({
  along: (lengthOf(tl, tr) + lengthOf(bl, br)) / 2,
  across: (lengthOf(tl, bl) + lengthOf(tr, br)) / 2,
});

/** One buffer for each width: the runtime has copied its input when it returns. */
const rooms = new Map<number, Float32Array>();
const roomFor = (width: number): Float32Array => {
  const room = rooms.get(width) ?? new Float32Array(3 * lineHeight * width);
  rooms.set(width, room);
  return room.fill(0);
};

/** Samples parts of the picture, one after the other, into one line of height 48. */
const strip = (pyramid: Pyramid, quads: readonly Quad[], widest: number) => {
  const widths = quads.map((quad) => {
    const { along, across } = sidesOf(quad);
    return Math.max(1, Math.min(widest, Math.round((along / Math.max(across, 1e-6)) * lineHeight)));
  });
  const content = Math.min(
    widest,
    widths.reduce((sum, width) => sum + width, 0),
  );
  const width = widest === directionWidth ? directionWidth : paddedWidth(content);
  const planes = roomFor(width);
  let left = 0;
  for (const [index, quad] of quads.entries()) {
    const part = Math.min(widths[index] ?? 0, content - left);
    const crop = part > 0 ? cropSampling(quad, part, lineHeight) : null;
    if (!crop) continue;
    sampleInto(planes.subarray(left), width, pyramid, crop, normalization);
    left += part;
  }
  return { planes, width, share: content / width };
};

/** Reads a line of text between four points of the picture. The first side is the direction of reading. */
export const readGlyphs = async (
  models: Models,
  pyramid: Pyramid,
  quads: readonly Quad[],
): Promise<readonly Glyph[]> => {
  const { planes, width, share } = strip(pyramid, quads, mostWidth);
  return readSteps(await models.recognize(planes, width), models.keys, share);
};

/** The probability that the text between four points of the picture is upside down. */
export const upsideDownScore = (models: Models, pyramid: Pyramid, quad: Quad): Promise<number> =>
  models.isUpsideDown(strip(pyramid, [quad], directionWidth).planes);

/** Text at least this much taller than wide is written downward, or its line is turned. */
const tall = 1.5;

const between = (a: Quad[number], b: Quad[number], share: number): Quad[number] => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** Equal parts of a tall quad, from the top. */
const partsOf = ([tl, tr, br, bl]: Quad, count: number): readonly Quad[] =>
  Array.from({ length: count }, (_, index): Quad => {
    const [from, to] = [index / count, (index + 1) / count];
    return [between(tl, bl, from), between(tr, br, from), between(tr, br, to), between(tl, bl, to)];
  });

const mostStacked = 12;
/** Characters written downward are as high as wide, or have a gap of up to a height between them. */
const countsFor = ({
  along,
  across,
}: {
  readonly along: number;
  readonly across: number;
}): readonly number[] => {
  const most = Math.min(mostStacked, Math.round(across / along));
  const least = Math.max(2, Math.round(across / along / 1.9));
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => most - index);
};

/**
 * Reads tall text: characters written downward, as `购买方` at the edge of a form. Several partitions are tried, and the
 * text as one turned line; the best reading wins. The quad of downward text stays upright, and `at` runs down.
 */
const readTall = async (
  models: Models,
  pyramid: Pyramid,
  quad: Quad,
  toPicture: Homography,
): Promise<ReadLine> => {
  const [tl, tr, br, bl] = quad;
  const turned: Quad = [tr, br, bl, tl];
  const clockwise = await readGlyphs(models, pyramid, [projectQuad(toPicture, turned)]);
  let best: ReadLine = { quad: turned, glyphs: clockwise, score: scoreOf(clockwise) };
  for (const count of countsFor(sidesOf(quad))) {
    const parts = partsOf(quad, count).map((part) => projectQuad(toPicture, part));
    const glyphs = await readGlyphs(models, pyramid, parts);
    const score = scoreOf(glyphs);
    if (glyphs.length > 0 && score > best.score) best = { quad, glyphs, score };
    if (glyphs.length === count && score > 0.9) break;
  }
  return best;
};

/**
 * The share of its height by which a box is drawn in on each side if nothing is read in it. A recognizer takes a single
 * character for nothing, such as 把 as a unit, if it does not fill its line.
 */
const drawnIn = 0.125;

/** Reads a quad once more, drawn in on each side. Places along the line are those of the whole quad. */
const readInner = async (
  models: Models,
  pyramid: Pyramid,
  [tl, tr, br, bl]: Quad,
  toPicture: Homography,
): Promise<readonly Glyph[]> => {
  const { along, across } = sidesOf([tl, tr, br, bl]);
  const ends = Math.min(0.25, (drawnIn * across) / Math.max(along, 1e-6));
  const at = (right: number, down: number): Quad[number] =>
    between(between(tl, tr, right), between(bl, br, right), down);
  const inner: Quad = [
    at(ends, drawnIn),
    at(1 - ends, drawnIn),
    at(1 - ends, 1 - drawnIn),
    at(ends, 1 - drawnIn),
  ];
  const glyphs = await readGlyphs(models, pyramid, [projectQuad(toPicture, inner)]);
  return glyphs.map(({ alternatives, at: place }) => ({ alternatives, at: ends + place * (1 - 2 * ends) }));
};

/**
 * Reads the text in a quad of a frame.
 * @returns null if there is no character in it
 */
export const readLine = async (
  models: Models,
  pyramid: Pyramid,
  quad: Quad,
  toPicture: Homography,
): Promise<ReadLine | null> => {
  const { along, across } = sidesOf(quad);
  if (across >= tall * along) {
    const line = await readTall(models, pyramid, quad, toPicture);
    return line.glyphs.length > 0 ? line : null;
  }
  const whole = await readGlyphs(models, pyramid, [projectQuad(toPicture, quad)]);
  const glyphs = whole.length > 0 ? whole : await readInner(models, pyramid, quad, toPicture);
  return glyphs.length > 0 ? { quad, glyphs, score: scoreOf(glyphs) } : null;
};
