import type { HiddenBy } from '../page-text/glyph-visibility.ts';
import type { PaintedGlyph } from '../page-text/painted.ts';

/** A text that the library extracted, in points of the page's own coordinates (y up). */
export type ExtractedText = {
  readonly text: string;
  /** Origin of its first character. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
};

/** The characters of one extracted text, as they were painted. Null if they were not found. */
export type MatchedGlyphs = readonly PaintedGlyph[] | null;

const isBlank = (text: string): boolean => text.trim() === '';

/** Distance in points, or in type sizes, at which two origins are the same. */
const tolerance = 0.05;

const isAt = (glyph: PaintedGlyph, { x, y, size }: ExtractedText): boolean => {
  const most = tolerance * Math.max(1, size);
  return Math.abs(glyph.x - x) <= most && Math.abs(glyph.y - y) <= most;
};

/** The characters from one on that make up the text; null if they make up another one. */
const spell = (
  glyphs: readonly PaintedGlyph[],
  from: number,
  text: string,
): readonly PaintedGlyph[] | null => {
  const found: PaintedGlyph[] = [];
  let rest = text.replace(/\s+/gu, '');
  for (let at = from; at < glyphs.length && rest !== ''; at += 1) {
    const glyph = glyphs[at];
    const own = glyph?.text.replace(/\s+/gu, '') ?? '';
    if (!glyph || own === '') continue;
    // The library drops marks without a shape, and characters beside the page.
    if (!rest.startsWith(own)) {
      if (found.length === 0) return null;
      continue;
    }
    found.push(glyph);
    rest = rest.slice(own.length);
  }
  return rest === '' ? found : null;
};

/** Characters between two texts that the library leaves out: more are searched only so often. */
const maxSearches = 2_000_000;

/**
 * Finds the painted characters of each extracted text. Both follow the page's content, so each text starts after the
 * end of the last one.
 */
export const matchTexts = (
  texts: readonly ExtractedText[],
  all: readonly PaintedGlyph[],
): readonly MatchedGlyphs[] => {
  const glyphs = all.filter(({ text, style }) => !style.isAnnotation && !isBlank(text));
  const places = new Map(glyphs.map((glyph, index) => [glyph, index]));
  let [next, searches] = [0, 0];
  return texts.map((text) => {
    if (isBlank(text.text)) return [];
    for (let step = 0; step < glyphs.length && searches < maxSearches; step += 1) {
      searches += 1;
      const at = (next + step) % glyphs.length;
      const glyph = glyphs[at];
      if (!glyph || !isAt(glyph, text)) continue;
      const found = spell(glyphs, at, text.text);
      const last = found?.at(-1);
      if (!found || !last) continue;
      next = (places.get(last) ?? at) + 1;
      return found;
    }
    return null;
  });
};

/** Neighbouring characters that can all be seen, or that are all hidden. */
export type GlyphPart = {
  readonly glyphs: readonly PaintedGlyph[];
  readonly isShown: boolean;
  readonly text: string;
};

/** Splits a text where it disappears or appears again. One part has the text as the library extracted it. */
export const partsOf = (
  { text }: ExtractedText,
  matched: readonly PaintedGlyph[],
  hidden: ReadonlyMap<PaintedGlyph, HiddenBy | null>,
): readonly GlyphPart[] => {
  const groups: { isShown: boolean; glyphs: PaintedGlyph[] }[] = [];
  for (const glyph of matched) {
    const isShown = hidden.get(glyph) === null;
    const last = groups.at(-1);
    if (last?.isShown === isShown) last.glyphs.push(glyph);
    else groups.push({ isShown, glyphs: [glyph] });
  }
  const isWhole = groups.length === 1;
  return groups.map(({ isShown, glyphs }) => ({
    isShown,
    glyphs,
    text: isWhole ? text : glyphs.map((glyph) => glyph.text).join(''),
  }));
};
