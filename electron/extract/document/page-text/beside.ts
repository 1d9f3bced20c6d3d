import { lacks } from '../../../../shared/invoice/kind.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import type { PageGlyph, PageText } from './glyphs.ts';
import {
  isOfPersons,
  pageOfGlyphs,
  wholePageOf,
  type BesidePapers,
  type ReadPage,
  type WholePage,
} from './page.ts';
import {
  isOfInvoice,
  isReadAsInvoice,
  isTitledInvoice,
  isTitledPaper,
  paperIn,
  type FoundPaper,
} from './papers.ts';
import { invoicesOf, isATicket, readPrinted } from './read-printed.ts';

/** What each part of a page must have, so that the page is divided without asking. */
export const isWhole = (part: ReadPage): boolean => {
  const { invoice, findings } = readPrinted([part]);
  const { kind, number, issueDate, grossTotal } = invoice;
  const isDated = issueDate !== null || lacks(kind, 'issueDate');
  const isOpen = findings.some(({ id }) => id === 'text-sums-differ' || id === 'text-incomplete');
  return number !== null && isDated && grossTotal !== null && !isOpen;
};

/** Whether pages have the values of an invoice, whatever they call themselves. */
const holdInvoice = (pages: readonly ReadPage[]): boolean => {
  const read = readPrinted(pages);
  return isReadAsInvoice(isATicket(read, pages) ? read : { ...read, ticket: null });
};

type Cut = Pick<BesidePapers, 'isSure'> & { readonly own: ReadPage; readonly paper: FoundPaper };

/** Rows above the title of an invoice belong to it if they are this close, in type sizes of the title. */
const besideTitle = 1.5;
/** How many rows above its title a paper may have. */
const rowsAboveTitle = 2;

/** Where a page may be divided into what stands above and below, the best places first. */
const heightsOf = ({ rows, tableSpans }: ReadPage): readonly number[] => {
  const between = (at: number): number => ((rows[at - 1]?.y ?? NaN) + (rows[at]?.y ?? NaN)) / 2;
  const gapAt = (at: number): number => (rows[at]?.y ?? 0) - (rows[at - 1]?.y ?? 0);
  return rows.flatMap((row, index) => {
    if (tableSpans.some(({ top, bottom }) => row.y > top && row.y < bottom)) return [];
    const places: number[] = [];
    if (isTitledInvoice(row)) {
      const first = rows.findIndex(({ y }) => y > row.y - besideTitle * row.size);
      if (first > 0) places.push(between(first));
    }
    if (isTitledPaper(row)) {
      const starts = Array.from({ length: rowsAboveTitle + 1 }, (_, up) => index - up).filter((at) => at > 0);
      places.push(...starts.toSorted((one, other) => gapAt(other) - gapAt(one)).map(between));
    }
    return places;
  });
};

/** Texts that stand beside each other are this far apart, in type sizes. */
const apart = 2;

/** Where the widest gap from top to bottom of a page is; null if it has none. */
const middleGapOf = (glyphs: readonly PageGlyph[]): number | null => {
  let [place, widest, end]: [number | null, number, number] = [null, 0, Infinity];
  for (const { x0, x1, size } of glyphs.toSorted((one, other) => one.x0 - other.x0)) {
    if (x0 - end > Math.max(widest, apart * size)) [place, widest] = [(end + x0) / 2, x0 - end];
    end = end === Infinity ? x1 : Math.max(end, x1);
  }
  return place;
};

/** The remark of an invoice may have any words: another paper begins below the row of persons that follows it. */
const mayHaveRemark = ({ labels, stacks }: ReadPage): boolean =>
  labels.some(({ key }) => key === 'remark' || key === 'drawer') ||
  stacks.some(({ area }) => area === 'remark');

