import type { ColoursAt, Paint, PaintedGlyph, PaintList } from './painted.ts';
import { isInClip, type Bounds } from './paint-regions.ts';

/** Why a character can't be seen on the page. */
export type HiddenBy =
  | 'layer'
  | 'mode'
  | 'transparency'
  | 'size'
  | 'clip'
  | 'colour'
  | 'paint'
  | 'annotation';

/** A character with less opacity can't be read. */
const leastAlpha = 0.1;
/** Type smaller than this part of the page's longer side can't be read: 0.8 points on A4. */
const leastSize = 1 / 1000;
/** Colours that differ less, in each of red, green and blue, can't be told apart. */
const leastContrast = 24;
/** A picture's paper is not of one colour. */
const leastContrastOnPicture = 40;

/** Where a character is looked at: fractions of its width and height, where its ink is. */
const across = [0.2, 0.5, 0.8] as const;
const upward = [0.08, 0.35, 0.62] as const;
/** The ink of a decimal point is at the foot. */
const atFoot = [0.02, 0.08, 0.14] as const;
/** Of nine places. With more than half of them covered, a character is not what it was. */
const mostCovered = 4;
const mostAlike = 6;

type Place = readonly [x: number, y: number];

/** Points of the page at these fractions of a character's width and height. */
const pointsOf = (
  { x, y, along, up, style }: PaintedGlyph,
  widths: readonly number[],
  heights: readonly number[],
): readonly Place[] => {
  // The origin of an upright character is the middle of its upper edge.
  const [left, base] = style.isVertical ? [-0.5, -1] : [0, 0];
  const side: Place = style.isVertical ? [up[1], -up[0]] : along;
  const places: Place[] = [];
  for (const part of widths)
    for (const height of heights)
      places.push([
        x + (left + part) * side[0] + (base + height) * up[0],
        y + (left + part) * side[1] + (base + height) * up[1],
      ]);
  return places;
};

const placesOf = (glyph: PaintedGlyph): readonly Place[] =>
  pointsOf(glyph, across, /^[.,]$/u.test(glyph.text) ? atFoot : upward);

/** The corners of the box that a character's ink is in. */
export const cornersOfGlyph = (glyph: PaintedGlyph): readonly Place[] =>
  pointsOf(glyph, [0, 1], [-0.12, 0.88]);

const boundsOf = (places: readonly Place[]): Bounds => {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
};

const overlap = (one: Bounds, other: Bounds): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];

/** Strips of the page, so that a character is compared only with what is painted near it. */
const strips = 64;

const stripsOf = ([, bottom, , top]: Bounds, [, from, , to]: Bounds): readonly [number, number] => {
  const strip = (value: number): number =>
    Math.min(strips - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * strips)));
  return [strip(bottom), strip(top)];
};

/** The character that an annotation writes hides what is below it as if it were a box. */
const paintOf = (glyph: PaintedGlyph): Paint => {
  const [x, y] = [glyph.x, glyph.y];
  const [right, top] = [x + glyph.along[0] + glyph.up[0], y + glyph.along[1] + glyph.up[1]];
  const bounds: Bounds = [Math.min(x, right), Math.min(y, top), Math.max(x, right), Math.max(y, top)];
  const has = (px: number, py: number): boolean =>
    px >= bounds[0] && px <= bounds[2] && py >= bounds[1] && py <= bounds[3];
  return {
    order: glyph.order,
    region: { bounds, has },
    clip: glyph.style.clip,
    colour: null,
    picture: null,
    isAnnotation: true,
  };
};

const hiddenByItself = ({ style }: PaintedGlyph, page: Bounds): HiddenBy | null => {
  if (style.isLeftOut) return 'layer';
  if (style.mode === 3 || style.mode === 7) return 'mode';
  if (style.alpha < leastAlpha) return 'transparency';
  const longer = Math.max(page[2] - page[0], page[3] - page[1]);
  return style.size < leastSize * longer ? 'size' : null;
};

/** Two characters whose origins are closer than this, in type sizes, stand on each other. */
const samePlace = 0.15;
/** Figures of narrow columns may touch at one character, but never come this close. */
const veryPlace = 0.02;
/** How far apart characters of one text are at most, in type sizes. */
const nextPlace = 1.2;
/** Among more of them, nobody looks for neighbours. */
const mostPiled = 2_000;
/** Types that differ by more are not compared. */
const sameSize = 1.5;
/** More characters at one place than bold type needs: nobody can tell what stands there. */
const mostAtOnePlace = 64;
const isWordy = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);

const areAtOnePlace = (one: PaintedGlyph, other: PaintedGlyph, within = samePlace): boolean => {
  const [size, otherSize] = [one.style.size, other.style.size];
  const reach = within * Math.min(size, otherSize);
  const isNear = Math.abs(other.x - one.x) <= reach && Math.abs(other.y - one.y) <= reach;
  return isNear && otherSize < sameSize * size && size < sameSize * otherSize;
};

