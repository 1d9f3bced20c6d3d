import { tableHeadsOf, type TableHead } from './columns.ts';
import { imagePoint } from '../../../../shared/geometry.ts';
import type { PagePart } from '../../../../shared/invoice/extraction.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import {
  glyphsOf,
  otherGlyphsOf,
  turnedBack,
  type PageFrame,
  type PageGlyph,
  type PageText,
} from './glyphs.ts';
import { otherBlocksOf, readTextGoods, type Goods, type OtherBlock } from './goods.ts';
import { labelsIn, type TextLabel } from './labels.ts';
import { piecesOf, textRowsOf, type Piece, type TextRow } from './rows.ts';
import { copiesOn, numbersOn, evenParts, severalNumbers } from './several.ts';
import { waysToDivide } from './gap-parts.ts';
import { takeStacks, type Stack } from './stacks.ts';

export type PageTable = { readonly head: TableHead; readonly goods: Goods };

/** A page with its labels and tables located, before any value is read. */
export type ReadPage = {
  /** From 1. */
  readonly number: number;
  readonly frame: PageFrame;
  readonly glyphs: readonly PageGlyph[];
  readonly rows: readonly TextRow[];
  readonly labels: readonly TextLabel[];
  /** Characters that belong to no value. */
  readonly labelGlyphs: ReadonlySet<PageGlyph>;
  readonly tableSpans: readonly { readonly top: number; readonly bottom: number }[];
  readonly stacks: readonly Stack[];
  readonly tables: readonly PageTable[];
  /** The numbers of all invoices on the page, if there is more than one. */
  readonly several?: readonly string[];
  /** Which of several invoices on the page it is. */
  readonly part?: PagePart;
  /** Of special business. */
  readonly blocks: readonly OtherBlock[];
  /** The other papers on the page, whose text was taken away. */
  readonly beside?: BesidePapers;
};

/** Papers that stand on one page with an invoice, or on pages that are kept with it. */
export type BesidePapers = {
  readonly papers: readonly Paper[];
  /** Their pages, if these are not those of the invoice. */
  readonly pages?: readonly number[];
  /** Whether it is certain what belongs to the invoice. */
  readonly isSure: boolean;
};

/** A page before it is known whether it shows several invoices. */
export type WholePage = ReadPage & {
  /** The numbers of invoices that stand in another direction than most text, such as one that is upside down. */
  readonly turned: readonly string[];
};

/** More characters than a page of an invoice has; a page with more is not an invoice. */
const maxGlyphs = 60_000;

const endOf = ({ head, goods }: PageTable): number => goods.end?.y ?? head.bottom;

/** Names of goods may contain label texts, so there are no labels between the head of a table and its end. */
const isInTable = ({ y }: TextLabel, spans: ReadPage['tableSpans']): boolean =>
  spans.some(({ top, bottom }) => y > top && y < bottom);

export const isOfPersons = ({ key }: TextLabel): boolean =>
  key === 'drawer' || key === 'payee' || key === 'reviewer';

/** Height of a remark below its upright label, in type sizes. */
const tallestRemark = 10;

/** A remark may contain any words. So there are no labels next to its upright label, down to the row of persons. */
const isInRemark = (label: TextLabel, stacks: readonly Stack[], labels: readonly TextLabel[]): boolean =>
  stacks.some(({ area, x1, top, bottom, size }) => {
    if (area !== 'remark' || label.x0 <= x1 || label.y < top - 2.5 * size) return false;
    // Those of another invoice below are farther away.
    const persons = Math.max(
      ...labels.filter((one) => isOfPersons(one) && one.y < bottom + tallestRemark * size).map(({ y }) => y),
    );
    const end = persons > bottom ? persons - 0.5 * size : bottom + 0.8 * size;
    return label.y < end && label.key !== 'other';
  });

/** What the tables of a page state: their amounts and sums. */
export const statedOn = ({ tables }: Pick<ReadPage, 'tables'>): string =>
  JSON.stringify(
    tables.map(({ goods }) => [
      goods.rows.map(({ cells }) => [cells.get('amount')?.text, cells.get('tax')?.text]),
      goods.sums.map(({ row }) => row.text),
    ]),
  );

/** An invoice that is printed twice on a page, once: the copies have the same number, amounts and sums. */
const firstCopy = (page: ReadPage): ReadPage => {
  const [first, ...others] = evenParts(page.glyphs, copiesOn(page)).map(({ glyphs }) =>
    pageOfGlyphs(page.frame, glyphs, page.number),
  );
  const isCopied =
    first !== undefined &&
    first.tables.length > 0 &&
    others.length > 0 &&
    others.every((one) => statedOn(one) === statedOn(first));
  return isCopied ? first : page;
};

