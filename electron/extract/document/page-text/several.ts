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

/**
 * The characters of the first of several invoices. The distance between two invoice numbers, down or across, is the
 * distance between two invoices.
 */
export const firstPart = (
  glyphs: readonly PageGlyph[],
  [first, ...others]: readonly Numbered[],
): readonly PageGlyph[] => {
  if (!first) return glyphs;
  const { x0, y, size } = first.label;
  const top = Math.min(...glyphs.map((glyph) => glyph.y));
  const left = Math.min(...glyphs.map((glyph) => glyph.x0));
  let [right, bottom] = [Infinity, Infinity];
  for (const { label } of others)
    if (label.y - y > sameHeight * size) bottom = Math.min(bottom, top + label.y - y - 0.6 * size);
    else if (label.x0 > x0) right = Math.min(right, left + label.x0 - x0 - 0.3 * size);
  return glyphs.filter((glyph) => glyph.y < bottom && glyph.x1 < right);
};