/** The invoice and the other paper on a page, one above the other or side by side; null if it does not show both. */
const cutOf = (page: ReadPage): Cut | null => {
  const { frame, glyphs, number } = page;
  if (!page.rows.some(isTitledPaper)) return null;
  const part = (own: (glyph: PageGlyph) => boolean): ReadPage =>
    pageOfGlyphs(frame, glyphs.filter(own), number);
  const middle = middleGapOf(glyphs);
  const isAbove = heightsOf(page).map((height) => (one: PageGlyph) => one.y < height);
  const isLeft = middle === null ? [] : [(one: PageGlyph) => one.x0 < middle];
  const isOpen = mayHaveRemark(page);
  const isOther = paperIn(page.rows) !== null;
  let unsure: Cut | null = null;
  for (const [index, isFirst] of [...isAbove, ...isLeft].entries()) {
    const [first, second] = [part(isFirst), part((one) => !isFirst(one))];
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const isEnded = own === second || own.labels.some(isOfPersons);
      const mayBeRemark = isOpen && !isEnded && index < isAbove.length;
      const paper = own.rows.length === 0 || mayBeRemark ? null : paperIn(other.rows);
      const hasForm = (!isOther || own.tables.length > 0) && isOfInvoice(own.rows);
      if (!paper || !(hasForm || holdInvoice([own]))) continue;
      if (isWhole(own)) return { own, paper, isSure: true };
      // The goods of an invoice may be on a list with it, and what looks like a paper below it may be its sums.
      const mayBeOwn = paper.paper.type === 'goods-list' || (!isEnded && isOfInvoice(other.rows, 1));
      if (!mayBeOwn) unsure ??= { own, paper, isSure: false };
    }
  }
  return unsure;
};

const mostPapers = 4;

/** A page without the other papers beside its invoice. */
export const cutPapers = <Page extends ReadPage>(all: Page): Page => {
  const cuts: Cut[] = [];
  let left: ReadPage = all;
  for (let cut = cutOf(left); cut && cuts.length < mostPapers; cut = cutOf(left)) {
    cuts.push(cut);
    left = cut.own;
  }
  if (cuts.length === 0) return all;
  const papers = cuts.map(({ paper }) => paper.paper);
  return { ...all, ...left, beside: { papers, isSure: cuts.every(({ isSure }) => isSure) } };
};

/** A page of a file without the other papers on it; null if it has no text, or far too much. */
export const withoutPapers = (page: PageText, number: number): WholePage | null => {
  const all = wholePageOf(page, number);
  return all && cutPapers(all);
};

/** Pages of a file, by what they are. */
type Divided = {
  /** The pages of each invoice, or of what is not known. */
  readonly groups: readonly (readonly ReadPage[])[];
  /** Pages that say that they are other papers, with those that follow them. */
  readonly papers: readonly ReadPage[];
};

/** `(详见销货清单)` */
const namesList = /清单/u;

/** Whether a list of goods has the lines of an invoice. */
const isListOf = (list: readonly ReadPage[], pages: readonly ReadPage[]): boolean => {
  const [alone, joined] = [readPrinted(pages), readPrinted([...pages, ...list])];
  if (!isReadAsInvoice(alone)) return false;
  if (alone.invoice.lines.some(({ name }) => name !== null && namesList.test(name))) return true;
  const isMore = joined.invoice.lines.length > alone.invoice.lines.length;
  return isMore && !joined.findings.some(({ id }) => id === 'text-sums-differ');
};

/** Whether a paper is about what an invoice bills: the same amount is on both. */
const isAbout = ({ type, amount }: Paper, pages: readonly ReadPage[]): boolean =>
  (type === 'itinerary' || type === 'hotel-bill') &&
  amount !== null &&
  amount === readPrinted(pages).invoice.grossTotal;

/**
 * Divides the pages of a file into those of each invoice and those of other papers. A list of goods stays with the
 * invoice whose lines it has, and so does the itinerary or hotel bill of its amount, whose values are left out. A page
 * without words of invoices directly after a paper belongs to it.
 */
export const divided = (pages: readonly ReadPage[]): Divided => {
  const own: ReadPage[] = [];
  const papers: { readonly paper: Paper; readonly after: number; readonly pages: ReadPage[] }[] = [];
  let isPaper = false;
  for (const page of pages) {
    const found = page.beside || page.part ? null : paperIn(page.rows);
    isPaper = found ? !holdInvoice([page]) : isPaper && !page.beside && !isOfInvoice(page.rows, 1);
    if (!isPaper) own.push(page);
    else if (found) papers.push({ paper: found.paper, after: own.length, pages: [page] });
    else papers.at(-1)?.pages.push(page);
  }
  const groups = invoicesOf(own);
  const others = papers.filter(({ paper, after, pages: list }) => {
    const neighbour = own[after - 1] ?? own[after];
    const group = groups.find((one) => one.some(({ number }) => number === neighbour?.number));
    const first = group?.[0];
    if (!group || !first) return true;
    if (paper.type === 'goods-list' && isListOf(list, group)) group.push(...list);
    else if (!first.beside && isAbout(paper, group))
      group[0] = {
        ...first,
        beside: { papers: [paper], isSure: true, pages: list.map(({ number }) => number) },
      };
    else return true;
    return false;
  });
  return { groups, papers: others.flatMap((one) => one.pages) };
};