const turnedNumbers = (page: PageText): readonly string[] => [
  ...new Set(
    otherGlyphsOf(page).flatMap(({ frame, glyphs }) =>
      glyphs.length > maxGlyphs ? [] : numbersOn(pageOfGlyphs(frame, glyphs, 1)),
    ),
  ),
];

/** Finds rows, labels and tables; null if a page has no text, or far too much. */
export const wholePageOf = (page: PageText, number: number): WholePage | null => {
  const { frame, glyphs } = glyphsOf(page);
  if (glyphs.length === 0 || glyphs.length > maxGlyphs) return null;
  return Object.assign(pageOfGlyphs(frame, glyphs, number), { turned: turnedNumbers(page) });
};

/** A page with its only invoice. Of several invoices on a page, only the first is located, so that no value mixes two. */
export const readTextPage = ({ turned, ...whole }: WholePage): ReadPage => {
  const { frame, glyphs, number, beside } = whole;
  const besides = beside ? { beside } : {};
  const found = severalNumbers(whole);
  const own = found.length > 0 ? found.map((one) => one.number) : numbersOn(whole);
  const others = turned.filter((one) => !own.includes(one));
  const several = [...own, ...others];
  if (found.length === 0) {
    const first = { ...firstCopy(whole), ...besides };
    return own.length > 0 && others.length > 0 ? { ...first, several } : first;
  }
  const part = {
    ...pageOfGlyphs(frame, waysToDivide(glyphs, found)[0]?.[0]?.glyphs ?? [], number),
    ...besides,
  };
  const isOne = severalNumbers(part).length === 0;
  return isOne ? { ...part, several } : { ...part, labels: [], tables: [], stacks: [], blocks: [], several };
};

/** Each of several invoices on a page, in each way to divide it; empty if they can't be told apart. */
export const readPageParts = (whole: WholePage): readonly (readonly ReadPage[])[] => {
  const { frame, glyphs, number, turned } = whole;
  const found = severalNumbers(whole);
  const numbers = found.map((one) => one.number);
  // One in another direction has no part.
  if (turned.some((one) => !numbers.includes(one))) return [];
  const corner = (x: number, y: number) => imagePoint(...turnedBack(frame, x, y));
  const ways = waysToDivide(glyphs, found).map((parts) =>
    parts.map(({ glyphs: own, left, top, right, bottom }, index): ReadPage => {
      const area = [
        corner(left, top),
        corner(right, top),
        corner(right, bottom),
        corner(left, bottom),
      ] as const;
      return Object.assign(firstCopy(pageOfGlyphs(frame, own, number)), {
        part: { place: index + 1, numbers, area },
      });
    }),
  );
  return ways.filter((parts) => parts.every((one) => severalNumbers(one).length === 0));
};

/**
 * Finds rows, labels and tables among characters.
 * @param missing the head of the table of a page that goes on without one
 */
export const pageOfGlyphs = (
  frame: PageFrame,
  glyphs: readonly PageGlyph[],
  number: number,
  missing: TableHead | null = null,
): ReadPage => {
  const { stacks, rest } = takeStacks(glyphs);
  const rows = textRowsOf(rest);
  const heads = missing ? [missing] : tableHeadsOf(rows);
  const blocks = otherBlocksOf(rows, heads);
  const tables = heads.map((head, index) => ({
    head,
    goods: readTextGoods(rows, head, heads[index + 1]?.top ?? Infinity, blocks),
  }));
  const tableSpans = tables.map((table) => ({
    top: table.head.top - 0.3 * table.head.size,
    bottom: endOf(table) - 0.1,
  }));
  const outside = rows.flatMap(labelsIn).filter((label) => !isInTable(label, tableSpans));
  const labels = outside.filter((label) => !isInRemark(label, stacks, outside));
  const labelGlyphs = new Set(labels.flatMap(({ glyphs: own }) => own));
  // Behind a label, the same text may have its value.
  const labelRuns = new Set([...labelGlyphs].map(({ run }) => run));
  for (const glyph of glyphs) if (glyph.isForm && !labelRuns.has(glyph.run)) labelGlyphs.add(glyph);
  return { number, frame, glyphs, rows, labels, labelGlyphs, tableSpans, stacks, tables, blocks };
};

/** Gap between two values, in type sizes. */
const valueGap = 0.6;

/** The texts of a page without its labels. */
export const valuesOn = ({ rows, labelGlyphs }: ReadPage): readonly Piece[] =>
  rows.flatMap(({ glyphs }) =>
    piecesOf(
      glyphs.filter((glyph) => !labelGlyphs.has(glyph)),
      valueGap,
    ),
  );