/** Whether two characters may be of one text: near each other, and not in different rows. */
const areNeighbours = ({ x, y, style }: PaintedGlyph, other: PaintedGlyph): boolean => {
  const [right, up] = [Math.abs(other.x - x) / style.size, Math.abs(other.y - y) / style.size];
  const [ahead, aside] = style.isVertical ? [up, right] : [right, up];
  return ahead <= nextPlace && aside <= samePlace;
};

const classSteps = [-1, 0, 1] as const;

const classOf = (size: number): number => Math.floor(Math.log(size) / Math.log(sameSize));

/** Larger than the number of cells in any direction of an honest page. */
const cellsAcross = 2 ** 22;

/** Finds the characters that may stand on another one, in cells of the page for each class of type sizes. */
const cellsOf = (glyphs: readonly PaintedGlyph[]): ((glyph: PaintedGlyph) => readonly PaintedGlyph[]) => {
  const classes = new Map<number, { readonly side: number; readonly cells: Map<number, PaintedGlyph[]> }>();
  for (const glyph of glyphs) {
    const at = classOf(glyph.style.size);
    // As wide as the reach of the largest character of the class in both directions.
    const one = classes.get(at) ?? { side: 2 * samePlace * sameSize ** (at + 1), cells: new Map() };
    classes.set(at, one);
    const key = Math.floor(glyph.x / one.side) * cellsAcross + Math.floor(glyph.y / one.side);
    const cell = one.cells.get(key);
    if (!cell) one.cells.set(key, [glyph]);
    else if (cell.length <= mostAtOnePlace) cell.push(glyph);
  }
  return ({ x, y, style: { size } }) =>
    classSteps.flatMap((step) => {
      const at = classOf(size) + step;
      const one = classes.get(at);
      if (!one) return [];
      const reach = samePlace * Math.min(size, sameSize ** (at + 1));
      // Not more than two cells in each direction, at any place.
      const columns = new Set([Math.floor((x - reach) / one.side), Math.floor((x + reach) / one.side)]);
      const rows = new Set([Math.floor((y - reach) / one.side), Math.floor((y + reach) / one.side)]);
      const found: PaintedGlyph[] = [];
      for (const column of columns)
        for (const row of rows) found.push(...(one.cells.get(column * cellsAcross + row) ?? []));
      return found;
    });
};

/**
 * Different characters that stand on each other, so that none can be read. The same one twice is bold. One alone where
 * two texts meet leaves both legible, unless it stands exactly on the other.
 */
const piledUp = (glyphs: readonly PaintedGlyph[]): ReadonlySet<PaintedGlyph> => {
  const piled = new Set<PaintedGlyph>();
  const exactly = new Set<PaintedGlyph>();
  const nearTo = cellsOf(glyphs);
  for (const glyph of glyphs) {
    const near = nearTo(glyph);
    if (near.length === 1) continue;
    const close = near.slice(0, mostAtOnePlace).filter((other) => areAtOnePlace(glyph, other));
    const words = close.filter(({ text }) => isWordy(text));
    // A line below a character, or a box around it, leaves it legible.
    if (new Set(words.map(({ text }) => text)).size > 1) for (const one of close) piled.add(one);
    const on = words.filter((other) => areAtOnePlace(glyph, other, veryPlace));
    if (near.length > mostAtOnePlace || new Set(on.map(({ text }) => text)).size > 1) exactly.add(glyph);
  }
  if (piled.size > mostPiled) return new Set([...piled, ...exactly]);
  const isInText = (one: PaintedGlyph): boolean =>
    [...piled].some((other) => !areAtOnePlace(one, other) && areNeighbours(one, other));
  return new Set([...exactly, ...[...piled].filter(isInText)]);
};

type Beneath = readonly [red: number, green: number, blue: number, limit: number];
const paper: Beneath = [255, 255, 255, leastContrast];

type Colours = ReadonlyMap<Paint, ColoursAt>;

/** What a paint shows at a place: its colour, null for an unknown one, or undefined if nothing of it is there. */
const paintedAt = (paint: Paint, colours: Colours, [x, y]: Place): Beneath | null | undefined => {
  if (!paint.region.has(x, y) || !isInClip(paint.clip, x, y)) return undefined;
  const own: Beneath | null = paint.colour && [...paint.colour, leastContrast];
  if (!paint.picture) return own;
  const found = colours.get(paint)?.(x, y);
  if (!found || found[3] < 200) return undefined;
  if (paint.picture.isStencil) return own;
  return [found[0], found[1], found[2], leastContrastOnPicture];
};

