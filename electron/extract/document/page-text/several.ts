import type { PageGlyph } from './glyphs.ts';
import type { TextLabel } from './labels.ts';
import type { TextRow } from './rows.ts';
import { valueOf } from './values.ts';

/** The number of an invoice, and the place of its label. */
type Numbered = { readonly number: string; readonly label: TextLabel };

type Located = Parameters<typeof valueOf>[2] & { readonly rows: readonly TextRow[] };

const form = /^(?:\d{20}|\d{8})(?!\d)/u;

/**
 * The numbers of the invoices on a page, from the top and the left; empty if there is only one invoice. Every one of them
 * has a date of issue of its own: a number in a remark has none.
 */
export const severalNumbers = (page: Located): readonly Numbered[] => {
  const found = new Map<string, Numbered>();
  for (const label of page.labels) {
    if (label.key !== 'number') continue;
    const text = valueOf(label, page.rows, page)?.text.replaceAll(/\s/gu, '') ?? '';
    const number = form.exec(text)?.[0];
    if (number !== undefined && !found.has(number)) found.set(number, { number, label });
  }
  const dates = page.labels.filter(({ key }) => key === 'issueDate').length;
  return found.size > 1 && dates > 1 ? [...found.values()] : [];
};

/** Labels that are closer than this stand beside each other, in type sizes. */
const sameHeight = 4;

/** One of several invoices on a page, in the frame in which its text is upright. */
type Part = {
  readonly glyphs: readonly PageGlyph[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** The last of several ascending starts that a place has reached. */
const lastReached = (starts: readonly number[], place: number): number =>
  Math.max(
    0,
    starts.findLastIndex((start) => place >= start),
  );

/** How far from its expected place the gap between two invoices is looked for, in the distance of their labels. */
const gapReach = 0.2;

/**
 * Where an invoice begins that stands right of another: in the widest gap without text near the expected place. Forms have
 * their label at different places.
 */
const gapNear = (glyphs: readonly PageGlyph[], expected: number, reach: number): number => {
  let [place, widest, end] = [expected, 0, -Infinity];
  for (const { x0, x1 } of glyphs.toSorted((one, other) => one.x0 - other.x0)) {
    const middle = (end + x0) / 2;
    if (x0 - end > widest && Math.abs(middle - expected) <= reach) [place, widest] = [middle, x0 - end];
    end = Math.max(end, x1);
  }
  return place;
};

/**
 * The parts of a page with several invoices, in the order of their numbers from the top and the left. The distance
 * between two numbers, down or across, is the distance between two invoices. The parts share no character, and none
 * is left out.
 */
export const partsOf = (glyphs: readonly PageGlyph[], numbers: readonly Numbered[]): readonly Part[] => {
  const rows: Numbered[][] = [];
  for (const one of numbers.toSorted((first, second) => first.label.y - second.label.y)) {
    const row = rows.at(-1);
    if (row?.[0] && one.label.y - row[0].label.y <= sameHeight * one.label.size) row.push(one);
    else rows.push([one]);
  }
  const firstLabel = rows[0]?.[0]?.label;
  if (!firstLabel) return [];
  const top = Math.min(...glyphs.map((glyph) => glyph.y));
  const starts = rows.map(([one]) =>
    one ? top + one.label.y - firstLabel.y - 0.6 * one.label.size : Infinity,
  );
  return rows.flatMap((row, at) => {
    const inRow = glyphs.filter((glyph) => lastReached(starts, glyph.y) === at);
    const ordered = row.toSorted((first, second) => first.label.x0 - second.label.x0);
    const left = Math.min(...inRow.map((glyph) => glyph.x0));
    const lefts = ordered.map(({ label }, column) => {
      const expected = left + label.x0 - (ordered[0]?.label.x0 ?? 0) - 0.3 * label.size;
      const before = ordered[column - 1]?.label.x0;
      return before === undefined ? expected : gapNear(inRow, expected, gapReach * (label.x0 - before));
    });
    return ordered.map((_, column): Part => {
      const own = inRow.filter((glyph) => lastReached(lefts, glyph.x1) === column);
      return {
        glyphs: own,
        left: Math.min(...own.map((glyph) => glyph.x0)),
        top: Math.min(...own.map((glyph) => glyph.y - glyph.size)),
        right: Math.max(...own.map((glyph) => glyph.x1)),
        bottom: Math.max(...own.map((glyph) => glyph.y + 0.3 * glyph.size)),
      };
    });
  });
};
