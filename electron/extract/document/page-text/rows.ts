import type { Glyph } from './glyphs.ts';

/** Characters of one baseline, left to right. */
export type Row = {
  readonly y: number;
  readonly size: number;
  readonly glyphs: readonly Glyph[];
  /** Their text without any blanks: index for index the glyphs. */
  readonly text: string;
};

/** So far baselines of one row may be apart, in type sizes. */
const sameBaseline = 0.3;

/** Folds what labels are printed with; one character stays one. */
const folds: Readonly<Record<string, string>> = {
  '：': ':',
  '（': '(',
  '）': ')',
  '￥': '¥',
  '／': '/',
  '，': ',',
  '﹕': ':',
};

export const foldLabel = (text: string): string => folds[text] ?? text;

/** Bold type is drawn twice by some producers: the same character at the same place is one. */
const isDrawnTwice = (glyph: Glyph, before: Glyph | undefined): boolean =>
  before !== undefined &&
  before.text === glyph.text &&
  before.run !== glyph.run &&
  glyph.x0 - before.x0 < 0.2 * glyph.size;

const rowOf = (found: Glyph[]): Row => {
  found.sort((a, b) => a.x0 - b.x0);
  const glyphs = found.filter((glyph, index) => !isDrawnTwice(glyph, found[index - 1]));
  let text = '';
  let size = 0;
  // A character outside the basic plane counts as one: its place is kept by any single unit.
  for (const glyph of glyphs) {
    text += glyph.text.length === 1 ? foldLabel(glyph.text) : '\u3013';
    size = Math.max(size, glyph.size);
  }
  return { y: glyphs[0]?.y ?? 0, size, glyphs, text };
};

/** Puts characters in rows by their baselines, top to bottom. */
export const rowsOf = (glyphs: readonly Glyph[]): readonly Row[] => {
  const sorted = glyphs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0);
  const rows: Row[] = [];
  let current: Glyph[] = [];
  let [first, least] = [0, 0];
  for (const glyph of sorted) {
    if (current.length > 0 && glyph.y - first > sameBaseline * Math.min(least, glyph.size)) {
      rows.push(rowOf(current));
      current = [];
    }
    if (current.length === 0) [first, least] = [glyph.y, glyph.size];
    least = Math.min(least, glyph.size);
    current.push(glyph);
  }
  if (current.length > 0) rows.push(rowOf(current));
  return rows;
};

/** Characters of a row that stand together, such as a cell of a table. */
export type Piece = {
  readonly glyphs: readonly Glyph[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
};

/** The text of characters, with the blanks that stood between them. */
export const textOf = (glyphs: readonly Glyph[]): string => {
  let text = '';
  for (const [index, glyph] of glyphs.entries()) {
    const before = glyphs[index - 1];
    if (before && isApart(before, glyph)) text += ' ';
    text += glyph.text;
  }
  return text;
};

const isPlain = ({ text }: Glyph): boolean => text.length === 1 && text.charCodeAt(0) < 0x2e80;

/** A blank counts between letters and digits; between ideographs it is spacing. */
const isApart = (before: Glyph, after: Glyph): boolean => {
  const gap = after.x0 - before.x1;
  if (!isPlain(before) && !isPlain(after)) return false;
  return after.spaced ? gap > -0.2 * after.size : gap > 0.45 * after.size;
};

export const pieceOf = (glyphs: readonly Glyph[]): Piece => {
  let [x0, x1, size] = [Infinity, -Infinity, 0];
  for (const glyph of glyphs) {
    x0 = Math.min(x0, glyph.x0);
    x1 = Math.max(x1, glyph.x1);
    size = Math.max(size, glyph.size);
  }
  return { glyphs, text: textOf(glyphs), x0, x1, y: glyphs[0]?.y ?? 0, size };
};

/** Whether two texts of a row run into each other, so that their characters can't be told apart by their places. */
export const runsOverlap = ({ glyphs }: Row): boolean =>
  glyphs.some((glyph, index) => {
    const before = glyphs[index - 1];
    return before !== undefined && before.run !== glyph.run && before.x1 - glyph.x0 > 0.35 * glyph.size;
  });

/** Cuts characters of a row where they are further apart than so many type sizes. */
export const piecesOf = (glyphs: readonly Glyph[], apart: number): readonly Piece[] => {
  const pieces: Piece[] = [];
  let current: Glyph[] = [];
  let end = -Infinity;
  for (const glyph of glyphs) {
    if (current.length > 0 && glyph.x0 - end > apart * glyph.size) {
      pieces.push(pieceOf(current));
      current = [];
    }
    current.push(glyph);
    end = Math.max(current.length === 1 ? -Infinity : end, glyph.x1);
  }
  if (current.length > 0) pieces.push(pieceOf(current));
  return pieces;
};