/** The part of a character's nine places that what is painted later covers, or that looks like its ground. */
const hiddenByOthers = (
  glyph: PaintedGlyph,
  places: readonly Place[],
  near: readonly Paint[],
  colours: Colours,
): HiddenBy | null => {
  let [covered, alike, byAnnotation] = [0, 0, 0];
  const { colour } = glyph.style;
  for (const place of places) {
    let beneath: Beneath | null = paper;
    let cover: Paint | null = null;
    for (const paint of near) {
      const isLater = paint.order > glyph.order;
      if (isLater && cover) continue;
      const found = paintedAt(paint, colours, place);
      if (found === undefined) continue;
      if (isLater) cover = paint;
      else beneath = found;
    }
    if (cover) covered += 1;
    if (cover?.isAnnotation) byAnnotation += 1;
    if (colour && beneath) {
      const [red, green, blue, limit] = beneath;
      const contrast = Math.max(
        Math.abs(colour[0] - red),
        Math.abs(colour[1] - green),
        Math.abs(colour[2] - blue),
      );
      if (contrast < limit) alike += 1;
    }
  }
  if (covered > mostCovered) return byAnnotation > 0 ? 'annotation' : 'paint';
  return alike > mostAlike ? 'colour' : null;
};

/** More comparisons than any page of an invoice needs. */
const maxComparisons = 4_000_000;

/**
 * Why each character of the page's own text can't be seen; null for those that can. The text of annotations is not
 * listed, but hides what is below it.
 * @param view the visible part of the page
 * @param openColours opens the pictures of these paints; called only with those that meet text
 */
export const hiddenGlyphs = async (
  { glyphs, paints }: PaintList,
  view: Bounds,
  openColours: (paints: readonly Paint[]) => Promise<Colours>,
): Promise<ReadonlyMap<PaintedGlyph, HiddenBy | null>> => {
  const result = new Map<PaintedGlyph, HiddenBy | null>();
  const open: { readonly glyph: PaintedGlyph; readonly places: readonly Place[]; readonly bounds: Bounds }[] =
    [];
  const written: Paint[] = [];
  for (const glyph of glyphs) {
    const hidden = hiddenByItself(glyph, view);
    if (glyph.style.isAnnotation) {
      if (hidden === null && glyph.text.trim() !== '') written.push(paintOf(glyph));
      continue;
    }
    result.set(glyph, hidden);
    if (hidden !== null || glyph.text.trim() === '') continue;
    const places = placesOf(glyph);
    const isOut = places.filter(([x, y]) => !isInClip(glyph.style.clip, x, y)).length > mostCovered;
    if (isOut) result.set(glyph, 'clip');
    else open.push({ glyph, places, bounds: boundsOf(places) });
  }
  const all = [...paints, ...written].toSorted((one, other) => one.order - other.order);
  const pictures = all.filter(
    ({ picture, region }) => picture && open.some(({ bounds }) => overlap(bounds, region.bounds)),
  );
  const colours = await openColours(pictures);
  const inStrip: Paint[][] = Array.from({ length: strips }, () => []);
  for (const paint of all) {
    const [first, last] = stripsOf(paint.region.bounds, view);
    for (let at = first; at <= last; at += 1) inStrip[at]?.push(paint);
  }
  let comparisons = 0;
  for (const { glyph, places, bounds } of open) {
    const [first, last] = stripsOf(bounds, view);
    const near = new Set<Paint>();
    for (let at = first; at <= last; at += 1)
      for (const paint of inStrip[at] ?? []) {
        comparisons += 1;
        if (overlap(bounds, paint.region.bounds)) near.add(paint);
      }
    comparisons += near.size * places.length;
    // Nobody can tell what such a page shows.
    if (comparisons > maxComparisons) result.set(glyph, 'paint');
    else
      result.set(
        glyph,
        hiddenByOthers(
          glyph,
          places,
          [...near].toSorted((a, b) => a.order - b.order),
          colours,
        ),
      );
  }
  // What is covered may have other text above it, which can be read.
  const seen = open.flatMap(({ glyph }) => (result.get(glyph) === null ? [glyph] : []));
  for (const glyph of piledUp(seen)) result.set(glyph, 'paint');
  return result;
};

/** Places of a page, in each direction, at which it is looked up whether a picture is there. */
const looks = 24;

/** The part of the page that pictures cover, 0 to 1. */
export const pictureShare = (
  { pictures }: Pick<PaintList, 'pictures'>,
  [left, bottom, right, top]: Bounds,
): number => {
  if (pictures.length === 0) return 0;
  let covered = 0;
  for (let row = 0; row < looks; row += 1)
    for (let column = 0; column < looks; column += 1) {
      const x = left + ((column + 0.5) / looks) * (right - left);
      const y = bottom + ((row + 0.5) / looks) * (top - bottom);
      if (pictures.some(({ region, clip }) => region.has(x, y) && isInClip(clip, x, y))) covered += 1;
    }
  return covered / looks ** 2;
};
