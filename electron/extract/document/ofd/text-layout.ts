import { applyTransform, type Transform } from '../../../../shared/geometry.ts';
import { maxListLength } from './limits.ts';
import { ofdNumber } from './values.ts';
import { childrenOf, type OfdElement } from './xml-tree.ts';
import type { OfdFont } from './resources.ts';

/** A glyph of a text object. Its origin is on the baseline, in the object's coordinates (millimetres). */
export type Glyph = {
  readonly text: string;
  /** Index in the embedded font if the object states it; null if the character determines the glyph. */
  readonly id: number | null;
  readonly x: number;
  readonly y: number;
  /** Millimetres to the end of the glyph along the line, estimated without the font. */
  readonly advance: number;
  /** No distance is stated, so the widths of the earlier glyphs in its run determine its position. */
  readonly isFree: boolean;
};

/** Quarter turns clockwise, 0 to 3. */
type Quarter = 0 | 1 | 2 | 3;

export type TextLayout = {
  readonly glyphs: readonly Glyph[];
  /** Em size in millimetres. */
  readonly size: number;
  /** Horizontal scale of each glyph. */
  readonly hScale: number;
  /** The rotation of each glyph, and the direction of the line. */
  readonly glyphTurn: Quarter;
  readonly readTurn: Quarter;
};

const maxDeltas = 200_000;

/**
 * Distances between glyphs: numbers, and `g n d` for n times d. If values are missing at the end, the last
 * one is repeated, which producers rely on (`DeltaX="1.59"` for twelve digits).
 */
export const readDeltas = (text: string | undefined, count: number): readonly number[] | null => {
  const tokens =
    text
      ?.slice(0, maxListLength)
      .trim()
      .split(/[\s,]+/) ?? [];
  const deltas: number[] = [];
  const most = Math.min(count, maxDeltas);
  for (let at = 0; at < tokens.length && deltas.length < most; at += 1) {
    const isRun = tokens[at] === 'g';
    const times = isRun ? Math.min(most - deltas.length, Math.max(0, Number(tokens[at + 1]))) : 1;
    const delta = Number(isRun ? tokens[at + 2] : tokens[at]);
    if (!Number.isFinite(delta) || !Number.isFinite(times) || tokens[at] === '') break;
    for (let turn = 0; turn < times; turn += 1) deltas.push(delta);
    if (isRun) at += 2;
  }
  const last = deltas.at(-1);
  if (last === undefined) return null;
  while (deltas.length < most) deltas.push(last);
  return deltas;
};

const narrow = /[\u0020-\u024f\u2010-\u2027\u20ac\uff61-\uff9f]/;
const wideQuotes = /[\u2014\u2018\u2019\u201c\u201d\u2026]/;

/**
 * Width of a character in ems, in the usual fonts of Chinese documents: half for Latin, one for all others.
 */
export const emsOf = (character: string): number =>
  narrow.test(character) && !wideQuotes.test(character) ? 0.5 : 1;

const quarterOf = (degrees: string | undefined): Quarter => {
  const turns = Math.round(ofdNumber(degrees, 0) / 90);
  const quarter = ((turns % 4) + 4) % 4;
  return quarter === 1 || quarter === 2 || quarter === 3 ? quarter : 0;
};

/** The unit vector of a direction. */
export const directions: Readonly<Record<Quarter, readonly [number, number]>> = {
  0: [1, 0],
  1: [0, 1],
  2: [-1, 0],
  3: [0, -1],
};

/** Glyph indices by the position of their character, from `CGTransform`. */
const glyphIds = (element: OfdElement): ReadonlyMap<number, number> => {
  const ids = new Map<number, number>();
  for (const { attributes, children } of childrenOf(element, 'CGTransform')) {
    const from = ofdNumber(attributes['CodePosition'], 0);
    const list =
      children
        .find(({ name }) => name === 'Glyphs')
        ?.text.slice(0, maxListLength)
        .trim()
        .split(/\s+/) ?? [];
    for (const [index, word] of list.slice(0, maxDeltas).entries()) {
      const id = Number(word);
      if (Number.isInteger(id) && id >= 0 && id < 65_536) ids.set(from + index, id);
    }
  }
  return ids;
};

