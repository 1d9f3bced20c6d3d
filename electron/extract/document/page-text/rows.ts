import type { PageGlyph } from './glyphs.ts';

/** Characters of one baseline, left to right. */
export type TextRow = {
  readonly y: number;
  readonly size: number;
  readonly glyphs: readonly PageGlyph[];
  /** Their text without blanks; its indices match those of the glyphs. */
  readonly text: string;
};

/** Maximum distance between baselines of one row, in type sizes. */
const sameBaseline = 0.3;

/** Folds variants of label characters; the number of characters does not change. */
const folds: Readonly<Record<string, string>> = {
  '：': ':',
  '（': '(',
  '）': ')',
  '￥': '¥',
  '／': '/',
  '，': ',',
  '﹕': ':',
};

const foldLabel = (text: string): string => folds[text] ?? text;

/** Some producers draw bold type twice: the same character at the same place counts once. */
const isDrawnTwice = (glyph: PageGlyph, before: PageGlyph | undefined): boolean =>
  before !== undefined &&
  before.text === glyph.text &&
  before.run !== glyph.run &&
  glyph.x0 - before.x0 < 0.2 * glyph.size;

export const rowOf = (found: readonly PageGlyph[]): TextRow => {
  const sorted = found.toSorted((a, b) => a.x0 - b.x0);
  const glyphs = sorted.filter((glyph, index) => !isDrawnTwice(glyph, sorted[index - 1]));
  let text = '';
  let size = 0;
  // A character outside the basic plane counts as one: any single unit takes its place.
  for (const glyph of glyphs) {
    text += glyph.text.length === 1 ? foldLabel(glyph.text) : '\u3013';
    size = Math.max(size, glyph.size);
  }
  return { y: glyphs[0]?.y ?? 0, size, glyphs, text };
};

/** Groups characters into rows by their baselines, top to bottom. */
export const textRowsOf = (glyphs: readonly PageGlyph[]): readonly TextRow[] => {
  const sorted = glyphs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0);
  const rows: TextRow[] = [];
  let current: PageGlyph[] = [];
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

/** A line of a form: the row that contains the label, and the rows at nearly the same height. */
export type TextLine = {
  readonly row: TextRow;
  /** The rows that it consists of: a row belongs to one line only. */
  readonly rows: readonly TextRow[];
};

/** How far the texts of one line may be set above or below its label, in type sizes. */
const sameLine = 0.75;

const overlap = (one: TextRow, other: TextRow): boolean =>
  one.glyphs.some((glyph) => other.glyphs.some(({ x0, x1 }) => glyph.x0 < x1 && glyph.x1 > x0));

/** Texts above a label come before those below it, which may belong to the next label. */
const awayFrom = (label: TextRow, { y }: TextRow): number =>
  y <= label.y ? label.y - y : sameLine * label.size + y - label.y;

/**
 * The line of a label. Its texts may be set a little higher or lower, but two texts of one line never stand one above
 * the other.
 * @param free rows of no other line
 */
export const lineOf = (label: TextRow, free: readonly TextRow[]): TextLine => {
  const near = free
    .filter((row) => row !== label && Math.abs(row.y - label.y) <= sameLine * label.size)
    .toSorted((a, b) => awayFrom(label, a) - awayFrom(label, b));
  const rows = [label];
  for (const row of near) if (!rows.some((own) => overlap(own, row))) rows.push(row);
  const { y, size } = label;
  return { row: { ...rowOf(rows.flatMap(({ glyphs }) => glyphs)), y, size }, rows };
};

/** Adjacent characters of a row, such as a cell of a table. */
export type Piece = {
  readonly glyphs: readonly PageGlyph[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
};

/** Gaps of a text that is set solid, and the least gap that is a blank in it, in type sizes. */
const [solid, blankInSolid] = [0.05, 0.2];

/**
 * The text of characters with a blank where a text that is set solid has a gap: some files print a blank between ideographs
 * as nothing else.
 */
export const solidText = (glyphs: readonly PageGlyph[]): string => {
  const gaps = glyphs.slice(1).map(({ x0, size }, at) => (x0 - (glyphs[at]?.x1 ?? x0)) / size);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  if (gaps.length < 6 || Math.abs(usual) > solid) return rowText(glyphs);
  return textWith(glyphs, (before, after) => isApart(before, after) || isGapInSolid(before, after));
};

type Between = (before: PageGlyph, after: PageGlyph) => boolean;

const textWith = (glyphs: readonly PageGlyph[], isBlank: Between): string => {
  let text = '';
  for (const [index, glyph] of glyphs.entries()) {
    const before = glyphs[index - 1];
    if (before && isBlank(before, glyph)) text += ' '.repeat(Math.max(1, glyph.blanks));
    text += glyph.text;
  }
  return text;
};

/** The text of characters, including the blanks between them. */
export const rowText = (glyphs: readonly PageGlyph[]): string => textWith(glyphs, isApart);

const isPlain = ({ text }: PageGlyph): boolean => text.length === 1 && text.charCodeAt(0) < 0x2e80;

/** Letters and digits may be set loosely: between them, only a wider gap is a blank. */
const isGapInSolid: Between = (before, after) =>
  !isPlain(before) && !isPlain(after) && after.x0 - before.x1 >= blankInSolid * after.size;

/** A gap between letters and digits is a blank; between ideographs it is spacing, unless a blank is printed. */
const isApart: Between = (before, after) => {
  const gap = after.x0 - before.x1;
  if (!isPlain(before) && !isPlain(after)) return after.blanks > 0 && gap > 0.2 * after.size;
  return after.blanks > 0 ? gap > -0.2 * after.size : gap > 0.45 * after.size;
};

export const pieceOf = (glyphs: readonly PageGlyph[]): Piece => {
  let [x0, x1, size] = [Infinity, -Infinity, 0];
  for (const glyph of glyphs) {
    x0 = Math.min(x0, glyph.x0);
    x1 = Math.max(x1, glyph.x1);
    size = Math.max(size, glyph.size);
  }
  return { glyphs, text: rowText(glyphs), x0, x1, y: glyphs[0]?.y ?? 0, size };
};

/** Whether two texts of a row overlap, so that positions cannot separate their characters. */
export const runsOverlap = ({ glyphs }: TextRow): boolean =>
  glyphs.some((glyph, index) => {
    const before = glyphs[index - 1];
    return before !== undefined && before.run !== glyph.run && before.x1 - glyph.x0 > 0.35 * glyph.size;
  });

/** Splits characters of a row at gaps wider than a number of type sizes. */
export const piecesOf = (glyphs: readonly PageGlyph[], apart: number): readonly Piece[] => {
  const pieces: Piece[] = [];
  let current: PageGlyph[] = [];
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

/** How much wider a gap may be next to a bracket, half of whose cell is empty, in type sizes. */
const bracketRoom = 0.6;
const bracket = /^[()（）]$/u;

/** The same, but a bracket in a name does not end it. */
export const piecesOverBrackets = (glyphs: readonly PageGlyph[], apart: number): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const piece of piecesOf(glyphs, apart)) {
    const before = pieces.at(-1);
    const isAtBracket = [before?.glyphs.at(-1), piece.glyphs[0]].some((one) => bracket.test(one?.text ?? ''));
    if (before && isAtBracket && piece.x0 - before.x1 <= (apart + bracketRoom) * piece.size)
      pieces[pieces.length - 1] = pieceOf([...before.glyphs, ...piece.glyphs]);
    else pieces.push(piece);
  }
  return pieces;
};
