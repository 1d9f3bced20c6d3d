import type { PageGlyph } from './glyphs.ts';
import { evenParts, partOf, type Numbered, type Part } from './several.ts';
import { piecesOf, textRowsOf } from './rows.ts';

/** A range without text, across or down the page. */
type Gap = { readonly from: number; readonly to: number };

/** Papers are at least this far apart, in type sizes, and this much farther than any other texts between them. */
const [leastGap, clearly] = [1.5, 1.5];

const gapsIn = (spans: readonly (readonly [from: number, to: number])[]): readonly Gap[] => {
  const gaps: Gap[] = [];
  let end = Infinity;
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from > end) gaps.push({ from: end, to: from });
    end = end === Infinity ? to : Math.max(end, to);
  }
  return gaps;
};

/** The one gap that is clearly the widest of those that have a place on either side. */
const widestGap = (gaps: readonly Gap[], places: readonly number[]): Gap | null => {
  const widthOf = ({ from, to }: Gap): number => to - from;
  const [widest, next] = gaps
    .filter(({ from, to }) => places.some((one) => one <= from) && places.some((one) => one >= to))
    .toSorted((one, other) => widthOf(other) - widthOf(one));
  return widest && (!next || widthOf(widest) > clearly * widthOf(next)) ? widest : null;
};

/** The texts of papers that lie apart in any order, one for each number; null if gaps don't separate them. */
const separated = (
  glyphs: readonly PageGlyph[],
  numbers: readonly Numbered[],
): readonly (readonly PageGlyph[])[] | null => {
  if (numbers.length < 2) return numbers.length === 1 ? [glyphs] : null;
  const size = Math.max(...numbers.map(({ label }) => label.size));
  const across = widestGap(
    gapsIn(glyphs.map(({ x0, x1 }) => [x0, x1])),
    numbers.map(({ label }) => label.x0),
  );
  const down = widestGap(
    gapsIn(glyphs.map((glyph) => [glyph.y - 0.8 * glyph.size, glyph.y])),
    numbers.map(({ label }) => label.y),
  );
  const cuts = [
    ...(across ? [{ gap: across, isBefore: ({ x0 }: { x0: number }) => x0 < across.to }] : []),
    ...(down ? [{ gap: down, isBefore: ({ y }: { y: number }) => y <= down.from }] : []),
  ];
  const [cut] = cuts.toSorted(({ gap: one }, { gap: other }) => other.to - other.from - (one.to - one.from));
  if (!cut || cut.gap.to - cut.gap.from < leastGap * size) return null;
  const sides = [true, false].map((isFirst) =>
    separated(
      glyphs.filter((glyph) => cut.isBefore(glyph) === isFirst),
      numbers.filter(({ label }) => cut.isBefore(label) === isFirst),
    ),
  );
  return sides.some((side) => side === null) ? null : sides.flatMap((side) => side ?? []);
};

/** Gap between two texts of a row, in type sizes. */
const apart = 0.8;

/** Whether parts divide a text. */
const divideText = (glyphs: readonly PageGlyph[], parts: readonly Part[]): boolean => {
  const places = new Map(parts.flatMap((part, place) => part.glyphs.map((glyph) => [glyph, place] as const)));
  return textRowsOf(glyphs).some((row) =>
    piecesOf(row.glyphs, apart).some(
      (piece) => new Set(piece.glyphs.map((glyph) => places.get(glyph))).size > 1,
    ),
  );
};

/**
 * How a page with several invoices may be divided, the best way first: as copies of one form are, at even distances, or,
 * wherever that would divide a text or leave a part incomplete, at the gaps between papers that lie in any order.
 */
export const waysToDivide = (
  glyphs: readonly PageGlyph[],
  numbers: readonly Numbered[],
): readonly (readonly Part[])[] => {
  const even = evenParts(glyphs, numbers);
  const apartOnes = separated(glyphs, numbers)?.map(partOf);
  if (!apartOnes) return [even];
  return divideText(glyphs, even) ? [apartOnes] : [even, apartOnes];
};