/** Blanks that only format the XML are not characters of the page. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(text.replace(/^\s*[\r\n]\s*|\s*[\r\n]\s*$/g, '').replace(/[\r\n\t]/g, ''));

/**
 * Positions the glyphs of a text object. The renderer draws them there, and the reader derives the text's
 * place from them.
 * @param emsInFont width of a character in its font, for texts without distances
 */
export const layoutText = (element: OfdElement, emsInFont: (character: string) => number): TextLayout => {
  const { attributes } = element;
  const size = Math.abs(ofdNumber(attributes['Size'], 0));
  const hScale = ofdNumber(attributes['HScale'], 1) || 1;
  const readTurn = quarterOf(attributes['ReadDirection']);
  const [alongX, alongY] = directions[readTurn];
  const ids = glyphIds(element);
  const glyphs: Glyph[] = [];
  let [startX, startY, position] = [0, 0, 0];
  for (const code of childrenOf(element, 'TextCode')) {
    startX = ofdNumber(code.attributes['X'], startX);
    startY = ofdNumber(code.attributes['Y'], startY);
    const characters = charactersOf(code.text);
    const deltaX = readDeltas(code.attributes['DeltaX'], characters.length - 1);
    const deltaY = readDeltas(code.attributes['DeltaY'], characters.length - 1);
    const isFree = deltaX === null && deltaY === null;
    let [x, y] = [startX, startY];
    for (const [index, text] of characters.entries()) {
      const natural = (isFree ? emsInFont(text) : emsOf(text)) * size * hScale;
      const id = ids.get(position + index) ?? null;
      glyphs.push({ text, id, x, y, advance: natural, isFree: isFree && index > 0 });
      x += isFree ? natural * alongX : (deltaX?.[index] ?? 0);
      y += isFree ? natural * alongY : (deltaY?.[index] ?? 0);
    }
    position += characters.length;
  }
  return { glyphs, size, hScale, glyphTurn: quarterOf(attributes['CharDirection']), readTurn };
};

export type GlyphCorner = { readonly x: number; readonly y: number };

/** How far a glyph extends above and below its baseline, in ems. */
export const ascent = 0.86;
const descent = 0.14;

/**
 * The four corners of some glyphs of a layout on the page: top left, top right, bottom right, bottom left of
 * the text.
 */
export const glyphCorners = (
  glyph: Glyph,
  { size, glyphTurn }: TextLayout,
  toPage: Transform,
): readonly [GlyphCorner, GlyphCorner, GlyphCorner, GlyphCorner] => {
  const [rightX, rightY] = directions[glyphTurn];
  const [downX, downY] = [-rightY, rightX];
  const corner = (right: number, down: number): GlyphCorner =>
    applyTransform(toPage, glyph.x + right * rightX + down * downX, glyph.y + right * rightY + down * downY);
  const [top, bottom] = [-ascent * size, descent * size];
  return [corner(0, top), corner(glyph.advance, top), corner(glyph.advance, bottom), corner(0, bottom)];
};

/**
 * Widths of the characters from blank to `~` in thousandths of an em, as in the metrics that Adobe publishes for
 * Helvetica and Times. Arial and Times New Roman have the same.
 */
const helvetica =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';
const times =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541';

const emsIn = (thousandths: string): readonly number[] =>
  thousandths.split(' ').map((width) => Number(width) / 1000);

type Family = { readonly names: RegExp; readonly widths: readonly number[] };

const families: readonly Family[] = [
  { names: /courier|consol|mono/i, widths: Array.from({ length: 95 }, () => 0.6) },
  { names: /arial|helvetica/i, widths: emsIn(helvetica) },
  { names: /times/i, widths: emsIn(times) },
];

const firstCode = 0x20;

/**
 * Width of a character in ems. The font may be missing: usual Latin fonts use published metrics; all others count
 * as Chinese, with Latin at half width.
 */
export const emsOfFont = (font: OfdFont | null): ((character: string) => number) => {
  const named = font ? [font.name, font.family] : [];
  const family = families.find(({ names }) => named.some((name) => names.test(name)));
  if (!family) return emsOf;
  return (character) => family.widths[(character.codePointAt(0) ?? 0) - firstCode] ?? emsOf(character);
};
