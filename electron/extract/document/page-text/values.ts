import type { PageGlyph } from './glyphs.ts';
import type { TextLabel } from './labels.ts';
import { pieceOf, piecesOf, rowText, solidText, type Piece, type TextRow } from './rows.ts';
import type { Stack } from './stacks.ts';

/** The text in the area of a label: its lines from top to bottom. */
export type FoundValue = { readonly text: string; readonly pieces: readonly Piece[] };

/** The boundaries of a value's area: other labels, upright ones, and tables. */
type Bounds = {
  readonly labels: readonly TextLabel[];
  readonly labelGlyphs: ReadonlySet<PageGlyph>;
  readonly stacks: readonly Stack[];
  /** From above the heads of a table down to its last row. */
  readonly tableSpans: readonly { readonly top: number; readonly bottom: number }[];
};

/** Maximum distance of a value from a label without other labels nearby: a bit more than a line. */
const loneReach = 0.75;
/** Labels whose starts are no farther apart than this are in one column. */
const sameColumn = 6;
/** Maximum gap between two characters of one value. */
const widestGap = 5;
/** A wide colon is mostly blank, so a value may start within it. */
const colonRoom = 0.75;
/** Larger type is a heading. */
const muchLarger = 1.35;

type Band = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** Half the distance to the labels above and below in the same column. */
const bandOf = (label: TextLabel, { labels, stacks }: Bounds): Band => {
  let [above, below] = [Infinity, Infinity];
  for (const other of labels) {
    if (other === label || Math.abs(other.x0 - label.x0) > sameColumn * label.size) continue;
    const apart = other.y - label.y;
    if (apart > 0.5 * label.size) below = Math.min(below, apart / 2);
    else if (apart < -0.5 * label.size) above = Math.min(above, -apart / 2);
  }
  const reach = loneReach * label.size;
  const most = 1.8 * label.size;
  const up = Math.min(above === Infinity ? Math.min(below, 1.2 * label.size) : above, most);
  const down = Math.min(below === Infinity ? Math.min(above, 1.2 * label.size) : below, most);
  const top = label.y - (up === Infinity ? reach : up);
  const bottom = label.y + (down === Infinity ? reach : down);
  let right = Infinity;
  for (const other of labels) {
    const isBeside =
      other !== label && other.y > top - 0.2 * label.size && other.y < bottom + 0.2 * label.size;
    if (isBeside && other.x0 >= label.x1 - 0.1 * label.size) right = Math.min(right, other.x0);
  }
  for (const { x0, top: first, bottom: last, size } of stacks) {
    const isBeside = first - 1.5 * size < bottom && last + 1.5 * size > top;
    if (isBeside && x0 >= label.x1) right = Math.min(right, x0);
  }
  return { top, bottom, left: label.x1 - colonRoom * label.size, right };
};

/** The characters from the first one up to a gap that is too wide for one value. */
const together = (glyphs: readonly PageGlyph[]): readonly PageGlyph[] => {
  const gap = glyphs.findIndex((glyph, index) => {
    const before = glyphs[index - 1];
    return before !== undefined && glyph.x0 - before.x1 > widestGap * glyph.size;
  });
  return gap < 0 ? glyphs : glyphs.slice(0, gap);
};

/** Joins the lines of a wrapped value with a separator. Lines of words, which stay lines, keep the gaps between them. */
const joinLines = (pieces: readonly Piece[], between = ''): string =>
  pieces.map(({ glyphs }) => (between === '\n' ? solidText(glyphs) : rowText(glyphs))).join(between);

/** The value after a label, or also on the lines above and below if it is wrapped. Null if there is none. */
export const valueOf = (label: TextLabel, rows: readonly TextRow[], bounds: Bounds): FoundValue | null => {
  const band = bandOf(label, bounds);
  const pieces: Piece[] = [];
  for (const row of rows) {
    if (row.y <= band.top || row.y > band.bottom) continue;
    if (bounds.tableSpans.some(({ top, bottom }) => row.y > top && row.y < bottom)) continue;
    const inside = row.glyphs.filter(
      (glyph) =>
        glyph.x0 >= band.left &&
        (glyph.x0 + glyph.x1) / 2 < band.right &&
        glyph.size < muchLarger * label.size &&
        !bounds.labelGlyphs.has(glyph),
    );
    const kept = together(inside);
    if (kept.length > 0) pieces.push(pieceOf(kept));
  }
  const own = pieces.find(({ y }) => Math.abs(y - label.y) < loneReach * label.size);
  // Without a text next to the label, texts above and below belong to other labels, unless both exist.
  if (!own && pieces.length < 2) return null;
  return pieces.length === 0 ? null : { text: joinLines(pieces), pieces };
};

/** All text in a rectangle, line by line. */
export const textWithin = (
  rows: readonly TextRow[],
  { top, bottom, left, right }: Band,
  labelGlyphs: ReadonlySet<PageGlyph>,
  between: string,
): FoundValue | null => {
  const pieces: Piece[] = [];
  for (const row of rows) {
    if (row.y <= top || row.y > bottom) continue;
    const inside = row.glyphs.filter(
      (glyph) => glyph.x0 >= left && (glyph.x0 + glyph.x1) / 2 < right && !labelGlyphs.has(glyph),
    );
    if (inside.length > 0) pieces.push(...piecesOf(inside, Infinity));
  }
  return pieces.length === 0 ? null : { text: joinLines(pieces, between), pieces };
};
